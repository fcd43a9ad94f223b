import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { coinsForNote, consequenceOf, hopperAlarm } from '../rules/consequence-rules.ts';
import { valueAt } from '../web/draft.ts';
import { fieldsOf } from '../web/setting-fields.ts';

const unknown = () => undefined;
/** Of a machine with the settings it came with, and these instead. */
const at = (type: DeviceType, path: string, value: unknown, others: Record<string, unknown> = {}) =>
  consequenceOf(path, value, (other) => others[other] ?? valueAt(defaultSettings(type), other));

it('a rate is once in so many plays, whatever is typed', () => {
  expect(consequenceOf('force.payoutRate', 300, unknown)).toEqual({
    text: 'kit:consequence.oncePlays',
    params: { rateBasisPoints: 300, count: 33 },
  });
  expect(consequenceOf('force.payoutRate', 1000, unknown)?.params?.count).toBe(10);
  expect(consequenceOf('tickets.bonusRate', 5000, unknown)).toMatchObject({
    text: 'kit:consequence.oncePlays',
    params: { count: 2 },
  });
  expect(consequenceOf('tickets.bonusRate', 8000, unknown)).toMatchObject({
    text: 'kit:consequence.ofHundredPlays',
    params: { count: 80 },
  });
  expect(consequenceOf('tickets.bonusRate', 10_000, unknown)).toEqual({ text: 'kit:consequence.everyPlay' });
  expect(consequenceOf('tickets.bonusRate', 0, unknown)).toEqual({ text: 'kit:consequence.neverPlays' });
});

it('where the price is known, a rate says what is taken for a prize, and so does the guarantee', () => {
  expect(at('claw', 'force.payoutRate', 300)?.params).toMatchObject({ count: 33, takenFen: 6667 });
  expect(at('claw', 'force.guaranteeAfterPlays', 40, { 'consume.pricePerPlay': 300 })?.params).toEqual({
    plays: 40,
    takenFen: 120_00,
  });
  expect(at('claw', 'force.guaranteeAfterPlays', 0)).toBeUndefined();
  expect(at('lipstick', 'needleGame.guaranteeAfterPlays', 60)?.params?.takenFen).toBe(600_00);
  expect(at('cabinet', 'cells.guaranteeAfterPlays', 30)?.params?.takenFen).toBe(150_00);
});

it('coins and their worth are counted for amounts that people know', () => {
  expect(consequenceOf('exchange.coinsPerYuan', 2, unknown)?.params).toEqual({ count: 20 });
  expect(consequenceOf('consume.coinsPerYuan', 1, unknown)?.params).toEqual({ count: 10 });
  expect(consequenceOf('counter.coinValueFen', 80, unknown)?.params).toEqual({ worthFen: 8000 });
  expect(at('claw', 'consume.coinsPerPlay', 3, { 'consume.coinsPerYuan': 2 })?.params).toEqual({
    coinsFen: 150,
    priceFen: 200,
  });
  expect(at('exchange', 'exchange.maxPerDispense', 200, { 'exchange.coinsPerYuan': 4 })?.params).toEqual({
    worthFen: 50_00,
  });
  expect(at('deposit', 'counter.maxPerDeposit', 2000)?.params).toEqual({ worthFen: 2000_00 });
});

it('a bonus counts the plays of the coins and those on top, from either field', () => {
  const whole = { coins: 10, plays: 5, extra: 2, all: 7 };
  expect(
    at('claw', 'play.coinsForBonus', 10, { 'play.bonusPlays': 2, 'consume.coinsPerPlay': 2 })?.params,
  ).toEqual(whole);
  expect(
    at('claw', 'play.bonusPlays', 2, { 'play.coinsForBonus': 10, 'consume.coinsPerPlay': 2 })?.params,
  ).toEqual(whole);
  expect(at('claw', 'play.bonusPlays', 2)).toBeUndefined();
});

it('tickets say their worth and how long they last', () => {
  expect(at('lottery', 'tickets.ticketsPerPlay', 3)?.params).toEqual({ worthFen: 30 });
  expect(at('lottery', 'tickets.bonusTickets', 20)?.params).toEqual({ worthFen: 200 });
  expect(at('lottery', 'tickets.stock', 2001)?.params).toEqual({ count: 1000 });
  expect(at('lottery', 'tickets.lowAt', 200, { 'tickets.ticketsPerPlay': 0 })).toBeUndefined();
});

it('pulses, hours and stages are added up', () => {
  expect(at('claw', 'signal.pulseWidthMs', 50)?.params).toEqual({ seconds: 1.5 });
  expect(at('claw', 'signal.pulseGapMs', 200)?.params).toEqual({ seconds: 2.5 });
  expect(at('claw', 'consume.pulsesPerCoin', 2, { 'consume.coinsPerPlay': 3 })?.params).toEqual({ count: 6 });
  expect(at('claw', 'play.gameTimeS', 30)?.params).toEqual({ count: 120 });
  expect(at('claw', 'sound.attractEveryMin', 0)).toBeUndefined();
  expect(at('lipstick', 'needleGame.stages', defaultSettings('lipstick').needleGame?.stages)?.params).toEqual(
    { needles: 27, seconds: 120 },
  );
  expect(at('lipstick', 'needleGame.stages', [{ needles: Number.NaN, timeS: 5 }])).toBeUndefined();
});

describe('lists', () => {
  it('a hopper says which part of it is left at the alarm', () => {
    expect(hopperAlarm({ capacity: 1500, lowAt: 200 })?.params).toEqual({
      pieces: 200,
      capacity: 1500,
      percent: 13,
    });
    expect(hopperAlarm({ capacity: 100, lowAt: 200 })).toBeUndefined();
    expect(hopperAlarm({ capacity: Number.NaN, lowAt: 200 })).toBeUndefined();
  });

  it('a banknote says all coins it gives, where a yuan buys coins', () => {
    expect(coinsForNote({ yuan: 10, bonusCoins: 1 }, () => 2)?.params).toEqual({
      yuan: 10,
      coins: 20,
      bonusCoins: 1,
      count: 21,
    });
    expect(coinsForNote({ yuan: 10, bonusCoins: 1 }, unknown)).toBeUndefined();
  });
});

it('nothing is said of what is not a number yet, nor of other settings', () => {
  for (const value of [undefined, null, '', '3', Number.NaN, -1])
    expect(consequenceOf('force.payoutRate', value, unknown)).toBeUndefined();
  expect(consequenceOf('motion.liftSpeed', 30, unknown)).toBeUndefined();
  expect(consequenceOf('constructor', 30, unknown)).toBeUndefined();
});

it('every price and every rate of a machine says what it comes to', () => {
  for (const type of deviceTypes)
    for (const { path, kind } of fieldsOf(type))
      if (kind === 'money' || kind === 'percent')
        expect(at(type, path, valueAt(defaultSettings(type), path)), `${type} ${path}`).toBeDefined();
});
