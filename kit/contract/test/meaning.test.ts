import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldAt, meaningOf, meaningTexts, plainFields, recordOf } from '../meaning.ts';
import { meaningCell, meaningText, type Speaker } from '../meaning-text.ts';
import { amountOf, choiceOf, flagOf, instant, moneyFen, pageOf, ratio, signedFen } from '../schemas.ts';
import { machineFields } from '../things.ts';

const speaker: Speaker = {
  say: (key, params) => (params ? `${key}(${Object.values(params).join(' ')})` : key),
  offsetMinutes: () => 480,
};
const state = choiceOf('orders:stateName', ['paid', 'closed'], { paid: 'good' });
const row = z.object({
  ...machineFields,
  createdAt: instant(),
  endedAt: instant('second').nullable(),
  amount: amountOf('unit'),
  unit: choiceOf('orders:unitName', ['fen', 'coin']),
  feeFen: signedFen(),
  state: state.optional(),
  open: flagOf('sites:open'),
  rate: ratio(),
});
const say = (key: string, value: unknown, siblings: object = {}) =>
  meaningText(meaningOf(fieldAt(row, key) as z.ZodType), value, { ...siblings }, speaker);

describe('what a field means', () => {
  it('is found through optional, nullable and lists', () => {
    expect(meaningOf(state.optional())).toMatchObject({ kind: 'choice', tones: { paid: 'good' } });
    expect(meaningOf(instant().nullable())).toEqual({ kind: 'instant', precision: 'minute' });
    expect(recordOf(pageOf(row))).toBe(row);
    expect(fieldAt(z.object({ inner: row.nullable() }), 'inner.feeFen')).toBe(row.shape.feeFen);
    expect(fieldAt(row, 'unknown')).toBeUndefined();
  });

  it('follows from the type where the schema is silent', () => {
    expect(
      [z.boolean(), z.int(), z.array(z.string()), z.string()].map((schema) => meaningOf(schema).kind),
    ).toEqual(['flag', 'count', 'list', 'text']);
  });

  it('asks for the texts it will need', () => {
    expect(meaningTexts(row)).toEqual(
      expect.arrayContaining(['orders:stateName.paid', 'sites:open.no', 'kit:thing.machineLabel']),
    );
  });

  it('is missed where a name promises one', () => {
    const bare = z.object({
      createdAt: z.string(),
      feeFen: z.int(),
      state: z.enum(['a']),
      lines: z.array(z.object({ paidAt: z.string().nullable() })),
      playerPhone: z.string(),
    });
    expect(plainFields(bare)).toEqual([
      'createdAt must be instant()',
      'feeFen must be moneyFen()',
      'state must be choiceOf(…)',
      'lines[].paidAt must be instant()',
      'playerPhone must be shownPhone() or wholePhone(…)',
    ]);
    expect(plainFields(row)).toEqual([]);
  });
});

describe('an instant', () => {
  it('leaves as text, whether the handler has a Date or text', () => {
    const at = '2026-03-01T15:59:59.000Z';
    expect(instant().parse(new Date(at))).toBe(at);
    expect(instant().parse(at)).toBe(at);
    expect(instant().nullable().parse(null)).toBeNull();
    expect(instant().safeParse('yesterday').success).toBe(false);
  });

  it('reads as the reader’s clock, to the minute or to the second', () => {
    expect(say('createdAt', '2026-03-01T15:59:59.000Z')).toBe('2026-03-01 23:59');
    expect(say('endedAt', '2026-03-01T16:00:01.000Z')).toBe('2026-03-02 00:00:01');
  });
});

describe('what a value says', () => {
  it('coins are pieces and never money divided by a hundred', () => {
    expect(say('amount', 250, { unit: 'fen' })).toBe('¥2.50');
    expect(say('amount', 250, { unit: 'coin' })).toBe('kit:pieces.coin(250)');
  });

  it('money, rates, states, flags and machines are said in words', () => {
    expect(say('feeFen', 123456)).toBe('+¥1,234.56');
    expect(say('feeFen', -5)).toBe('-¥0.05');
    expect(say('rate', 60)).toBe('0.6%');
    expect(say('state', 'paid')).toBe('orders:stateName.paid');
    expect(say('open', false)).toBe('sites:open.no');
    expect(say('equipmentName', 'Panda', { equipmentNo: 3, equipmentName: 'Panda' })).toBe(
      'kit:thing.machine(3 Panda)',
    );
    expect(say('equipmentName', null, { equipmentNo: 3 })).toBe('kit:thing.machineNo(3)');
    expect(say('endedAt', null)).toBe('—');
  });

  it('is the same in a file, where money can be added up and nothing is empty', () => {
    const cell = (key: string, value: unknown, siblings: object = {}) =>
      meaningCell(meaningOf(fieldAt(row, key) as z.ZodType), value, { ...siblings }, speaker);
    expect(cell('feeFen', 123456)).toBe('1234.56');
    expect(cell('amount', 250, { unit: 'coin' })).toBe('kit:pieces.coin(250)');
    expect(cell('endedAt', null)).toBe('');
    expect(cell('equipmentNo', 3)).toBe(3);
  });
});

it('money of an answer may be below zero, money people fill in only where it says so', () => {
  expect(moneyFen().safeParse(-5).success).toBe(true);
  expect(moneyFen(0).safeParse(-5).success).toBe(false);
});
