import { businessDay, dayMs, startOfDay } from './time.ts';

/*
 * What the days of a demo were like, for every feature that tells of them: orders, cash and what machines counted come
 * from the same crowd. Days are counted back from the day on which the demo was made; chance is drawn from names, so
 * that the same day of the same machine comes out the same.
 */

/** Draws whole numbers, both ends included. */
export type Chance = (min: number, max: number) => number;

/** Chance that comes out the same for the same name (FNV-1a for the seed, mulberry32 for the numbers). */
export function chanceOf(name: string): Chance {
  let state = 0x811c9dc5;
  for (let index = 0; index < name.length; index++)
    state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  return (min, max) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return min + Math.floor((((word ^ (word >>> 14)) >>> 0) / 2 ** 32) * (max - min + 1));
  };
}

export type DayKind = 'usual' | 'weekend' | 'holiday' | 'rain';

export interface DemoDay {
  /** of business */
  day: string;
  /** 0 is the day on which the demo was made */
  daysAgo: number;
  kind: DayKind;
  /** how many people came: 1 on a usual working day of now */
  crowd: number;
}

/** Sunday first, as dates count. */
const weekdays = [1.55, 0.75, 0.8, 0.9, 0.95, 1.2, 1.65];
const holidayCrowd = 2.1;
const rainCrowd = 0.45;
/** Business grew: so much less for each day back, and never less than half of now. */
const growthOfADay = 0.006;
const leastGrown = 0.5;

const weekdayOf = (day: string) => new Date(day).getUTCDay();
const isWeekend = (day: string) => [0, 6].includes(weekdayOf(day));
const dayBack = (now: Date, daysAgo: number) => businessDay(new Date(now.getTime() - daysAgo * dayMs));

/** The first of two days that is a working day; two days after a weekend's day there is one. */
const workingDay = (now: Date, daysAgo: number, otherwise: number) =>
  isWeekend(dayBack(now, daysAgo)) ? otherwise : daysAgo;

/** The days of a demo that was made now, oldest first: one of them was a holiday, and on one it rained. */
export function demoDays(now: Date, days: number): DemoDay[] {
  const holiday = workingDay(now, 11, 9);
  const rain = workingDay(now, 3, 5);
  return Array.from({ length: days }, (_, index) => {
    const daysAgo = days - 1 - index;
    const day = dayBack(now, daysAgo);
    const kind: DayKind =
      daysAgo === holiday ? 'holiday' : daysAgo === rain ? 'rain' : isWeekend(day) ? 'weekend' : 'usual';
    const ofKind = {
      usual: weekdays[weekdayOf(day)] as number,
      weekend: weekdays[weekdayOf(day)] as number,
      holiday: holidayCrowd,
      rain: rainCrowd,
    };
    const grown = Math.max(leastGrown, 1 - growthOfADay * daysAgo);
    return { day, daysAgo, kind, crowd: ofKind[kind] * grown };
  });
}

/** How well a site of the demo does, by `owner:number`; the best is twice as good as the next but one. */
const siteCrowds: Readonly<Record<string, number>> = {
  'merchant:1': 1.4,
  'merchant:2': 1,
  'merchant:3': 0.7,
  'merchant:4': 0.5,
  'merchant:5': 0.6,
  'merchant2:1': 0.9,
  'merchant2:2': 0.4,
};
export const siteCrowd = (owner: string, site: number): number => siteCrowds[`${owner}:${site}`] ?? 1;

export const opensAtHour = 10;
/** People by hour since opening: a few in the morning, more after lunch, most in the evening. */
export const crowdByHour = [2, 3, 5, 6, 6, 6, 7, 8, 11, 13, 12, 7];

/** The power of this machine was off for two days: nobody played, and nobody paid. */
export const machineOff = { code: 'CW10004', daysAgo: [6, 5] } as const;
export const isOff = (code: string, daysAgo: number): boolean =>
  code === machineOff.code && (machineOff.daysAgo as readonly number[]).includes(daysAgo);

/** Since yesterday the coin acceptor of this machine counts one coin in eight: people play, and hardly any coins are counted. */
export const coinsUncounted = { code: 'CW10006', daysAgo: [1, 0], oneIn: 8 } as const;
export const countsFewCoins = (code: string, daysAgo: number): boolean =>
  code === coinsUncounted.code && (coinsUncounted.daysAgo as readonly number[]).includes(daysAgo);

/** What a claw is set to as it is delivered, with its guaranteed prize: 3 % and one after 40 plays come to 4.26 %. */
const clawWins = { of: 10_000, hits: 426 };
/** Prizes among plays, each by chance: rounding the prizes of a day would lose a part of every day. */
export function clawPrizes(draw: Chance, plays: number): number {
  let prizes = 0;
  for (let play = 0; play < plays; play++) if (draw(1, clawWins.of) <= clawWins.hits) prizes += 1;
  return prizes;
}

/** How much of the opening hours of its first day has passed when the demo is made, as people come: 0 to 1. */
export function passedToday(now: Date): number {
  const hours = (now.getTime() - startOfDay(businessDay(now)).getTime()) / (dayMs / 24) - opensAtHour;
  const all = crowdByHour.reduce((sum, people) => sum + people, 0);
  const passed = crowdByHour.reduce(
    (sum, people, hour) => sum + people * Math.min(1, Math.max(0, hours - hour)),
    0,
  );
  return passed / all;
}
