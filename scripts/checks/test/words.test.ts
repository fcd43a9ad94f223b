import { expect, it } from 'vitest';
import { wordProblems } from '../words.ts';

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
