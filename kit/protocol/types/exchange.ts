import { z } from 'zod';
import { int } from '#kit/contract/schemas.ts';
import {
  choice,
  command,
  counting,
  type DeviceTypeDefinition,
  everyMachine,
  number,
  toggle,
} from './define.ts';
import { ads, functions, noteSwitch, notes, screen, signal, sound } from './groups.ts';

const hopper = (hopperNumber: 1 | 2 | 3) => ({
  hopper: hopperNumber as number,
  enabled: hopperNumber === 1,
  capacity: 1500,
  lowAt: 200,
});

/** /currencyMachineSetting */
export const exchange = z.strictObject({
  coinsPerYuan: number(1, 100, 1, 'coins'),
  hoppers: z
    .array(
      z.strictObject({
        hopper: int(1, 3),
        enabled: z.boolean(),
        capacity: int(50, 20_000),
        lowAt: int(0, 20_000),
      }),
    )
    .min(1)
    .max(3)
    .refine((list) => new Set(list.map((entry) => entry.hopper)).size === list.length, {
      error: 'kit:validation.duplicate',
    })
    .refine((list) => list.every(({ lowAt, capacity }) => lowAt < capacity), {
      error: 'kit:validation.lowAtCapacity',
    })
    .default([hopper(1), hopper(2), hopper(3)]),
  hopperOrder: choice(['inTurn', 'fullestFirst'], 'fullestFirst'),
  coinTimeoutMs: number(500, 10_000, 3000, 'ms'),
  maxPerDispense: number(1, 1000, 200, 'coins'),
  stopWhenLow: toggle(false),
  showPackages: toggle(true),
});

export const exchangeMachine: DeviceTypeDefinition = {
  type: 'exchange',
  groups: { exchange, notes, noteSwitch, signal, sound, screen, ads, functions },
  commands: {
    dispense: counting('coins', 1000, 180_000),
    countHopper: command({ parameters: z.object({ hopper: int(1, 3) }), moves: true, withinMs: 600_000 }),
    emptyHopper: command({
      parameters: z.object({ hopper: int(1, 3) }),
      moves: true,
      lets: { what: 'coins' },
      withinMs: 600_000,
    }),
    setHopper: command({
      parameters: z.object({ hopper: int(1, 3), coins: int(0, 20_000) }),
      withinMs: 5000,
    }),
    ...everyMachine,
  },
  counters: ['coinsOut', 'notesYuan', 'notes', 'onlineCoins', 'remoteCoins', 'coinsLoaded'],
  faults: [
    'hopperEmpty',
    'hopperLow',
    'hopperJam',
    'noteJam',
    'noteBoxFull',
    'doorOpen',
    'screenLost',
    'storageFull',
    'powerLow',
    'clockWrong',
  ],
};
