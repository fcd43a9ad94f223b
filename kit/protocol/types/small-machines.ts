import { z } from 'zod';
import { int } from '#kit/contract/schemas.ts';
import { limits } from '../limits.ts';
import {
  choice,
  command,
  counting,
  type DeviceTypeDefinition,
  everyMachine,
  money,
  number,
  onePiece,
  openMachine,
  toggle,
} from './define.ts';
import { ads, consume, functions, prizeLanes, screen, signal, sound } from './groups.ts';

/** /lotterySetting */
export const tickets = z.strictObject({
  ticketsPerPlay: number(0, 200, 2, 'tickets'),
  bonusTickets: number(0, 500, 20, 'tickets'),
  bonusRate: int(0, 10_000).meta({ field: 'percent' }).default(100),
  ticketValueFen: money(10),
  mode: choice(['paper', 'electronic'], 'paper'),
  stock: number(0, 20_000, 2000, 'tickets'),
  lowAt: number(0, 5000, 200, 'tickets'),
  stopWhenOut: toggle(true),
});

export const lottery: DeviceTypeDefinition = {
  type: 'lottery',
  groups: { tickets, consume, signal, sound, screen, ads, functions },
  commands: {
    credit: counting('coins', 100, 30_000),
    giveTickets: counting('goods', 500, 180_000),
    ...everyMachine,
  },
  counters: ['coinsIn', 'cashCoins', 'onlineCoins', 'remoteCoins', 'plays', 'ticketsOut'],
  faults: ['ticketJam', 'ticketsOut', 'coinJam', 'doorOpen', 'storageFull', 'powerLow', 'clockWrong'],
};

export const cells = z.strictObject({
  unlockS: number(3, 120, 20, 's'),
  doorAlarmS: number(5, 600, 60, 's'),
  guaranteeAfterPlays: number(0, 999, 30, 'plays'),
  pricePerPlay: money(500),
  weighCheck: toggle(false),
});

const ofLane = z.object({ lane: int(1, 100) });

export const cabinet: DeviceTypeDefinition = {
  type: 'cabinet',
  groups: { cells, prizeLanes, sound, screen, ads, functions },
  commands: {
    openCell: command({ parameters: ofLane, moves: true, lets: onePiece, withinMs: 30_000 }),
    testLane: command({ parameters: ofLane, moves: true, lets: onePiece, withinMs: 30_000 }),
    openDoor: command({ moves: true, lets: openMachine, withinMs: 15_000 }),
    ...everyMachine,
  },
  counters: ['plays', 'prizesOut', 'salesFen', 'doorOpenings'],
  faults: ['lockStuck', 'doorOpen', 'screenLost', 'storageFull', 'powerLow', 'clockWrong'],
};

export const counter = z.strictObject({
  takesCoins: toggle(true),
  takesTickets: toggle(true),
  coinValueFen: money(100),
  ticketValueFen: money(10),
  maxPerDeposit: number(1, 20_000, 2000, 'pieces'),
  idleEndS: number(5, 300, 30, 's'),
  boxAlarmPieces: number(100, 50_000, 8000, 'pieces'),
});

export const deposit: DeviceTypeDefinition = {
  type: 'deposit',
  groups: { counter, signal, sound, screen, ads, functions },
  commands: {
    startCounting: command({
      parameters: z.object({ kind: z.enum(['coins', 'tickets']) }),
      moves: true,
      withinMs: 900_000,
    }),
    stopCounting: command({ withinMs: 10_000 }),
    awaitPress: command({
      parameters: z.object({ presses: int(1, 9) }),
      moves: true,
      withinMs: limits.pressWaitMs + 15_000,
    }),
    ...everyMachine,
  },
  counters: ['coinsIn', 'ticketsIn', 'deposits'],
  fastestPerSecond: { coinsIn: 20, ticketsIn: 20 },
  faults: ['coinJam', 'ticketJam', 'doorOpen', 'storageFull', 'powerLow', 'clockWrong'],
};
