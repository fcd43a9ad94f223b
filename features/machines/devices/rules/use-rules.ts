import { hourMs } from '#kit/kernel/time.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { playSecondsIn } from '#kit/protocol/types/play-time.ts';

/** The counter that says how much a machine of a type is used. */
export const usedBy: Record<DeviceType, string> = {
  claw: 'plays',
  lipstick: 'plays',
  lottery: 'plays',
  cabinet: 'plays',
  exchange: 'coinsOut',
  vending: 'sold',
  deposit: 'deposits',
};

/** Those whose use is plays. */
export const playedTypes = (Object.keys(usedBy) as DeviceType[]).filter((type) => usedBy[type] === 'plays');

const factoryTimes = new Map<DeviceType, number | null>();

/** How long a play may take on a machine whose settings nobody changed; null: not known of its type. */
export function factoryPlayTime(type: DeviceType): number | null {
  const known = factoryTimes.get(type);
  if (known !== undefined) return known;
  const seconds = playSecondsIn(type, defaultSettings(type));
  factoryTimes.set(type, seconds);
  return seconds;
}

/** Those that reports are made of (`features/selling/figures`, view `counter_figure`): their hours are kept for good. */
export const reportedCounters = [
  'plays',
  'freePlays',
  'coinsIn',
  'cashCoins',
  'coinsOut',
  'prizesOut',
  'ticketsOut',
  'sold',
] as const;

export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

export const shownHours = 24;

/** The hour that has begun and those before it, oldest first. */
export const lastHours = (now: Date): Date[] =>
  Array.from(
    { length: shownHours },
    (_, index) => new Date(hourOf(now).getTime() - (shownHours - 1 - index) * hourMs),
  );
