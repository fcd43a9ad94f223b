import { z } from 'zod';
import { int } from '#kit/contract/schemas.ts';
import {
  choice,
  command,
  type DeviceTypeDefinition,
  everyMachine,
  number,
  onePiece,
  openMachine,
  toggle,
} from './define.ts';
import { ads, functions, lanes, noteSwitch, notes, screen, sound } from './groups.ts';

export const cabinet = z.strictObject({
  cabinets: number(1, 8, 1),
  cooling: choice(['off', 'cool', 'warm'], 'off'),
  targetCelsius: number(-5, 60, 8, 'celsius'),
  lightHoursOnly: toggle(false),
  doorAlarmS: number(10, 600, 120, 's'),
  dropWaitMs: number(500, 10_000, 3000, 'ms'),
  autoRefundNoDrop: toggle(true),
});

export const vending: DeviceTypeDefinition = {
  type: 'vending',
  groups: { lanes, cabinet, notes, noteSwitch, sound, screen, ads, functions },
  commands: {
    vend: command({
      parameters: z.object({ lane: int(1, 800), amount: int(1, 10).default(1) }),
      moves: true,
      asked: ({ amount }) => Number(amount ?? 1),
      lets: { what: 'goods', pieces: ({ amount }) => Number(amount ?? 1) },
      withinMs: 60_000,
    }),
    testLane: command({
      parameters: z.object({ lane: int(1, 800) }),
      moves: true,
      lets: onePiece,
      withinMs: 30_000,
    }),
    openDoor: command({ moves: true, lets: openMachine, withinMs: 15_000 }),
    setLaneStock: command({
      parameters: z.object({
        lanes: z.array(z.object({ lane: int(1, 800), stock: int(0, 999) })).max(800),
      }),
      withinMs: 10_000,
    }),
    ...everyMachine,
  },
  counters: ['sold', 'salesFen', 'cashFen', 'doorOpenings', 'jams'],
  faults: [
    'laneJam',
    'dropNotSeen',
    'motorStuck',
    'doorOpen',
    'noteJam',
    'noteBoxFull',
    'temperatureHigh',
    'screenLost',
    'storageFull',
    'powerLow',
    'clockWrong',
  ],
};
