import { expect, it } from 'vitest';
import {
  arrivesOfHundred,
  heldUntil,
  leastFeeUpTo,
  staysBehind,
  withdrawalCosts,
} from '../rules/consequence-rules.ts';

it('a fee rate says what arrives of a hundred yuan', () => {
  expect(arrivesOfHundred(60)?.params).toEqual({ paidFen: 100_00, feeFen: 60, arrivesFen: 99_40 });
  expect(arrivesOfHundred(undefined)).toBeUndefined();
});

it('the fee of a withdrawal is that of the rules, least fee included', () => {
  const rules = { bankFeeBasisPoints: 10, bankFeeMinimumFen: 200 };
  expect(withdrawalCosts('bank', rules)?.params).toEqual({
    amountFen: 1_000_00,
    feeFen: 200,
    arrivesFen: 998_00,
  });
  expect(leastFeeUpTo('bank', rules)?.params).toEqual({ amountFen: 2_000_00 });
  expect(leastFeeUpTo('bank', { ...rules, bankFeeBasisPoints: 0 })).toBeUndefined();
  expect(withdrawalCosts('wechat', rules)).toBeUndefined();
});

it('what leaves a wallet says what stays, or what is missing', () => {
  expect(staysBehind(100_00, 30_00)).toEqual({
    text: 'wallet:consequence.stays',
    params: { leftFen: 70_00 },
  });
  expect(staysBehind(100_00, 130_00)).toEqual({
    text: 'wallet:consequence.short',
    params: { shortFen: 30_00 },
  });
  expect(staysBehind(100_00, Number.NaN)).toBeUndefined();
});

it('money topped up today says the day from which it may be withdrawn', () => {
  expect(heldUntil(3, '2026-11-29')?.params).toEqual({ day: '2026-12-02' });
  expect(heldUntil(0, '2026-11-29')).toBeUndefined();
});
