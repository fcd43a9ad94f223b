import { describe, expect, it } from 'vitest';
import { leftOf, plainSerial } from './recycle-rules.ts';

const known = { wonAtSite: 10, wonByMember: 3, recycledAtSite: 4, recycledByMember: 1, recycledToday: 0 };
const path = { onlyWon: true, perDay: 5 };

describe('what may come back', () => {
  it('is what the member won and has not brought back yet', () => {
    expect(leftOf(known, path)).toEqual({ left: 2, by: 'member' });
  });

  it('is never more than went out of machines there, no matter who brings it', () => {
    expect(leftOf({ ...known, recycledAtSite: 9 }, path)).toEqual({ left: 1, by: 'site' });
    expect(leftOf({ ...known, wonByMember: 0 }, { ...path, onlyWon: false })).toEqual({ left: 5, by: 'day' });
    expect(leftOf({ ...known, recycledAtSite: 12 }, { ...path, onlyWon: false })).toEqual({
      left: 0,
      by: 'site',
    });
  });

  it('is no more than the day allows', () => {
    expect(leftOf({ ...known, recycledToday: 4 }, path)).toEqual({ left: 1, by: 'day' });
    expect(leftOf({ ...known, recycledToday: 9 }, path)).toEqual({ left: 0, by: 'day' });
  });
});

it('a number is the same however it is written', () => {
  expect(plainSerial(' ab-12c ')).toBe(plainSerial('AB-12C'));
});
