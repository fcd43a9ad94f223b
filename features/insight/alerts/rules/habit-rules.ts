import { medianSpread } from '#kit/kernel/robust.ts';
import { type Gap, gapOf } from './habit-gap-rules.ts';
import { levelsAmong, levelsOf, siteDayRatios } from './habit-level-rules.ts';
import { badDayOf, clumpsOf, type Shape, visitOf } from './habit-visit-rules.ts';
import { placeInWeek, type SiteClock } from './odd-figure-rules.ts';
import { fewestDays, hoursOfDay, isWeekend, type PastDay, zeros } from './past-day-rules.ts';

/** What a machine usually does, by its own past; made once a day, small enough to be stored. */
export interface Habit {
  /** of how many days */
  days: number;
  /** what a day brings, Monday first */
  level: number[];
  /** the part of a day that an hour of the clock brings: working days, weekends */
  shape: Shape;
  /** how far days of this machine lie from what they should bring, as a part of it; the site's good and bad days taken out */
  spread: number;
  /** how much more than by chance an hour varies: people play several times in a row */
  clumps: number;
  /** what people bring at one go, by the hours in which nobody came: never more than `clumps` */
  visit: number;
  /** null where the past shows no firm relation */
  gap: Gap | null;
  /** what the whole site brought on a bad day, as a part of what it should have */
  badDay: number;
  /** plays and wins of the days before the last week */
  plays: number;
  wins: number;
}

export const mostDays = 49;
const mostSpread = 1;
/**
 * What days of machines vary by, and what is added because levels were fitted to the same days. The distances of some weeks
 * are about as sure as the usual spread, so both weigh the same: a machine that looks steadier than it is makes false alerts.
 */
const usualSpread = 0.25;
const fittedSpread = 1.3;
/** days of the last week are not part of the rate that the last week is compared with */
const winRestDays = 7;

/** Each day weighs the same, so that one wild day does not bend the shape; days without use have none. */
function shapeOf(days: readonly PastDay[]): { shape: number[]; weight: number } {
  const shape = zeros();
  let [weight, used] = [0, 0];
  for (const { use, hours } of days) {
    if (use <= 0) continue;
    used += 1;
    weight += use;
    for (let hour = 0; hour < hoursOfDay; hour++) shape[hour]! += (hours[hour] ?? 0) / use;
  }
  return { shape: used > 0 ? shape.map((part) => part / used) : shape, weight };
}

/** After so many uses, a machine's own shape counts as much as its site's. */
const siteWeighs = 100;

const blend = (own: ReturnType<typeof shapeOf>, site: readonly number[]): number[] => {
  const weight = own.weight + siteWeighs;
  return own.shape.map((part, hour) => (part * own.weight + (site[hour] ?? 0) * siteWeighs) / weight);
};

const ofKind = (days: readonly PastDay[], weekend: boolean) =>
  days.filter(({ weekday }) => isWeekend(weekday) === weekend);

function spreadOf(
  days: readonly PastDay[],
  level: readonly number[],
  ratios: ReadonlyMap<number, number>,
  clumps: number,
): number {
  const found: number[] = [];
  let chance = 0;
  for (const { day, weekday, use } of days) {
    const expected = (level[weekday] ?? 0) * (ratios.get(day) ?? 1);
    if (expected < 5) continue;
    found.push(use / expected);
    chance += clumps / expected;
  }
  if (found.length < 7) return 0.5;
  const beyond = Math.max(0, fittedSpread * medianSpread(found) ** 2 - chance / found.length);
  return Math.min(mostSpread, Math.sqrt((beyond + usualSpread ** 2) / 2));
}

/**
 * The habits of all machines of a site, by their past; null for one whose past is too short. `winsFrom`: the day from which
 * on wins were set as they are now, of machines where that changed.
 */
export function habitsOf(
  pasts: ReadonlyMap<string, readonly PastDay[]>,
  winsFrom: ReadonlyMap<string, number> = new Map(),
): Map<string, Habit | null> {
  const alone = [...pasts].flatMap(([id, days]) =>
    days.length >= fewestDays ? [{ id, days, level: levelsOf(days) }] : [],
  );
  const ratios = siteDayRatios(alone);
  const known = levelsAmong(alone, ratios);
  const together = [false, true].map(
    (weekend) => shapeOf(known.flatMap(({ days }) => ofKind(days, weekend))).shape,
  );
  const shaped = known.map((machine) => {
    const shape = [false, true].map((weekend, kind) =>
      blend(shapeOf(ofKind(machine.days, weekend)), together[kind] ?? zeros()),
    ) as Shape;
    const clumps = clumpsOf(machine.days, shape);
    return { ...machine, shape, clumps, visit: visitOf(machine.days, shape, clumps) };
  });
  const badDay = badDayOf(shaped);
  const habits = new Map<string, Habit | null>([...pasts.keys()].map((id) => [id, null]));
  for (const { id, days, level, shape, clumps, visit } of shaped) {
    const rested = days
      .slice(0, days.length - winRestDays)
      .filter(({ day }) => day >= (winsFrom.get(id) ?? day));
    habits.set(id, {
      days: days.length,
      level,
      shape,
      clumps,
      visit,
      badDay,
      spread: spreadOf(days, level, ratios, clumps),
      gap: gapOf(days),
      plays: rested.reduce((sum, { plays }) => sum + plays, 0),
      wins: rested.reduce((sum, { wins }) => sum + wins, 0),
    });
  }
  return habits;
}

/** What an hour should bring. */
export function expectedAt({ level, shape }: Habit, at: number, clock: SiteClock): number {
  const { weekday, hour } = placeInWeek(at, clock);
  return (level[weekday] ?? 0) * (shape[isWeekend(weekday) ? 1 : 0][hour] ?? 0);
}
