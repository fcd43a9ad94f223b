import { z } from 'zod';
import { int, moneyFen, text, timePeriod } from '#kit/contract/schemas.ts';
import { choice, money, number, period, toggle } from './define.ts';

/** Groups that several types share. */

/** What a play costs; /consumeSetting. */
export const consume = z.strictObject({
  pricePerPlay: money(200),
  coinsPerPlay: number(1, 50, 1, 'coins'),
  coinsPerYuan: number(1, 100, 1, 'coins'),
  pulsesPerCoin: number(1, 20, 1, 'pulses'),
  acceptCoins: toggle(true),
});

/** How the controller speaks with the coin line of the machine; /signalSelection. */
export const signal = z.strictObject({
  port: choice(['coin1', 'coin2', 'uart'], 'coin1'),
  polarity: choice(['normallyOpen', 'normallyClosed'], 'normallyOpen'),
  pulseWidthMs: number(20, 500, 50, 'ms'),
  pulseGapMs: number(20, 1000, 100, 'ms'),
  ignoreShorterMs: number(5, 50, 20, 'ms'),
});

/** The picture people see; /screenRotation and /screenType. */
export const screen = z.strictObject({
  rotation: choice(['0', '90', '180', '270'], '0'),
  size: choice(['4.3', '7', '10.1', '21.5', '32'], '10.1'),
  layout: choice(['portrait', 'landscape', 'split'], 'portrait'),
  brightness: number(10, 100, 80, 'percent'),
  showClock: toggle(true),
});

/** What the screen shows while nobody plays; /ad_set and /wait_ad_time. */
export const ads = z.strictObject({
  enabled: toggle(true),
  waitS: number(0, 300, 30, 's'),
  slogan: text(60, 0).default(''),
});

export const sound = z.strictObject({
  music: choice(['off', 'classic', 'cheerful', 'arcade', 'calm'], 'cheerful'),
  volume: number(0, 100, 60, 'percent'),
  attractEveryMin: number(0, 60, 10, 'min'),
  quietHours: period('22:00-09:00'),
  quietVolume: number(0, 100, 20, 'percent'),
});

/** Buttons on a machine's own screen, in the order people see them; /setSorting. */
export const screenFunctions = [
  'scanPay',
  'buyCoins',
  'memberLogin',
  'redeem',
  'points',
  'help',
  'language',
] as const;
export const functions = z.strictObject({
  order: z
    .array(z.strictObject({ name: z.enum(screenFunctions), shown: z.boolean() }))
    .max(screenFunctions.length)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
      error: 'kit:validation.duplicate',
    })
    .meta({ field: 'sortedList' })
    .default(screenFunctions.map((name) => ({ name, shown: true }))),
});

export const noteValuesYuan = [1, 5, 10, 20, 50, 100] as const;

/** Which notes are taken and what is given on top; /jumSetBankNoTes. */
export const notes = z.strictObject({
  accepted: z
    .array(
      z.strictObject({
        yuan: z.literal([...noteValuesYuan]),
        accepted: z.boolean(),
        bonusCoins: int(0, 500),
      }),
    )
    .max(noteValuesYuan.length)
    .default(noteValuesYuan.map((yuan) => ({ yuan, accepted: yuan <= 20, bonusCoins: 0 }))),
  boxAlarmYuan: number(100, 20_000, 3000),
});

/** When the note acceptor works; /paperSwitch. */
export const noteSwitch = z.strictObject({
  enabled: toggle(true),
  /** empty: all day */
  schedule: z
    .array(z.strictObject({ days: z.array(int(1, 7)).min(1).max(7), period: timePeriod() }))
    .max(14)
    .default([]),
});

export const laneFields = {
  lane: int(1, 800),
  cabinet: int(1, 8),
  row: int(1, 20),
  position: int(1, 20),
  /** how many neighbouring positions it takes */
  width: int(1, 10),
  capacity: int(1, 200),
  open: z.boolean(),
  priceFen: moneyFen(0, 1_000_000),
  dropDetection: z.boolean(),
};

const uniqueLanes = <L extends { lane: number }>(lanes: L[]) =>
  new Set(lanes.map(({ lane }) => lane)).size === lanes.length;

/** The lanes of a vending machine: up to 8 cabinets of 100; /channelConfiguration and /setGoods. */
export const lanes = z.strictObject({
  lanes: z
    .array(z.strictObject(laneFields))
    .max(800)
    .refine(uniqueLanes, { error: 'kit:validation.duplicate' })
    .refine((list) => list.every(({ lane, cabinet }) => Math.ceil(lane / 100) === cabinet), {
      error: 'kit:validation.laneCabinet',
    })
    .default(defaultLanes(6, 10)),
  motorTimeoutMs: number(1000, 20_000, 6000, 'ms'),
  stopLaneOnJam: toggle(true),
});

/** The lanes of a machine where winning opens one. */
export const prizeLanes = z.strictObject({
  lanes: z
    .array(z.strictObject({ ...laneFields, winRate: int(0, 10_000).meta({ field: 'percent' }) }))
    .max(100)
    .refine(uniqueLanes, { error: 'kit:validation.duplicate' })
    .default(defaultLanes(4, 5).map((lane) => ({ ...lane, winRate: 300 }))),
});

function defaultLanes(rows: number, positions: number) {
  return Array.from({ length: rows * positions }, (_, index) => ({
    lane: index + 1,
    cabinet: 1,
    row: Math.floor(index / positions) + 1,
    position: (index % positions) + 1,
    width: 1,
    capacity: 8,
    open: true,
    priceFen: 500,
    dropDetection: true,
  }));
}
