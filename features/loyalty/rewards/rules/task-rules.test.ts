import { describe, expect, it } from 'vitest';
import {
  daysToBonus,
  firstDay,
  missingOf,
  nextFirstDay,
  periodKey,
  periodOf,
  rewardOf,
  shortOf,
  stateOn,
  streakOn,
} from './task-rules.ts';

describe('a period', () => {
  it('is a day, a week from Monday on, a month, or all time', () => {
    expect(firstDay('day', '2026-11-17')).toBe('2026-11-17');
    expect(firstDay('week', '2026-11-22')).toBe('2026-11-16');
    expect(firstDay('week', '2026-11-16')).toBe('2026-11-16');
    expect(firstDay('month', '2026-11-30')).toBe('2026-11-01');
    expect(firstDay('once', '2026-11-30')).toBeUndefined();
  });

  it('is followed by another, whatever its length; all time by none', () => {
    expect(nextFirstDay('day', '2026-11-30')).toBe('2026-12-01');
    expect(nextFirstDay('week', '2026-11-22')).toBe('2026-11-23');
    expect(nextFirstDay('month', '2026-02-10')).toBe('2026-03-01');
    expect(nextFirstDay('month', '2026-12-31')).toBe('2027-01-01');
    expect(nextFirstDay('once', '2026-12-31')).toBeUndefined();
  });

  it('has one name on all of its days and another one on the next', () => {
    expect(periodKey('week', '2026-11-16')).toBe(periodKey('week', '2026-11-22'));
    expect(periodKey('week', '2026-11-23')).not.toBe(periodKey('week', '2026-11-22'));
    expect(periodKey('day', '2026-11-16')).not.toBe(periodKey('week', '2026-11-16'));
    expect(periodKey('once', '2026-11-16')).toBe(periodKey('once', '2031-01-01'));
  });

  it('of a sign-in is a day, and a profile is filled in once', () => {
    expect(periodOf('signIn', 'month')).toBe('day');
    expect(periodOf('profile', 'day')).toBe('once');
    expect(periodOf('play', 'week')).toBe('week');
  });
});

describe('what refunds took from claims', () => {
  it('is missing until a later claim has made up for it, and never a gain', () => {
    expect(missingOf([])).toBe(0);
    expect(missingOf([{ goal: 5000, reached: 9000 }])).toBe(0);
    expect(missingOf([{ goal: 5000, reached: 2000 }])).toBe(3000);
    const [paidMore, refunded, madeUp] = [9000, 2000, 8000].map((reached) => ({ goal: 5000, reached }));
    expect(missingOf([paidMore!, refunded!])).toBe(3000);
    expect(missingOf([refunded!, refunded!])).toBe(6000);
    expect(missingOf([refunded!, madeUp!])).toBe(0);
  });
});

describe('days in a row', () => {
  it('go on from yesterday, also over the end of a month, and begin again after a gap', () => {
    expect(streakOn(undefined, '2026-11-17')).toBe(1);
    expect(streakOn({ day: '2026-10-31', streak: 6 }, '2026-11-01')).toBe(7);
    expect(streakOn({ day: '2026-11-15', streak: 6 }, '2026-11-17')).toBe(1);
    expect(streakOn({ day: '2026-11-17', streak: 6 }, '2026-11-17')).toBe(6);
  });

  it('bring more on every seventh day and only then', () => {
    const task = { amount: 5, streakDays: 7, streakBonus: 20 };
    expect([1, 6, 7, 8, 14].map((streak) => rewardOf(task, streak))).toEqual([5, 5, 25, 5, 25]);
    expect(rewardOf({ ...task, streakDays: null }, 7)).toBe(5);
    expect([0, 1, 6, 7, 8].map((streak) => daysToBonus(task, streak))).toEqual([7, 6, 1, 0, 6]);
    expect(daysToBonus({ ...task, streakBonus: 0 }, 3)).toBeUndefined();
  });
});

describe('what there is of a reward', () => {
  const task = { active: true, fromDay: '2026-11-10', untilDay: '2026-11-20', budget: 100, dayBudget: 30 };

  it('holds on its days, and while something is left', () => {
    expect(stateOn(task, '2026-11-10', 0)).toBe('on');
    expect(stateOn(task, '2026-11-20', 99)).toBe('on');
    expect(stateOn(task, '2026-11-09', 0)).toBe('early');
    expect(stateOn(task, '2026-11-21', 0)).toBe('over');
    expect(stateOn(task, '2026-11-15', 100)).toBe('spent');
    expect(stateOn({ ...task, active: false }, '2026-11-15', 0)).toBe('off');
  });

  it('is never passed by the last claim', () => {
    expect(shortOf(task, 10, { ever: 90, today: 20 })).toBeUndefined();
    expect(shortOf(task, 11, { ever: 90, today: 0 })).toBe('budget');
    expect(shortOf(task, 11, { ever: 0, today: 20 })).toBe('dayBudget');
    expect(
      shortOf({ ...task, budget: null, dayBudget: null }, 1_000_000, { ever: 1, today: 1 }),
    ).toBeUndefined();
  });
});
