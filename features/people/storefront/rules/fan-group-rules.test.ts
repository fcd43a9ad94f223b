import { expect, it } from 'vitest';
import { groupState, reminderOf } from './fan-group-rules.ts';

it.each([
  ['2026-10-05', 'open'],
  ['2026-10-06', 'ending'],
  ['2026-10-08', 'ending'],
  ['2026-10-09', 'ended'],
] as const)('on %s a code that is good until the 8th is %s', (day, state) => {
  expect(groupState('2026-10-08', day)).toBe(state);
});

it('tells of the end once before it and once after it', () => {
  expect(reminderOf('2026-10-08', '2026-10-05', null)).toBeUndefined();
  expect(reminderOf('2026-10-08', '2026-10-06', null)).toBe('ending');
  expect(reminderOf('2026-10-08', '2026-10-07', 'ending')).toBeUndefined();
  expect(reminderOf('2026-10-08', '2026-10-09', 'ending')).toBe('ended');
  expect(reminderOf('2026-10-08', '2026-10-12', 'ended')).toBeUndefined();
});

it('tells of the end alone where nobody looked before', () => {
  expect(reminderOf('2026-10-08', '2026-10-20', null)).toBe('ended');
});
