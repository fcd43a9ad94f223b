import { expect, it } from 'vitest';
import { mostOfTask } from './task-worth.ts';

const task = { amount: 10, streakBonus: 0, budget: null, dayBudget: null, untilDay: null };

it('a task promises its budget, what its days allow, or a thousand claims', () => {
  expect(mostOfTask({ ...task, budget: 500, dayBudget: 100 }, '2026-11-18')).toBe(500);
  expect(mostOfTask({ ...task, dayBudget: 100, untilDay: '2026-11-20' }, '2026-11-18')).toBe(300);
  expect(mostOfTask({ ...task, dayBudget: 100 }, '2026-11-18')).toBe(36_500);
  expect(mostOfTask({ ...task, streakBonus: 5 }, '2026-11-18')).toBe(15_000);
});
