import { expect, it } from 'vitest';
import { plainWordProblems, wordProblems } from '../words.ts';

const table = (texts: Record<string, [chinese: string, english: string]>) => ({
  'zh-cn': new Map(Object.entries(texts).map(([key, [chinese]]) => [key, chinese])),
  'en-us': new Map(Object.entries(texts).map(([key, [, english]]) => [key, english])),
});

it('finds two English words for one field that has one Chinese word', () => {
  const texts = table({
    'coins:field.remark': ['备注', 'Note'],
    'sites:field.remark': ['备注', 'Remark'],
    'reports:field.remark': ['给谁', 'For whom'],
    'sites:page.remark': ['备注', 'Remarks'],
  });
  expect(wordProblems(texts)).toEqual([
    'remark (备注) has 2 English words: “Note” in coins:field.remark; “Remark” in sites:field.remark',
  ]);
});

it('refuses hard words in comments of rooms that are clean, and nowhere else', () => {
  const path = 'features/loyalty/points/server/lots.ts';
  expect(
    plainWordProblems([{ path, text: '/** For whoever\n * pays. */\nconst a = 1; // begins anew\n' }]),
  ).toEqual([
    `${path}: a comment says “whoever”; say which person or which code: “the player who pays”, “the caller”`,
    `${path}: a comment says “anew”; say “again”`,
  ]);
  const elsewhere = { path: 'providers/sms/client.ts', text: '// whoever' };
  const said = {
    path,
    text: "const word = 'whoever'; const at = 'http://whoever.example'; // a renewed lot\n",
  };
  expect(plainWordProblems([elsewhere, said])).toEqual([]);
});
