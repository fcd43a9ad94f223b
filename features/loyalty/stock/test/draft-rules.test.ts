import { expect, it } from 'vitest';
import { costOfLines, differenceOf, withFound } from '../rules/draft-rules.ts';

it('a good that is scanned again is one piece more, not another line', () => {
  const found = { id: 'a', lastCostFen: 120 };
  const once = withFound([], 'receipt', found);
  expect(once).toEqual([{ variantId: 'a', pieces: 1, unitCostFen: 120 }]);
  expect(withFound(once, 'receipt', found)).toEqual([{ variantId: 'a', pieces: 2, unitCostFen: 120 }]);
  expect(withFound([], 'receipt', { id: 'a', lastCostFen: 0 })).toEqual([{ variantId: 'a', pieces: 1 }]);
  expect(withFound([{ variantId: 'a' }], 'count', found)).toEqual([{ variantId: 'a', counted: 1 }]);
});

it('a paper comes to nothing yet while a number is missing', () => {
  expect(costOfLines([{ variantId: 'a', pieces: 3, unitCostFen: 250 }])).toBe(750);
  expect(costOfLines([{ variantId: 'a', pieces: 3 }])).toBeUndefined();
  expect(differenceOf(7, 9)).toBe(-2);
  expect(differenceOf(undefined, 9)).toBeUndefined();
});
