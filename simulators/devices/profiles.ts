import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Wear } from './machine.ts';
import { calm, type Weather } from './weather.ts';

/** How a day goes at a place. */
export interface Profile {
  /** visits to one machine in each hour of the day, China's time; 0: closed */
  visitsPerHour: readonly number[];
  /** how much more or less each type is used */
  popularity: Partial<Record<DeviceType, number>>;
  wear: Wear;
  /** faults that come by themselves, per machine and day */
  faultsPerDay: number;
  /** how long staff need on average to come and mend or refill */
  staffAfterMin: number;
  weather: Weather;
  /** unplugged and plugged in again: cleaners, fuses, crashes */
  powerCutsPerDay: number;
}

export const profileNames = ['mall', 'arcade', 'night', 'quiet'] as const;
export type ProfileName = (typeof profileNames)[number];

/** [from, to, visits] for hours; what is not named is closed. */
function day(...hours: [from: number, to: number, visits: number][]): number[] {
  const curve = Array<number>(24).fill(0);
  for (const [from, to, visits] of hours) curve.fill(visits, from, to);
  return curve;
}

const popularity: Profile['popularity'] = {
  claw: 1,
  exchange: 0.8,
  vending: 0.5,
  lipstick: 0.4,
  lottery: 0.9,
  cabinet: 0.2,
  deposit: 0.3,
};
const usualWear: Wear = { jamPerPiece: 0.0008, unseenPerPiece: 0.002 };
const shopWifi: Weather = { loss: 0.003, repeat: 0.003, delayMs: 1500, connectionLostEveryMin: 240 };
const basementCellular: Weather = { loss: 0.03, repeat: 0.02, delayMs: 6000, connectionLostEveryMin: 40 };

export const profiles: Record<ProfileName, Profile> = {
  mall: {
    visitsPerHour: day([10, 12, 4], [12, 14, 9], [14, 17, 7], [17, 19, 10], [19, 21, 14], [21, 22, 6]),
    popularity,
    wear: usualWear,
    faultsPerDay: 0.3,
    staffAfterMin: 25,
    weather: shopWifi,
    powerCutsPerDay: 0.2,
  },
  /** open round the clock, so that something moves whenever somebody looks */
  arcade: {
    visitsPerHour: day([0, 8, 6], [8, 12, 8], [12, 18, 12], [18, 24, 16]),
    popularity,
    wear: usualWear,
    faultsPerDay: 0.6,
    staffAfterMin: 12,
    weather: calm,
    powerCutsPerDay: 0.1,
  },
  night: {
    visitsPerHour: day([0, 4, 12], [18, 21, 6], [21, 24, 14]),
    popularity: { ...popularity, vending: 1.2 },
    wear: { jamPerPiece: 0.002, unseenPerPiece: 0.004 },
    faultsPerDay: 1,
    staffAfterMin: 180,
    weather: basementCellular,
    powerCutsPerDay: 1,
  },
  quiet: {
    visitsPerHour: day([9, 21, 0.5]),
    popularity,
    wear: usualWear,
    faultsPerDay: 0.05,
    staffAfterMin: 60,
    weather: calm,
    powerCutsPerDay: 0,
  },
};
