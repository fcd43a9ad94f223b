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

it('refuses hard words in comments, papers and English texts', () => {
  const path = 'features/loyalty/points/server/lots.ts';
  const texts = new Map([['points:page.hint', 'They begin anew every day']]);
  expect(
    plainWordProblems(
      [
        { path, text: '/** For whoever\n * pays. */\nconst a = 1; // begins anew\n' },
        { path: 'docs/money.md', text: 'Whoever pays is asked.' },
      ],
      texts,
    ),
  ).toEqual([
    `${path} says “whoever”; say which person or which code: “the player who pays”, “the caller”`,
    'docs/money.md says “whoever”; say which person or which code: “the player who pays”, “the caller”',
    `${path} says “anew”; say “again”`,
    'points:page.hint says “anew”; say “again”',
  ]);
});

it('passes over names in code, words that only begin so, and decisions, which are on record', () => {
  const code = "const word = 'whoever'; const at = 'http://whoever.example'; // a renewed lot\n";
  const files = [
    { path: 'providers/sms/client.ts', text: code },
    { path: 'docs/decisions/0001-first.md', text: 'It begins anew.' },
  ];
  expect(plainWordProblems(files, new Map())).toEqual([]);
});
