import { describe, expect, it } from 'vitest';
import { type Hold, playingMs, playsOneAtATime, turnOf } from '../rules/turn-rules.ts';

const now = new Date('2026-11-16T12:00:00Z');
const hold = (playerId: string, seconds: number, kind: Hold['kind'] = 'paying'): Hold => ({
  playerId,
  kind,
  until: new Date(now.getTime() + seconds * 1000),
});

describe('whose turn it is', () => {
  it.each([
    ['nobody is there', undefined, [], { state: 'free', kind: null, seconds: 0, others: 0 }],
    ['somebody pays', hold('ann', 20), [], { state: 'taken', kind: 'paying', seconds: 20, others: 0 }],
    ['somebody’s time is over', hold('ann', 0), [], { state: 'free', kind: null, seconds: 0, others: 0 }],
    [
      'it is free and others wait',
      undefined,
      ['cid'],
      { state: 'taken', kind: null, seconds: 60, others: 1 },
    ],
    ['it is mine', hold('bob', 9), ['cid'], { state: 'yours', kind: 'paying', seconds: 9, others: 1 }],
    [
      'I am next',
      hold('ann', 9),
      ['bob', 'cid'],
      { state: 'waiting', kind: 'paying', seconds: 9, others: 0 },
    ],
    ['one is before me', hold('ann', 9), ['cid', 'bob'], { state: 'waiting', seconds: 69, others: 1 }],
    ['I play, and wait again', hold('bob', 9, 'playing'), ['bob'], { state: 'waiting', kind: 'playing' }],
  ] as const)('%s', (_, held, waiting, turn) => {
    expect(turnOf('bob', held, waiting, now)).toMatchObject(turn);
  });

  it('matters where one plays at a time, for as long as plays take, within reason', () => {
    expect(
      ['claw', 'lottery', 'lipstick', 'exchange', 'vending', 'cabinet', 'deposit'].filter((type) =>
        playsOneAtATime(type as 'claw'),
      ),
    ).toEqual(['claw', 'lottery', 'lipstick']);
    expect(playingMs('claw', 2)).toBe(2 * playingMs('claw', 1));
    expect(playingMs('claw', 50)).toBe(playingMs('claw', 500));
    expect(playingMs('lipstick', 1)).toBe(0);
  });
});
