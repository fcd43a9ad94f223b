import { describe, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { codeAlphabet, codeLength } from '#kit/kernel/typed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { goodsText, isReminderDue, piecesBack } from '../rules/handover-rules.ts';
import { leftOf } from '../rules/limit-rules.ts';
import { pickupCodeIn, scannedForm } from '../rules/pickup-code.ts';
import { codeHashOf, hashesOfTyped, shownCodeOf } from '../server/pickup-codes.ts';

it('names goods with their variant and number', () => {
  expect(
    goodsText([
      { goodName: '杯子', variantName: '蓝', pieces: 2 },
      { goodName: '伞', variantName: '', pieces: 1 },
    ]),
  ).toBe('杯子 蓝 ×2、伞 ×1');
});

describe('limits', () => {
  it.each([
    [{ perPlayer: null, perPlayerDay: null, perDay: null }, { own: 99, ownToday: 99, today: 99 }, undefined],
    [
      { perPlayer: 2, perPlayerDay: null, perDay: null },
      { own: 1, ownToday: 1, today: 99 },
      { why: 'perPlayer', left: 1 },
    ],
    [
      { perPlayer: 5, perPlayerDay: null, perDay: 10 },
      { own: 0, ownToday: 0, today: 9 },
      { why: 'perDay', left: 1 },
    ],
    [
      { perPlayer: 5, perPlayerDay: 2, perDay: 10 },
      { own: 3, ownToday: 1, today: 1 },
      { why: 'perPlayerDay', left: 1 },
    ],
    [
      { perPlayer: 5, perPlayerDay: null, perDay: 10 },
      { own: 6, ownToday: 0, today: 0 },
      { why: 'perPlayer', left: 0 },
    ],
  ])('%o with %o taken leave %o', (limits, taken, left) => {
    expect(leftOf(limits, taken)).toEqual(left);
  });
});

describe('a reminder of what waits', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  it.each([
    [7 * 24, 6 * 24 - 1, false],
    [7 * 24, 6 * 24, true],
    [7 * 24, 7 * 24, false],
    [24, 7, false],
    [24, 8, true],
  ])('of %i hours is due after %i: %s', (hours, now, due) => {
    expect(isReminderDue({ since: at(0), until: at(hours) }, at(now))).toBe(due);
  });
});

describe('a pick-up code', () => {
  const code = codeAlphabet.slice(0, codeLength);
  it('is read as scanned, as typed and in groups', () => {
    for (const form of [scannedForm(code), code, code.toLowerCase(), code.replace(/(.{4})/g, '$1 ')])
      expect(pickupCodeIn(form)).toBe(code);
  });
  it('is nothing that is too short, too long, or has signs that no code has', () => {
    for (const form of ['', code.slice(1), `${code}2`, `${code.slice(1)}O`, `CYM${code}`])
      expect(pickupCodeIn(form)).toBeUndefined();
  });
});

describe('the code of goods', () => {
  const secretsOf = (name: string) =>
    ({ tokenSecret: name, fieldKey: Buffer.alloc(32, name) }) as unknown as Secrets;
  const [secrets, others] = [secretsOf('one'), secretsOf('two')];
  const codeOf = (of: Secrets, id: string) => shownCodeOf(of, { id, codeHash: codeHashOf(of, id) });

  it('is always the same, of signs that nobody mistakes, and what is stored is not the code', () => {
    const id = newId();
    const code = codeOf(secrets, id);
    expect(codeOf(secrets, id)).toBe(code);
    expect(code).toMatch(/^CYP[2-9A-HJKMNP-Z]{12}$/);
    expect(hashesOfTyped(secrets, code)).toContain(codeHashOf(secrets, id));
    expect(codeHashOf(secrets, id)).not.toContain(code.slice(3));
    expect(codeOf(others, id)).not.toBe(code);
    expect(new Set(Array.from({ length: 500 }, () => codeOf(secrets, newId()))).size).toBe(500);
  });

  it('that a phone shows already still opens: code and hash follow from the id as they always did', () => {
    const id = '0192f0a0-0000-7000-8000-000000000001';
    expect(codeHashOf(secrets, id)).toBe('XZVD9Cd9daXXua6o1ehHA_ZLXjWQUu773vPbqtLcxvs');
    expect(codeOf(secrets, id)).toBe('CYP7AEYWWER2MKN');
    expect(hashesOfTyped(secrets, '7AEY-WWER-2MKN')).toContain(codeHashOf(secrets, id));
  });

  it('that was given before exchange and shop had one is shown and read as it was', () => {
    // as the shop worked it out, and stored it, for this order and this key
    const id = '0192f0a0-0000-7000-8000-000000000001';
    const codeHash = '8SHtUyIFYtzRkYhKWwcMQTpRIsu8gQSVXOmeL3VPS00';
    expect(shownCodeOf(secrets, { id, codeHash })).toBe('CYPUGV7M6CHJANZ');
    expect(codeOf(secrets, id)).not.toBe('CYPUGV7M6CHJANZ');
    // the phone's picture had no sign before
    for (const typed of ['CYPUGV7M6CHJANZ', 'UGV7M6CHJANZ', 'ugv7 m6ch janz'])
      expect(hashesOfTyped(secrets, typed)).toContain(codeHash);
  });
});

it('pieces that nobody has yet are let go, those that went out come back, and what is over stays over', () => {
  expect(
    (['unpaid', 'ready', 'done', 'shipped', 'refunded', 'cancelled', 'expired'] as const).map(piecesBack),
  ).toEqual(['release', 'release', 'takeBack', 'takeBack', 'nothing', 'nothing', 'nothing']);
});
