import { countChances } from '#kit/kernel/negative-binomial.ts';
import { median } from '#kit/kernel/robust.ts';
import type { Habit } from './habit-rules.ts';
import { type BandPoint, type Finding, type OddMachine, type Series, thinned } from './odd-machine-rules.ts';

/**
 * A single hour of one machine is mostly nothing to three plays and proves nothing. So hours are added up backwards until
 * so many visits should have been, more of them where less is missing. A visit is what people bring at one go (`clumps`).
 */
const blocks = [4, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64] as const;
/** An alert that is open is judged by what happened last. */
const blocksOfOpen = 2;
/** below this nothing is said */
const fewest = 4;
/** a slack hour or two of a busy machine is nothing */
const fewestHours = 4;

/** Looked at every hour with several blocks, so the bar is far above that of a single test. */
const raise = { chance: 1e-4, part: 0.25 };
const keep = { chance: 2e-2, part: 0.5 };
/** what the picture shows: of a hundred such blocks one lies below it and one above */
const bandChance = 0.01;

/** The sums from each hour to the end. */
export interface Tail {
  expected: number[];
  was: number[];
}

export function tailOf({ expected, was }: Series): Tail {
  const tail: Tail = { expected: [...expected, 0], was: [...was, 0] };
  for (let hour = expected.length - 1; hour >= 0; hour--) {
    tail.expected[hour] = (expected[hour] as number) + (tail.expected[hour + 1] as number);
    tail.was[hour] = (was[hour] as number) + (tail.was[hour + 1] as number);
  }
  return tail;
}

/** So much that its ratio says something, and so many neighbours that one of them may be broken too. */
const neighbourNeeds = 4;
const neighboursNeeded = 3;
const prior = 10;
/** how far days of a whole site lie from what they should bring; each neighbour tells a part of it */
const siteSpread = 0.3;

/**
 * What the neighbours brought against what they should have: rain, a closed road or a holiday reach all machines of a site.
 * Never above one: a machine that a rush passed by is not broken.
 */
export function siteFactor(others: readonly Tail[], hour: number): { factor: number; doubt: number } {
  const telling = others.filter(({ expected }) => (expected[hour] as number) >= neighbourNeeds);
  const doubt = siteSpread / Math.sqrt(1 + telling.length);
  if (telling.length >= neighboursNeeded) {
    const ratios = telling.map(({ expected, was }) => (was[hour] as number) / (expected[hour] as number));
    return { factor: Math.min(1, median(ratios)), doubt };
  }
  const sum = (part: keyof Tail) =>
    others.reduce((total, tail) => total + (tail[part][hour] as number), 0) + prior;
  return { factor: Math.min(1, sum('was') / sum('expected')), doubt };
}

/**
 * Counted in visits: those come by chance, and on days that are better or worse as a whole. Counted in coins the same mean
 * and variance would make an empty hour of a machine that takes ten at once look far too unlikely.
 */
export function visitChances({ clumps, spread }: Habit, mean: number, doubt: number) {
  const visits = mean / clumps;
  const chances = countChances(visits, visits + (spread ** 2 + doubt ** 2) * visits ** 2);
  return {
    atMost: (count: number) => chances.atMost(Math.ceil(count / clumps)),
    quantile: (chance: number) => chances.quantile(chance) * clumps,
  };
}

export function judgeIncome(
  machine: OddMachine,
  own: Tail,
  others: readonly Tail[],
  hours: readonly number[],
): Finding | null {
  const { habit } = machine;
  if (!habit) return null;
  const isOpen = machine.open.has('incomeLow');
  const limit = isOpen ? keep : raise;
  const since = machine.since.incomeLow ?? Number.NEGATIVE_INFINITY;
  let [next, looked, counted] = [0, 0, 0];
  for (let hour = hours.length - 1; hour >= 0 && (hours[hour] as number) >= since; hour--) {
    if ((own.expected[hour] as number) > (own.expected[hour + 1] as number)) counted += 1;
    const needed = blocks[next];
    if (needed === undefined || (isOpen && next >= blocksOfOpen)) break;
    if (counted < fewestHours || (own.expected[hour] as number) < needed * habit.clumps) continue;
    next += 1;
    const site = siteFactor(others, hour);
    const mean = (own.expected[hour] as number) * site.factor;
    if (mean < fewest * habit.clumps) continue;
    looked += 1;
    const was = own.was[hour] as number;
    if (was > limit.part * mean) continue;
    if (visitChances(habit, mean, site.doubt).atMost(was) < limit.chance)
      return findingOf(machine, habit, own, hours, { first: hour, ...site });
  }
  // nothing was expected since: what was open stays as it is
  return isOpen && looked === 0 ? stillOpen(machine.id) : null;
}

/** Stays open without a word: what was said of it stands. */
const stillOpen = (id: string): Finding => ({
  id,
  kind: 'incomeLow',
  was: 0,
  from: 0,
  to: 0,
  hours: 0,
  points: [],
});

function findingOf(
  { id }: OddMachine,
  habit: Habit,
  own: Tail,
  hours: readonly number[],
  { first, factor, doubt }: { first: number; factor: number; doubt: number },
): Finding {
  const points: BandPoint[] = [];
  for (let hour = first; hour < hours.length; hour++) {
    const before = points.at(-1);
    const middle = ((own.expected[first] as number) - (own.expected[hour + 1] as number)) * factor;
    const was = (own.was[first] as number) - (own.was[hour + 1] as number);
    // an hour in which nothing could happen is no part of the picture
    if (before && middle - before.middle < 1e-9 && was === before.was) continue;
    const chances = visitChances(habit, middle, doubt);
    const [low, high] = [chances.quantile(bandChance), chances.quantile(1 - bandChance)];
    points.push({ at: hours[hour] as number, low, middle, high, was });
  }
  const last = points.at(-1) as BandPoint;
  return {
    id,
    kind: 'incomeLow',
    was: last.was,
    from: Math.max(1, Math.round(last.low)),
    to: Math.round(last.high),
    hours: points.length,
    points: thinned(points),
  };
}
