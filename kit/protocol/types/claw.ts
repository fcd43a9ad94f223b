import { z } from 'zod';
import { int } from '#kit/contract/schemas.ts';
import {
  choice,
  command,
  counting,
  type DeviceTypeDefinition,
  everyMachine,
  number,
  rate,
  toggle,
} from './define.ts';
import { ads, consume, functions, screen, signal, sound } from './groups.ts';

/** /dollMachineSetting */
export const play = z.strictObject({
  gameTimeS: number(5, 120, 30, 's'),
  freePlays: number(0, 10, 0, 'plays'),
  coinsForBonus: number(0, 200, 0, 'coins'),
  bonusPlays: number(0, 20, 0, 'plays'),
  coinsKeepMin: number(0, 60, 5, 'min'),
  showRemaining: toggle(true),
});

/** /dollMachineSetting2: grips in percent of full current */
export const force = z.strictObject({
  payoutMode: choice(['none', 'random', 'fixed'], 'random'),
  payoutRate: rate(300),
  guaranteeAfterPlays: number(0, 999, 40, 'plays'),
  strongGrip: number(1, 100, 90, 'percent'),
  mediumGrip: number(1, 100, 55, 'percent'),
  weakGrip: number(1, 100, 25, 'percent'),
  prizeGrip: number(1, 100, 95, 'percent'),
  strongGripMs: number(50, 5000, 500, 'ms'),
  gripMs: number(50, 10_000, 1500, 'ms'),
  releaseMs: number(50, 5000, 600, 'ms'),
  weakenAtTop: toggle(true),
  resetRateAfterWin: toggle(true),
});

/** /dollMachineSetting3 */
export const motion = z.strictObject({
  forwardSpeed: number(1, 100, 60, 'percent'),
  sideSpeed: number(1, 100, 60, 'percent'),
  liftSpeed: number(1, 100, 70, 'percent'),
  lineLengthMm: number(100, 2000, 650, 'mm'),
  lowerDelayMs: number(0, 5000, 200, 'ms'),
  gripDelayMs: number(0, 5000, 300, 'ms'),
  liftDelayMs: number(0, 5000, 400, 'ms'),
  dropDelayMs: number(0, 5000, 300, 'ms'),
  swingProtection: toggle(true),
  swingSettleMs: number(0, 5000, 800, 'ms'),
  airGrab: toggle(false),
  homeAt: choice(['frontLeft', 'frontRight', 'backLeft', 'backRight'], 'frontLeft'),
});

export const claw: DeviceTypeDefinition = {
  type: 'claw',
  groups: { play, force, motion, consume, signal, sound, screen, ads, functions },
  commands: {
    credit: counting('coins', 100, 30_000),
    freePlay: command({
      parameters: z.object({ plays: int(1, 10) }),
      moves: true,
      lets: { what: 'coins', pieces: ({ plays }) => Number(plays) },
      withinMs: 180_000,
    }),
    testClaw: command({ moves: true, withinMs: 60_000 }),
    resetRate: command({ withinMs: 5000 }),
    ...everyMachine,
  },
  counters: ['coinsIn', 'cashCoins', 'onlineCoins', 'remoteCoins', 'plays', 'freePlays', 'prizesOut'],
  faults: [
    'prizeSensorBlocked',
    'prizeSensorSilent',
    'gripCoil',
    'clawMotor',
    'lineTangled',
    'coinJam',
    'doorOpen',
    'storageFull',
    'powerLow',
    'clockWrong',
  ],
};
