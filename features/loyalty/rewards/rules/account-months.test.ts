import { expect, it } from 'vitest';
import { daysOfMonth, monthsUpTo } from './account-months.ts';

it('months go back over the turn of the year', () => {
  expect(monthsUpTo('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});

it('a month has all of its days, the one that is going on those up to today', () => {
  expect(daysOfMonth('2024-02', '2026-11-17')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(daysOfMonth('2026-12', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOfMonth('2026-11', '2026-11-17')).toEqual({ from: '2026-11-01', to: '2026-11-17' });
});
