import { expect, it } from 'vitest';
import { costMeans, shareOfHundred } from '../rules/consequence-rules.ts';

it('a ratio says what it is of a hundred yuan, and whose', () => {
  expect(shareOfHundred(3000, '张三')?.params).toEqual({
    ratioBasisPoints: 3000,
    ofFen: 100_00,
    shareFen: 30_00,
    name: '张三',
  });
  expect(shareOfHundred(3000, undefined)).toBeUndefined();
  expect(shareOfHundred(10_001, '张三')).toBeUndefined();
  expect(shareOfHundred(Number.NaN, '张三')).toBeUndefined();
});

it('a cost says what it takes of a hundred yuan, of a hundred orders, of a month', () => {
  expect(costMeans({ name: 'x', kind: 'percent', basisPoints: 550 })?.params?.costFen).toBe(550);
  expect(costMeans({ name: 'x', kind: 'perOrder', amountFen: 20 })?.params?.costFen).toBe(20_00);
  expect(costMeans({ name: 'x', kind: 'perDay', amountFen: 10_00 })?.params?.costFen).toBe(300_00);
  expect(costMeans({ name: 'x', kind: 'gift' })).toBeUndefined();
  expect(costMeans({ name: 'x', kind: 'perDay' })).toBeUndefined();
});
