import { describe, expect, it } from 'vitest';
import type { OpeningTimes } from './opening-rules.ts';
import {
  afterPlayer,
  afterSnooze,
  afterSolve,
  afterStaff,
  afterWake,
  clocksAt,
  newRound,
  snoozeRefusal,
  waitAt,
} from './standing-rules.ts';

/** Open from 10 to 22 in Tokyo, which is 01:00 to 13:00 of UTC; its business day begins at 6:00. */
const shop: OpeningTimes = {
  timeZone: 'Asia/Tokyo',
  dayStart: 6,
  openingHours: [{ days: [1, 2, 3, 4, 5, 6, 7], period: '10:00-22:00' }],
};
const targets = { firstMinutes: 15, nextMinutes: 30, solvedMinutes: 480 };
const at = (time: string, day = '18') => new Date(`2026-11-${day}T${time}:00Z`);
const minutes = (count: number) => count * 60;

describe('the first answer', () => {
  it('is counted from the first message, however many follow it', () => {
    let it = afterPlayer(newRound(at('02:00')), shop, at('02:00'));
    it = afterPlayer(it, shop, at('02:05'));
    it = afterStaff(it, shop, at('02:12'));
    expect(it).toMatchObject({ firstAnswerSeconds: minutes(12), waitingSince: null });
    expect(clocksAt(it, shop, targets, at('09:00')).first).toEqual({
      seconds: minutes(12),
      running: false,
      late: false,
    });
  });

  it('does not run while the shop is closed', () => {
    // written at 21:55 in Tokyo, answered at 10:05 of the next day
    const asked = afterPlayer(newRound(at('12:55')), shop, at('12:55'));
    expect(waitAt(asked, shop, targets, at('20:00'))).toEqual({
      seconds: minutes(5),
      running: true,
      late: false,
    });
    expect(afterStaff(asked, shop, at('01:05', '19')).firstAnswerSeconds).toBe(minutes(10));
  });

  it('is late above its limit, and not at it', () => {
    const asked = afterPlayer(newRound(at('02:00')), shop, at('02:00'));
    expect(waitAt(asked, shop, targets, at('02:15')).late).toBe(false);
    expect(waitAt(asked, shop, targets, at('02:16')).late).toBe(true);
  });
});

describe('the next answer', () => {
  const answered = afterStaff(afterPlayer(newRound(at('02:00')), shop, at('02:00')), shop, at('02:01'));

  it('is the longest wait after the first answer', () => {
    let it = afterStaff(afterPlayer(answered, shop, at('03:00')), shop, at('03:20'));
    it = afterStaff(afterPlayer(it, shop, at('04:00')), shop, at('04:05'));
    expect(it).toMatchObject({ firstAnswerSeconds: minutes(1), nextAnswerSeconds: minutes(20) });
  });

  it('shows a wait that is going on when that is longer', () => {
    const it = afterPlayer(
      afterStaff(afterPlayer(answered, shop, at('03:00')), shop, at('03:20')),
      shop,
      at('05:00'),
    );
    expect(clocksAt(it, shop, targets, at('05:10')).next).toEqual({
      seconds: minutes(20),
      running: true,
      late: false,
    });
    expect(clocksAt(it, shop, targets, at('05:40')).next).toEqual({
      seconds: minutes(40),
      running: true,
      late: true,
    });
  });

  it('of somebody who answers twice counts once', () => {
    expect(afterStaff(answered, shop, at('06:00'))).toEqual(answered);
  });
});

describe('solved', () => {
  it('is counted over opening hours, without the time asleep', () => {
    let it = afterPlayer(newRound(at('02:00')), shop, at('02:00'));
    it = afterStaff(it, shop, at('02:10'));
    it = afterSnooze(it, at('02:10'));
    expect(clocksAt(it, shop, targets, at('04:00')).solved).toEqual({
      seconds: minutes(10),
      running: false,
      late: false,
    });
    // the player answers at 11:00 of the next day
    it = afterPlayer(it, shop, at('02:00', '19'));
    expect(it).toMatchObject({ state: 'open', sleptSince: null });
    it = afterSolve(it, shop, at('02:20', '19'));
    expect(it).toMatchObject({ state: 'solved', solvedSeconds: minutes(30), waitingSince: null });
  });

  it('is said once: the second time changes nothing', () => {
    const once = afterSolve(afterPlayer(newRound(at('02:00')), shop, at('02:00')), shop, at('03:00'));
    expect(afterSolve(once, shop, at('09:00'))).toEqual(once);
  });

  it('ends a round: what the player writes then begins the next one with clocks at zero', () => {
    const solved = afterSolve(
      afterStaff(afterPlayer(newRound(at('02:00')), shop, at('02:00')), shop, at('02:30')),
      shop,
      at('03:00'),
    );
    const again = afterPlayer(solved, shop, at('05:00'));
    expect(again).toEqual({ ...newRound(at('05:00')), waitingSince: at('05:00') });
  });
});

describe('snoozing', () => {
  const asked = afterPlayer(newRound(at('02:00')), shop, at('02:00'));

  it('waits for the player: it is refused while the player waits, and when all is solved', () => {
    expect(snoozeRefusal(asked)).toBe('conversations:error.answerFirst');
    expect(snoozeRefusal(afterStaff(asked, shop, at('02:01')))).toBeUndefined();
    expect(snoozeRefusal(afterSolve(asked, shop, at('02:01')))).toBe('conversations:error.solved');
  });

  it('can be ended by hand, and what was slept stays counted', () => {
    const asleep = afterSnooze(afterStaff(asked, shop, at('02:10')), at('02:10'));
    const awake = afterWake(asleep, shop, at('03:10'));
    expect(awake).toMatchObject({ state: 'open', sleptSince: null, sleptSeconds: minutes(60) });
    expect(afterWake(awake, shop, at('05:00'))).toEqual(awake);
  });
});
