/** Claws with six weeks of past, and what their last day was like. */
import { chanceOf } from '#kit/kernel/demo-days.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { type Habit, habitsOf } from '../rules/habit-rules.ts';
import { judgeMachines } from '../rules/judge-odd-rules.ts';
import { type OddHour, placeInWeek } from '../rules/odd-figure-rules.ts';
import type { OddMachine } from '../rules/odd-machine-rules.ts';
import { pastDays } from '../rules/past-day-rules.ts';

export const clock = { offsetMs: 8 * hourMs, dayStart: 0 };
/** Monday, midnight in China, and 42 days later. */
export const start = Date.UTC(2026, 0, 4, 16);
export const days = 42;
export const [opens, closes] = [10, 22];
const isOpen = (at: number) => {
  const { hour } = placeInWeek(at, clock);
  return hour >= opens && hour < closes;
};
const openShare = (at: number) => (isOpen(at) ? 1 : 0);

export type Change = (hour: OddHour) => OddHour;
export const same: Change = (hour) => hour;

/** A claw that is played some eight times an hour; `last` says what its days since then were like. */
export function hoursOf(
  name: string,
  last: Change = same,
  until = start + (days + 1) * dayMs,
): Map<number, OddHour> {
  const draw = chanceOf(name);
  const hours = new Map<number, OddHour>();
  for (let at = start; at < until; at += hourMs) {
    if (!isOpen(at)) continue;
    const plays = draw(4, 12);
    const wins = draw(1, 10) <= 4 ? 1 : 0;
    const hour = { at, use: plays, taken: plays, given: plays, plays, wins };
    hours.set(at, at >= start + days * dayMs ? last(hour) : hour);
  }
  return hours;
}

export function habitOf(hours: ReadonlyMap<number, OddHour>): Habit {
  const first = placeInWeek(start, clock).day;
  const past = pastDays([...hours.values()], clock, { first, last: first + days - 1 });
  return habitsOf(new Map([['one', past]])).get('one')!;
}

export function machineOf(name: string, last: Change = same, changes: Partial<OddMachine> = {}): OddMachine {
  const hours = hoursOf(name, last);
  return {
    id: name,
    habit: habitOf(hours),
    hours,
    gives: 'plays',
    prizes: true,
    prizesTold: false,
    excused: [],
    since: {},
    open: new Set(),
    ...changes,
  };
}

/** At ten in the evening of the day after the past. */
export const until = start + days * dayMs + closes * hourMs;
export const judge = (machines: readonly OddMachine[], at = until) =>
  judgeMachines({ clock, openShare, until: at }, machines);
export const kindsOf = (machines: readonly OddMachine[], at = until) =>
  judge(machines, at).findings.map(({ id, kind }) => `${id} ${kind}`);
export const neighbours = (last: Change = same) => [1, 2, 3, 4].map((n) => machineOf(`neighbour ${n}`, last));

export const dead: Change = (hour) => ({ ...hour, use: 0, taken: 0, given: 0, plays: 0, wins: 0 });
