import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dayMs } from '#kit/kernel/time.ts';
import { isFor } from './audience-rules.ts';
import { campaignStateOf, dayProblem, isHeldOut } from './campaign-rules.ts';
import { setAside } from './consequence-rules.ts';

const dates = { fromDay: '2026-03-01', untilDay: '2026-03-07', endedAt: null };
const now = new Date('2026-03-05T04:00:00Z');

describe('a campaign', () => {
  it('begins on its first day, is spent with its last packet, and ends when it was ended', () => {
    expect(campaignStateOf(dates, '2026-02-28', 3)).toBe('planned');
    expect(campaignStateOf(dates, '2026-03-01', 3)).toBe('running');
    expect(campaignStateOf(dates, '2026-03-07', 0)).toBe('spent');
    expect(campaignStateOf({ ...dates, endedAt: now }, '2026-03-02', 3)).toBe('ended');
  });

  it('is open on its first and last day and on none besides', () => {
    expect(dayProblem(dates, '2026-02-28')).toBe('early');
    expect(dayProblem(dates, '2026-03-01')).toBeUndefined();
    expect(dayProblem(dates, '2026-03-07')).toBeUndefined();
    expect(dayProblem(dates, '2026-03-08')).toBe('over');
    expect(dayProblem({ ...dates, endedAt: now }, '2026-03-05')).toBe('over');
  });

  it('holds out about as many as it says, and nobody at nought', () => {
    const hashes = Array.from({ length: 5000 }, (_, place) =>
      createHash('sha256').update(String(place)).digest(),
    );
    const heldOut = (percent: number) => hashes.filter((hash) => isHeldOut(hash, percent)).length;
    expect(heldOut(0)).toBe(0);
    expect(heldOut(5)).toBeGreaterThan(190);
    expect(heldOut(5)).toBeLessThan(310);
    expect(heldOut(20)).toBeGreaterThan(880);
    expect(heldOut(20)).toBeLessThan(1120);
  });
});

describe('who a campaign is for', () => {
  const usual = { levelId: null, topUpFen: null, awayDays: null, fromDay: '2026-03-01' };
  const day = (ago: number, topUpFen = 0) => {
    const lastAt = new Date(now.getTime() - ago * dayMs);
    return { day: lastAt.toISOString().slice(0, 10), lastAt, topUpFen };
  };
  const person = (...days: ReturnType<typeof day>[]) => ({ days, levelId: undefined });

  it('new: who never paid for anything', () => {
    const wish = { ...usual, audience: 'new' } as const;
    expect(isFor(wish, person(), now)).toBe(true);
    expect(isFor(wish, person(day(400)), now)).toBe(false);
  });

  it('level: who has this one and no other', () => {
    const wish = { ...usual, audience: 'level', levelId: 'gold' } as const;
    expect(isFor(wish, { days: [], levelId: 'gold' }, now)).toBe(true);
    expect(isFor(wish, { days: [], levelId: 'silver' }, now)).toBe(false);
    expect(isFor(wish, { days: [], levelId: undefined }, now)).toBe(false);
  });

  it('topped up: enough at once, since the campaign began', () => {
    const wish = { ...usual, audience: 'toppedUp', topUpFen: 5000 } as const;
    expect(isFor(wish, person(day(1, 5000)), now)).toBe(true);
    expect(isFor(wish, person(day(1, 4999), day(2, 4999)), now)).toBe(false);
    expect(isFor(wish, person(day(10, 9000)), now)).toBe(false);
  });

  it('away: who was here before, and not for so many days', () => {
    const wish = { ...usual, audience: 'away', awayDays: 30 } as const;
    expect(isFor(wish, person(day(31), day(60)), now)).toBe(true);
    expect(isFor(wish, person(day(29), day(60)), now)).toBe(false);
    expect(isFor(wish, person(), now)).toBe(false);
  });
});

it('says what is set aside while somebody types', () => {
  expect(setAside({ target: 'wechat', split: 'fixed', pieces: 10, eachFen: 150 })).toEqual({
    text: 'redpackets:page.setAsideFen',
    params: { totalFen: 1500, eachFen: 150 },
  });
  expect(setAside({ target: 'coin', split: 'random', pieces: 10, budgetCoins: 45 })).toEqual({
    text: 'redpackets:page.setAsideCoins',
    params: { total: 45, each: 4 },
  });
  expect(setAside({ target: 'coin', split: 'random', pieces: 10 })).toBeUndefined();
});
