import { expect, test } from 'vitest';
import { debtCauseOf } from '../rules/debt-rules.ts';
import { periodText } from '../rules/periods.ts';

test('a debt says why: no money, a code of WeChat, or its own words', () => {
  expect(debtCauseOf('')).toBe('noMoney');
  expect(debtCauseOf('RECEIVER_HIGH_RISK')).toBe('RECEIVER_HIGH_RISK');
  expect(debtCauseOf('Something WeChat never said before')).toBe('other');
});

test('a period is its two days, or the one', () => {
  expect(periodText('2026-11-01', '2026-11-30')).toBe('2026-11-01 – 2026-11-30');
  expect(periodText('2026-11-15', '2026-11-15')).toBe('2026-11-15');
});
