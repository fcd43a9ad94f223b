import { expect, it } from 'vitest';
import { becomesEndless, mostOfTask } from './task-worth.ts';

const task = { amount: 10, streakBonus: 0, budget: null, dayBudget: null, untilDay: null };

it('a task promises its budget, what its days allow, or a thousand claims', () => {
  expect(mostOfTask({ ...task, budget: 500, dayBudget: 100 }, '2026-11-18')).toBe(500);
  expect(mostOfTask({ ...task, dayBudget: 100, untilDay: '2026-11-20' }, '2026-11-18')).toBe(300);
  expect(mostOfTask({ ...task, dayBudget: 100 }, '2026-11-18')).toBe(36_500);
  expect(mostOfTask({ ...task, streakBonus: 5 }, '2026-11-18')).toBe(15_000);
});

it('a task without a budget is bounded by nothing, and changing one is more where it gives more, sooner or elsewhere', () => {
  const endless = { ...task, unit: 'point', siteId: 'a', goal: 3, active: true };
  const bounded = { ...endless, budget: 500 };
  expect([becomesEndless(endless), becomesEndless(bounded), becomesEndless(endless, bounded)]).toEqual([
    true,
    false,
    true,
  ]);
  const changed = (more: object) => becomesEndless({ ...endless, ...more }, endless);
  for (const more of [{ amount: 11 }, { streakBonus: 1 }, { goal: 2 }, { siteId: null }, { unit: 'ticket' }])
    expect([more, changed(more)]).toEqual([more, true]);
  for (const more of [{}, { amount: 9 }, { goal: 4 }, { dayBudget: 10 }, { active: false }])
    expect([more, changed(more)]).toEqual([more, false]);
  expect(becomesEndless(endless, { ...endless, active: false })).toBe(true);
});
