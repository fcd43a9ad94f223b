import { expect, it } from 'vitest';
import { fullWorth, holdAll, laneAlarm, margin, warnsFrom } from '../rules/consequence-rules.ts';

it('a product says what a piece earns or loses', () => {
  expect(margin({ priceFen: 500, costFen: 300 })).toEqual({
    text: 'vending:consequence.earns',
    params: { earnedFen: 200, percent: 40 },
  });
  expect(margin({ priceFen: 500, costFen: 620 })).toEqual({
    text: 'vending:consequence.loses',
    params: { lostFen: 120 },
  });
  expect(margin({ priceFen: 500 })).toBeUndefined();
  expect(margin({ priceFen: 0, costFen: 1 })).toBeUndefined();
});

it('the day of the warning is counted back from the expiry', () => {
  expect(warnsFrom({ expiryDate: '2026-12-31', warnDays: 30 })?.params).toEqual({ day: '2026-12-01' });
  expect(warnsFrom({ expiryDate: undefined, warnDays: 30 })).toBeUndefined();
  expect(warnsFrom({ expiryDate: '2026-12-31', warnDays: Number.NaN })).toBeUndefined();
});

it('lanes say what they hold and sell together', () => {
  expect(holdAll(12, 8)?.params).toEqual({ lanes: 12, capacity: 8, all: 96 });
  expect(holdAll(1, 8)).toBeUndefined();
  expect(fullWorth(2, 8, 500)?.params).toEqual({ worthFen: 80_00 });
  expect(fullWorth(2, undefined, 500)).toBeUndefined();
});

it('a lane without its own alarm is low at a quarter', () => {
  expect(laneAlarm(40, null)?.params).toEqual({ pieces: 10, capacity: 40, percent: 25 });
  expect(laneAlarm(40, 5)?.params).toMatchObject({ pieces: 5, percent: 13 });
  // lanes that differ have no alarm in common
  expect(laneAlarm(40, undefined)).toBeUndefined();
});
