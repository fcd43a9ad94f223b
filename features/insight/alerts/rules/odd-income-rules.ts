import { mixedPoisson } from '#kit/kernel/mixed-poisson.ts';
import type { Habit } from './habit-rules.ts';
import { type BandPoint, type Finding, type OddMachine, type Series, thinned } from './odd-machine-rules.ts';

/** Hours are added up backwards, one by one, until so many visits should have been; more do not make it any surer. */
const mostVisits = 80;
/** below this nothing is said */
const fewestVisits = 4;
/** a slack hour or two of a busy machine is nothing */
const fewestHours = 3;
/** What is open is judged by what happened last: when so many visits should have been, and when twice as many. */
const visitsOfOpen = [4, 8] as const;

/** Looked at every hour with many blocks, so the bar is far above that of a single test. */
const raise = { chance: 1e-4, part: 0.25 };
const keep = { chance: 2e-2, part: 0.5 };
/** what the picture shows: of a hundred such blocks one lies below it and one above */
const bandChance = 0.01;

/** The sums from each hour to the end, and what people bring at one go. */
export interface Tail {
  expected: number[];
  was: number[];
  visit: number;
}

export function tailOf({ expected, was }: Series, visit = 1): Tail {
  const tail: Tail = { expected: [...expected, 0], was: [...was, 0], visit };
  for (let hour = expected.length - 1; hour >= 0; hour--) {
    tail.expected[hour] = (expected[hour] as number) + (tail.expected[hour + 1] as number);
    tail.was[hour] = (was[hour] as number) + (tail.was[hour + 1] as number);
  }
  return tail;
}

/** So many visits that its ratio says something, and so many neighbours that one of them may be broken too. */
const neighbourNeeds = 3;
const neighboursNeeded = 3;
const prior = 4;
/** how far days of a whole site lie from what they should bring, where hardly anybody tells; its rain is part of that */
const siteSpread = 0.45;
/** how far days of one neighbour lie from its site's, and how sure a level of some weeks is */
const neighbourSpread = 0.25;
const levelDoubt = 0.1;
/** what the variance of a median is to that of a mean */
const ofMedian = 1.57;

/** The value with half of the weight on either side. */
function weightedMedian(values: readonly { value: number; weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { value, weight } of sorted) {
    left -= weight;
    if (left <= 0) return value;
  }
  return sorted.at(-1)?.value ?? 1;
}

/**
 * What the neighbours brought against what they should have: rain, a closed road or a holiday reach all machines of a site.
 * Never above one: a machine that a rush passed by is not broken. `doubt`: how far the truth may be from it, as a part.
 */
export function siteFactor(others: readonly Tail[], hour: number): { factor: number; doubt: number } {
  const visits = others.map(({ expected, was, visit }) => ({
    due: (expected[hour] as number) / visit,
    came: (was[hour] as number) / visit,
  }));
  const telling = visits.filter(({ due }) => due >= neighbourNeeds);
  if (telling.length >= neighboursNeeded) {
    const factor = Math.min(
      1,
      weightedMedian(telling.map(({ due, came }) => ({ value: came / due, weight: due }))),
    );
    const weight = telling.reduce((sum, { due }) => sum + due, 0);
    const square = telling.reduce((sum, { due }) => sum + due ** 2 * (neighbourSpread ** 2 + 1 / due), 0);
    return { factor, doubt: Math.hypot(levelDoubt, Math.sqrt(ofMedian * square) / weight) };
  }
  const sum = (part: 'due' | 'came') => visits.reduce((total, entry) => total + entry[part], prior);
  return {
    factor: Math.min(1, sum('came') / sum('due')),
    doubt: siteSpread / Math.sqrt(1 + telling.length),
  };
}

interface Block {
  /** where it begins; it ends with the last hour */
  first: number;
  /** hours in which something was expected */
  counted: number;
  /** by how much its days even each other out: one for a single day */
  evened: number;
}

/** All that end now, each an hour longer than the one before. */
function* blocksOf(
  { expected }: Tail,
  hours: readonly number[],
  dayOf: (at: number) => number,
  since: number,
): Generator<Block> {
  let [counted, squares, ofDay, day] = [0, 0, 0, Number.NaN];
  for (let hour = hours.length - 1; hour >= 0 && (hours[hour] as number) >= since; hour--) {
    const due = (expected[hour] as number) - (expected[hour + 1] as number);
    if (due < 1e-9) continue;
    const own = dayOf(hours[hour] as number);
    if (own !== day) {
      squares += ofDay ** 2;
      [ofDay, day] = [0, own];
    }
    ofDay += due;
    counted += 1;
    yield { first: hour, counted, evened: Math.sqrt(squares + ofDay ** 2) / (expected[hour] as number) };
  }
}

/**
 * Counted in visits: those come by chance, and on days that are better or worse as a whole. Counted in coins an empty hour
 * of a machine that takes ten at once would look far too unlikely.
 */
export function visitChances(visit: number, mean: number, spread: number) {
  const chances = mixedPoisson(mean / visit, spread);
  return {
    atMost: (count: number) => chances.atMost(Math.ceil(count / visit - 1e-9)),
    quantile: (chance: number) => chances.quantile(chance) * visit,
  };
}

/** A machine among its neighbours, and the days of its site. */
export interface Among {
  own: Tail;
  others: readonly Tail[];
  hours: readonly number[];
  dayOf: (at: number) => number;
}

export function judgeIncome(machine: OddMachine, among: Among): Finding | null {
  const { habit } = machine;
  if (!habit) return null;
  const { own, others, hours, dayOf } = among;
  const isOpen = machine.open.has('incomeLow');
  const limit = isOpen ? keep : raise;
  const since = machine.since.incomeLow ?? Number.NEGATIVE_INFINITY;
  let looked = 0;
  for (const block of blocksOf(own, hours, dayOf, since)) {
    const [expected, was] = [own.expected[block.first] as number, own.was[block.first] as number];
    const visits = expected / habit.visit;
    if (looked > 0 && (visits > mostVisits || (isOpen && looked >= visitsOfOpen.length))) break;
    const needed = isOpen ? (visitsOfOpen[looked] as number) : fewestVisits;
    if (block.counted < fewestHours || visits < needed) continue;
    const isMuch = was > limit.part * expected;
    // most machines are plainly well: what their neighbours did changes nothing
    if (isMuch && !isOpen) continue;
    const site = siteFactor(others, block.first);
    const mean = expected * site.factor;
    if (mean < fewestVisits * habit.visit) continue;
    looked += 1;
    if (was > limit.part * mean) continue;
    const spread = Math.hypot(habit.spread * block.evened, site.doubt);
    if (visitChances(habit.visit, mean, spread).atMost(was) < limit.chance)
      return findingOf(machine, habit, among, { first: block.first, factor: site.factor, spread });
  }
  // nothing was expected since: what was open stays as it is
  return isOpen && looked === 0 ? stillOpen(machine.id, 'incomeLow') : null;
}

/** Stays open without a word: what was said of it stands. */
export const stillOpen = (id: string, kind: Finding['kind']): Finding => ({
  ...{ id, kind, was: 0, from: 0, to: 0, hours: 0 },
  points: [],
});

function findingOf(
  { id }: OddMachine,
  { visit }: Habit,
  { own, hours }: Among,
  { first, factor, spread }: { first: number; factor: number; spread: number },
): Finding {
  return bandFinding(id, 'incomeLow', own, hours, first, (expected) => {
    const middle = expected * factor;
    const chances = visitChances(visit, middle, spread);
    return { middle, low: chances.quantile(bandChance), high: chances.quantile(1 - bandChance) };
  });
}

/** What was expected and what was, added up from an hour on. */
export function bandFinding(
  id: string,
  kind: Finding['kind'],
  own: Tail,
  hours: readonly number[],
  first: number,
  bandOf: (expected: number) => Pick<BandPoint, 'low' | 'middle' | 'high'>,
): Finding {
  const points: BandPoint[] = [];
  let [expectedBefore, wasBefore] = [-1, -1];
  for (let hour = first; hour < hours.length; hour++) {
    const expected = (own.expected[first] as number) - (own.expected[hour + 1] as number);
    const was = (own.was[first] as number) - (own.was[hour + 1] as number);
    // an hour in which nothing could happen is no part of the picture
    if (expected - expectedBefore < 1e-9 && was === wasBefore) continue;
    [expectedBefore, wasBefore] = [expected, was];
    points.push({ at: hours[hour] as number, was, ...bandOf(expected) });
  }
  const last = points.at(-1) as BandPoint;
  return {
    id,
    kind,
    was: Math.round(last.was),
    from: Math.max(1, Math.round(last.low)),
    to: Math.round(last.high),
    hours: points.length,
    points: thinned(points),
  };
}
