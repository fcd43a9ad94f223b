import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIccid, isIcNumber, tidyNumber, withCheckDigit } from '../card-number.ts';
import { addMonths, expiryOf, readLines, renewedUntil, trafficStateOf } from '../rules/card-rules.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

describe('card numbers', () => {
  it('of SIM cards have 19 or 20 digits, start with 89 and end in their check digit', () => {
    expect(isIccid('89014103211118510720')).toBe(true);
    for (const length of [16, 17])
      fc.assert(
        fc.property(digits(length), (body) => {
          const number = withCheckDigit(`89${body}`);
          const last = Number(number.at(-1));
          return isIccid(number) && !isIccid(`${number.slice(0, -1)}${(last + 1) % 10}`);
        }),
      );
    expect(isIccid(withCheckDigit('89123456789012345'))).toBe(false);
    expect(isIccid(withCheckDigit('1234567890123456789'))).toBe(false);
  });

  it('show a digit that was mistyped', () => {
    fc.assert(
      fc.property(
        digits(17),
        fc.integer({ min: 2, max: 18 }),
        fc.integer({ min: 1, max: 9 }),
        (body, at, by) => {
          const number = withCheckDigit(`89${body}`);
          const wrong = (Number(number[at]) + by) % 10;
          return !isIccid(number.slice(0, at) + wrong + number.slice(at + 1));
        },
      ),
    );
  });

  it('may be copied with spaces, dashes and small letters', () => {
    expect(tidyNumber(' 04a1-b2c3 ')).toBe('04A1B2C3');
    expect(isIcNumber('04A1B2C3')).toBe(true);
    expect(isIcNumber('04A1B2CX')).toBe(false);
  });
});

describe('a renewal', () => {
  it('runs from the end of a card that still runs, and from today where it has stopped', () => {
    expect(renewedUntil('2026-12-10', '2026-11-15', 12)).toBe('2027-12-10');
    expect(renewedUntil('2026-11-01', '2026-11-15', 1)).toBe('2026-12-15');
    expect(renewedUntil(null, '2026-11-15', 3)).toBe('2027-02-15');
  });

  it('ends on the last day of a month that is shorter', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(addMonths('2027-03-31', -1)).toBe('2027-02-28');
  });
});

it('a card expires soon from thirty days on, and has expired the day after its last', () => {
  const stateAt = (today: string) => expiryOf('2026-12-31', today).expiryState;
  expect(stateAt('2026-11-30')).toBe('ok');
  expect(stateAt('2026-12-01')).toBe('soon');
  expect(stateAt('2026-12-31')).toBe('soon');
  expect(stateAt('2027-01-01')).toBe('expired');
  expect(expiryOf(null, '2026-12-31')).toEqual({ expiryState: 'none', daysLeft: null });
});

it('traffic is high above 80 % and over above the limit', () => {
  expect([80, 81, 100, 101].map((used) => trafficStateOf(used, 100))).toEqual(['ok', 'high', 'high', 'over']);
  expect(trafficStateOf(1, null)).toBe('none');
  expect(trafficStateOf(1, 0)).toBe('over');
});

describe('a pasted list', () => {
  const good = withCheckDigit('8986001234567890123');
  const other = withCheckDigit('8986001234567890124');

  it('is read line by line, and each line that can not be used says why', () => {
    const text = [
      `${good}, 移动, 2027-06-30`,
      '',
      `${other.replace(/(.{4})/g, '$1 ')}`,
      good,
      `${good.slice(0, -1)}x`,
      `${withCheckDigit('8986001234567890125')}，火星电信`,
      `${withCheckDigit('8986001234567890126')}\tunicom\t2027-02-31`,
      `${withCheckDigit('8986001234567890127')};telecom;20270105;more`,
    ].join('\r\n');
    const read = readLines('sim', text);
    expect(read.map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [3, null],
      [4, 'repeated'],
      [5, 'number'],
      [6, 'operator'],
      [7, 'expiry'],
      [8, 'fields'],
    ]);
    expect(read[0]?.card).toEqual({
      number: good,
      operator: 'mobile',
      expiresOn: '2027-06-30',
      holder: null,
    });
    expect(read[1]?.card).toMatchObject({ number: other, operator: null, expiresOn: null });
  });

  it('of chip cards names their holders', () => {
    const read = readLines('ic', '04a1b2c3, 王店长\n0012345678\nxyz');
    expect(read.map(({ problem, card }) => [problem, card?.number, card?.holder])).toEqual([
      [null, '04A1B2C3', '王店长'],
      [null, '0012345678', null],
      ['number', undefined, undefined],
    ]);
  });
});
