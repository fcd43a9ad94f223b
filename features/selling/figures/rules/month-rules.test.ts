import { expect, it } from 'vitest';
import { splitMonths } from './month-rules.ts';

it('takes whole months as such and leaves the days around them', () => {
  expect(splitMonths('2026-01-15', '2026-04-02')).toEqual({
    before: { from: '2026-01-15', to: '2026-01-31' },
    months: { from: '2026-02-01', to: '2026-03-01' },
    after: { from: '2026-04-01', to: '2026-04-02' },
  });
  expect(splitMonths('2026-01-01', '2026-12-31')).toEqual({
    months: { from: '2026-01-01', to: '2026-12-01' },
  });
  expect(splitMonths('2024-02-01', '2024-02-29')).toEqual({
    months: { from: '2024-02-01', to: '2024-02-01' },
  });
  expect(splitMonths('2026-02-28', '2026-03-31')).toEqual({
    before: { from: '2026-02-28', to: '2026-02-28' },
    months: { from: '2026-03-01', to: '2026-03-01' },
  });
});

it('has nothing but days where no month is whole', () => {
  for (const [from, to] of [
    ['2026-01-02', '2026-01-31'],
    ['2026-01-31', '2026-02-01'],
    ['2026-05-05', '2026-05-05'],
  ] as const)
    expect(splitMonths(from, to)).toEqual({ before: { from, to } });
});
