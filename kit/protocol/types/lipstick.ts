import { z } from 'zod';
import { int } from '#kit/contract/schemas.ts';
import {
  command,
  type DeviceTypeDefinition,
  everyMachine,
  money,
  number,
  onePiece,
  openMachine,
  toggle,
} from './define.ts';
import { ads, functions, prizeLanes, screen, sound } from './groups.ts';

const stage = (needles: number, speed: number, timeS: number) => ({ needles, speed, timeS });

/** /setParamLipstick and its trial on /setParamLipstickcs */
export const needleGame = z.strictObject({
  stages: z
    .array(z.strictObject({ needles: int(3, 30), speed: int(1, 100), timeS: int(5, 180) }))
    .min(1)
    .max(5)
    .default([stage(6, 35, 30), stage(9, 55, 40), stage(12, 75, 50)]),
  pricePerPlay: money(1000, 1),
  guaranteeAfterPlays: number(0, 999, 60, 'plays'),
  trial: toggle(true),
  trialPerPlayer: number(0, 10, 1, 'plays'),
  reverseSpin: toggle(true),
  speedChanges: toggle(true),
});

const ofLane = z.object({ lane: int(1, 100) });

export const lipstick: DeviceTypeDefinition = {
  type: 'lipstick',
  groups: { needleGame, prizeLanes, sound, screen, ads, functions },
  commands: {
    startGame: command({ parameters: ofLane, moves: true, lets: onePiece, withinMs: 600_000 }),
    trialGame: command({
      parameters: z.object({
        stages: z
          .array(z.object({ needles: int(3, 30), speed: int(1, 100), timeS: int(5, 180) }))
          .min(1)
          .max(5),
      }),
      moves: true,
      withinMs: 600_000,
    }),
    testLane: command({ parameters: ofLane, moves: true, lets: onePiece, withinMs: 30_000 }),
    openDoor: command({ moves: true, lets: openMachine, withinMs: 15_000 }),
    ...everyMachine,
  },
  counters: ['plays', 'trials', 'stagesWon', 'prizesOut', 'salesFen', 'doorOpenings'],
  faults: [
    'needleSensor',
    'laneJam',
    'motorStuck',
    'dropNotSeen',
    'doorOpen',
    'screenLost',
    'storageFull',
    'powerLow',
    'clockWrong',
  ],
};
