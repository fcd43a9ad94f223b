import { hourMs } from '#kit/kernel/time.ts';
import type { OddKind } from '../contract/kinds.ts';
import { expectedAt, type Habit } from './habit-rules.ts';
import type { OddHour, SiteClock } from './odd-figure-rules.ts';

/** A machine as one look finds it. */
export interface OddMachine {
  id: string;
  habit: Habit | null;
  /** what it did lately, by the beginning of the hour; an hour without figures is absent */
  hours: ReadonlyMap<number, OddHour>;
  /** what it gives for what it takes; null where that is not known of its type */
  gives: 'plays' | 'coins' | null;
  /** whether its sensor counts prizes */
  prizes: boolean;
  /** an alert about its prizes is open that compares them with what is set: what they were before adds nothing */
  prizesTold: boolean;
  /** when it could not take anything, and another alert says so */
  excused: readonly { from: number; to: number }[];
  /** what was before does not count: somebody mended it, or a silence ended */
  since: Partial<Record<OddKind, number>>;
  /** what is told of it already: that ends later than it begins, so that it does not come and go */
  open: ReadonlySet<OddKind>;
}

export interface OddSite {
  clock: SiteClock;
  /** which part of an hour the site was open */
  openShare: (at: number) => number;
  /** the end of the last hour that is over */
  until: number;
}

/** What should have been and what was, added up from the first hour that counts. */
export interface BandPoint {
  at: number;
  low: number;
  middle: number;
  high: number;
  was: number;
}

export interface Finding {
  /** of a machine, or of a site where the kind is about sites */
  id: string;
  kind: OddKind;
  was: number;
  /** what would not have been odd */
  from: number;
  to: number;
  /** hours that counted */
  hours: number;
  points: BandPoint[];
}

/** No look goes back further. */
export const lookBackHours = 7 * 24;
const mostPoints = 48;

/** The last point stays: it is what was judged. */
export function thinned(points: readonly BandPoint[]): BandPoint[] {
  const every = Math.ceil(points.length / mostPoints);
  return points.filter((_, index) => (points.length - 1 - index) % every === 0).map(roundPoint);
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const roundPoint = ({ at, low, middle, high, was }: BandPoint): BandPoint => ({
  at,
  low: tenth(low),
  middle: tenth(middle),
  high: tenth(high),
  was: tenth(was),
});

/** The hours that a look may count, oldest first. */
export function hoursBefore(until: number, count = lookBackHours): number[] {
  return Array.from({ length: count }, (_, index) => until - (count - index) * hourMs);
}

/** What a machine should have brought and did, hour by hour; an hour that does not count is zero in both. */
export interface Series {
  expected: number[];
  was: number[];
}

const isExcused = ({ excused }: OddMachine, at: number) =>
  excused.some(({ from, to }) => from < at + hourMs && to > at);

/** Where people play and coins are not counted, business is not low: `judgeGap` says what it is. */
function usedIn({ hours, habit, gives }: OddMachine, at: number): number {
  const hour = hours.get(at);
  if (!hour) return 0;
  return gives === 'plays' && habit?.gap ? Math.max(hour.use, hour.given / habit.gap.rate) : hour.use;
}

export function seriesOf(machine: OddMachine, site: OddSite, hours: readonly number[]): Series {
  const { habit } = machine;
  const expected: number[] = [];
  const was: number[] = [];
  for (const at of hours) {
    const share = habit && !isExcused(machine, at) ? site.openShare(at) : 0;
    expected.push(habit && share > 0 ? expectedAt(habit, at, site.clock) * share : 0);
    was.push(share > 0 ? usedIn(machine, at) : 0);
  }
  return { expected, was };
}
