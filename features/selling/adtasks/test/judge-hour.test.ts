import { expect, it } from 'vitest';
import { cutToBudget, judgeHour } from '../rules/judge-hour.ts';

const good = { plays: 240, seconds: 15, placed: true, offline: false };

it('an hour has room for its seconds and no more', () => {
  expect(judgeHour(good)).toBeNull();
  expect(judgeHour({ ...good, plays: 245 })).toBe('tooMany');
});

it('what was not placed, or had no line, is for people to decide', () => {
  expect(judgeHour({ ...good, placed: false })).toBe('notPlaced');
  expect(judgeHour({ ...good, offline: true })).toBe('offline');
});

it('the budget pays whole plays, and cuts the last', () => {
  expect(cutToBudget(10, { priceFen: 7, leftFen: 50 })).toEqual({ plays: 7, cut: 3, amountFen: 49 });
  expect(cutToBudget(10, { priceFen: 7, leftFen: 6 })).toEqual({ plays: 0, cut: 10, amountFen: 0 });
  expect(cutToBudget(5, { priceFen: 7, leftFen: 35 })).toEqual({ plays: 5, cut: 0, amountFen: 35 });
});
