import { bandFinding, stillOpen, type Tail, visitChances } from './odd-income-rules.ts';
import type { Finding } from './odd-machine-rules.ts';

/**
 * All machines of a site together, in visits: a closed door, a street that is dug up, a power cut that the machines outlive.
 * Neighbours explain a drop of all machines away, so it is looked at on its own, against the site's own past.
 */
export interface Crowd {
  all: Tail;
  /** the one that brings most: what is wrong with it alone is not wrong with its site */
  largest: Tail;
  machines: number;
  badDay: number;
}

/** Machines of one site, known part by part. */
export function crowdTogether(crowds: readonly Crowd[]): Crowd | null {
  const [first, ...others] = crowds;
  if (!first) return null;
  return others.reduce(
    (sum, crowd) => ({
      all: addTails(sum.all, crowd.all),
      largest: dueOf(sum.largest) >= dueOf(crowd.largest) ? sum.largest : crowd.largest,
      machines: sum.machines + crowd.machines,
      badDay: Math.max(sum.badDay, crowd.badDay),
    }),
    first,
  );
}

const dueOf = ({ expected }: Tail) => expected[0] ?? 0;
const addTails = (one: Tail, other: Tail): Tail => ({
  expected: one.expected.map((value, hour) => value + (other.expected[hour] as number)),
  was: one.was.map((value, hour) => value + (other.was[hour] as number)),
  visit: 1,
});

/** `tails` in the units of their machines. */
export const crowdOf = (machines: readonly { tail: Tail; badDay: number }[]): Crowd | null =>
  crowdTogether(
    machines.map(({ tail: { expected, was, visit }, badDay }) => {
      const own = {
        expected: expected.map((value) => value / visit),
        was: was.map((value) => value / visit),
        visit: 1,
      };
      return { all: own, largest: own, machines: 1, badDay };
    }),
  );

const fewestMachines = 2;
/** below this nothing is said; what is open is judged by the last hours in which so many should have come */
const fewestVisits = 8;
const fewestHours = 2;
/** of open hours: two days or more */
const mostHours = 24;

/** Hardly anybody, and fewer than on a bad day of this site by more than chance. */
const raise = { chance: 2e-3, part: 0.15, partOfOthers: 0.3 };
const keep = { part: 0.35 };
/** how far bad days lie from each other */
const spreadOfBad = 0.3;
const bandChance = 0.01;
/** how far usual days of a site lie from each other; the picture's lower edge is that of a bad day */
const spreadOfUsual = 0.25;

const partAt = ({ expected, was }: Tail, hour: number) =>
  (expected[hour] as number) > 0 ? (was[hour] as number) / (expected[hour] as number) : 0;

/** The hour by itself: it is part of the drop and not of what was before. */
function isHourLow({ expected, was }: Tail, hour: number): boolean {
  const due = (expected[hour] as number) - (expected[hour + 1] as number);
  return (was[hour] as number) - (was[hour + 1] as number) <= keep.part * due;
}

function isLow({ all, largest, badDay }: Crowd, hour: number): boolean {
  const [expected, was] = [all.expected[hour] as number, all.was[hour] as number];
  if (was > raise.part * expected) return false;
  const others = {
    expected: [expected - (largest.expected[hour] as number)],
    was: [was - (largest.was[hour] as number)],
    visit: 1,
  };
  if ((others.expected[0] as number) < 1 || partAt(others, 0) > raise.partOfOthers) return false;
  return visitChances(1, expected * badDay, spreadOfBad).atMost(was) < raise.chance;
}

/**
 * Told on the site and not on each of its machines, from the hour on since which it is so: blocks of hours that end now are
 * looked at, each an hour longer than the one before.
 */
export function judgeCrowd(
  id: string,
  crowd: Crowd | null,
  hours: readonly number[],
  { since = Number.NEGATIVE_INFINITY, isOpen }: { since?: number | undefined; isOpen: boolean },
): Finding | null {
  if (!crowd || crowd.machines < fewestMachines) return null;
  const { all } = crowd;
  let counted = 0;
  let first: number | null = null;
  for (let hour = hours.length - 1; hour >= 0 && (hours[hour] as number) >= since; hour--) {
    const expected = all.expected[hour] as number;
    if (expected - (all.expected[hour + 1] as number) < 1e-9) continue;
    counted += 1;
    if (counted > mostHours) break;
    if (counted < fewestHours || expected < fewestVisits) continue;
    const isSo = isOpen ? partAt(all, hour) <= keep.part : isLow(crowd, hour);
    if (first !== null && !(isSo && isHourLow(all, hour))) break;
    if (isSo) first = hour;
    // what is open ends when people came in the last hours
    else if (isOpen) return null;
  }
  if (first !== null) return found(id, crowd, hours, first);
  return isOpen ? stillOpen(id, 'siteLow') : null;
}

function found(id: string, { all, badDay }: Crowd, hours: readonly number[], first: number): Finding {
  return bandFinding(id, 'siteLow', all, hours, first, (expected) => ({
    middle: expected,
    low: visitChances(1, expected * badDay, spreadOfBad).quantile(bandChance),
    high: visitChances(1, expected, spreadOfUsual).quantile(1 - bandChance),
  }));
}
