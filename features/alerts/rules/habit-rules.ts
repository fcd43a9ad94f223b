import { median, medianSpread } from '#kit/kernel/robust.ts';
import { type OddHour, placeInWeek, type SiteClock } from './odd-figure-rules.ts';

/** What a machine usually does, by its own past; made once a day, small enough to be stored. */
export interface Habit {
  /** of how many days */
  days: number;
  /** what a day brings, Monday first */
  level: number[];
  /** the part of a day that an hour of the clock brings: working days, weekends */
  shape: [number[], number[]];
  /** how far days of this machine lie from what they should bring, as a part of it; the site's good and bad days taken out */
  spread: number;
  /** how much more than by chance an hour varies: people play several times in a row */
  clumps: number;
  /** what is given for what is taken; null where the past shows no firm relation */
  gap: { rate: number; middle: number; spread: number } | null;
  /** plays and wins of the days before the last week */
  plays: number;
  wins: number;
}

/** A machine with fewer days than this has no habits yet. */
export const fewestDays = 14;
export const mostDays = 49;
const hoursOfDay = 24;
const fewestSpread = 0.15;
const mostSpread = 1;
/** days of the last week are not part of the rate that the last week is compared with */
const winRestDays = 7;

const isWeekend = (weekday: number) => weekday >= 5;
const zeros = () => Array.from({ length: hoursOfDay }, () => 0);

/** One machine, day by day. */
export interface PastDay {
  day: number;
  weekday: number;
  use: number;
  taken: number;
  given: number;
  plays: number;
  wins: number;
  /** use by the hour of the clock */
  hours: number[];
}

/** Every day from the first with anything on it to the last that is over; a day without figures brought nothing. */
export function pastDays(
  hours: readonly OddHour[],
  clock: SiteClock,
  { first, last }: { first: number; last: number },
): PastDay[] {
  const byDay = new Map<number, PastDay>();
  let begin = Number.POSITIVE_INFINITY;
  for (const hour of hours) {
    const place = placeInWeek(hour.at, clock);
    if (place.day < first || place.day > last) continue;
    begin = Math.min(begin, place.day);
    const day = byDay.get(place.day) ?? emptyDay(place.day);
    day.use += hour.use;
    day.taken += hour.taken;
    day.given += hour.given;
    day.plays += hour.plays;
    day.wins += hour.wins;
    day.hours[place.hour] = (day.hours[place.hour] ?? 0) + hour.use;
    byDay.set(place.day, day);
  }
  if (begin > last) return [];
  return Array.from({ length: last - begin + 1 }, (_, index) => {
    const day = begin + index;
    return byDay.get(day) ?? emptyDay(day);
  });
}

const emptyDay = (day: number): PastDay => ({
  day,
  weekday: (((day + 3) % 7) + 7) % 7,
  ...{ use: 0, taken: 0, given: 0, plays: 0, wins: 0 },
  hours: zeros(),
});

/** The median of a weekday is of few days: those of its kind (working days, weekends) weigh like three more. */
const kindWeighs = 3;

function levelsOf(days: readonly PastDay[]): number[] {
  const ofKind = [false, true].map((weekend) => {
    const uses = days.filter(({ weekday }) => isWeekend(weekday) === weekend).map(({ use }) => use);
    return uses.length > 0 ? median(uses) : null;
  });
  const all = median(days.map(({ use }) => use));
  return Array.from({ length: 7 }, (_, weekday) => {
    const kind = ofKind[isWeekend(weekday) ? 1 : 0] ?? all;
    const own = days.filter((day) => day.weekday === weekday).map(({ use }) => use);
    if (own.length === 0) return kind;
    return (own.length * median(own) + kindWeighs * kind) / (own.length + kindWeighs);
  });
}

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

/** So many uses of its own and a machine's shape counts as much as its site's. */
const siteWeighs = 100;

const blend = (own: ReturnType<typeof shapeOf>, site: readonly number[]): number[] => {
  const weight = own.weight + siteWeighs;
  return own.shape.map((part, hour) => (part * own.weight + (site[hour] ?? 0) * siteWeighs) / weight);
};

const ofKind = (days: readonly PastDay[], weekend: boolean) =>
  days.filter(({ weekday }) => isWeekend(weekday) === weekend);

/** How good each day was at a site: the median over its machines of what it brought against what it should have. */
export function siteDayRatios(
  machines: readonly { days: readonly PastDay[]; level: readonly number[] }[],
): Map<number, number> {
  const ratios = new Map<number, number[]>();
  for (const { days, level } of machines)
    for (const { day, weekday, use } of days) {
      const expected = level[weekday] ?? 0;
      if (expected >= 5) ratios.set(day, [...(ratios.get(day) ?? []), use / expected]);
    }
  // one or two machines do not tell their own day from the site's
  return new Map(
    [...ratios].filter(([, list]) => list.length >= 3).map(([day, list]) => [day, median(list)]),
  );
}

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
  const beyond = medianSpread(found) ** 2 - chance / found.length;
  return Math.min(mostSpread, Math.max(fewestSpread, Math.sqrt(Math.max(0, beyond))));
}

/** Variance over mean of the hours inside a day, the middle of all days; one by chance alone. */
function clumpsOf(days: readonly PastDay[], shape: Habit['shape']): number {
  const found: number[] = [];
  for (const { use, weekday, hours } of days) {
    if (use < 5) continue;
    let [squares, cells] = [0, 0];
    shape[isWeekend(weekday) ? 1 : 0].forEach((part, hour) => {
      const expected = part * use;
      if (expected < 0.2) return;
      squares += ((hours[hour] ?? 0) - expected) ** 2 / expected;
      cells += 1;
    });
    if (cells >= 4) found.push(squares / (cells - 1));
  }
  return found.length > 0 ? Math.max(1, median(found) * 1.1) : 2;
}

/**
 * The deviation that nine in ten values keep. Where more than half of the days have no gap at all the median distance is
 * nothing, and the coins that staff give now and then would be odd.
 */
function tailSpread(values: readonly number[]): number {
  const middle = median(values);
  const distances = values.map((value) => Math.abs(value - middle)).sort((a, b) => a - b);
  return (distances[Math.floor(distances.length * 0.9)] ?? 0) / 1.645;
}

/** Above this the past does not say what is given for what is taken. */
const loosest = 0.2;

function gapOf(days: readonly PastDay[]): Habit['gap'] {
  const busy = days.filter(({ taken, given }) => taken >= 5 && given > 0);
  if (busy.length < fewestDays / 2) return null;
  const rate = median(busy.map(({ taken, given }) => given / taken));
  const loose = median(busy.map(({ taken, given }) => Math.abs(given - rate * taken) / given));
  if (rate <= 0 || loose > loosest) return null;
  const gaps = days
    .filter(({ taken, given }) => taken + given > 0)
    .map((day) => day.given - rate * day.taken);
  return { rate, middle: median(gaps), spread: Math.max(medianSpread(gaps), tailSpread(gaps)) };
}

/**
 * The habits of all machines of a site, by their past; null for one whose past is too short. `winsFrom`: the day from which
 * on wins were set as they are now, of machines where that changed.
 */
export function habitsOf(
  pasts: ReadonlyMap<string, readonly PastDay[]>,
  winsFrom: ReadonlyMap<string, number> = new Map(),
): Map<string, Habit | null> {
  const known = [...pasts].flatMap(([id, days]) =>
    days.length >= fewestDays ? [{ id, days, level: levelsOf(days) }] : [],
  );
  const ratios = siteDayRatios(known);
  const together = [false, true].map(
    (weekend) => shapeOf(known.flatMap(({ days }) => ofKind(days, weekend))).shape,
  );
  const habits = new Map<string, Habit | null>([...pasts.keys()].map((id) => [id, null]));
  for (const { id, days, level } of known) {
    const shape = [false, true].map((weekend, kind) =>
      blend(shapeOf(ofKind(days, weekend)), together[kind] ?? zeros()),
    ) as Habit['shape'];
    const clumps = clumpsOf(days, shape);
    const rested = days
      .slice(0, days.length - winRestDays)
      .filter(({ day }) => day >= (winsFrom.get(id) ?? day));
    habits.set(id, {
      days: days.length,
      level,
      shape,
      clumps,
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
