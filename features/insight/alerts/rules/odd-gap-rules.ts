import type { OddKind } from '../contract/kinds.ts';
import { dayBegins, placeInWeek } from './odd-figure-rules.ts';
import { type BandPoint, type Finding, type OddMachine, type OddSite, thinned } from './odd-machine-rules.ts';

/** Days of a machine that is well lie within so many deviations of its usual gap. */
const deviations = 5;
/** Fewer pieces are not worth a walk; coins that a machine swallows make people angry sooner than plays make it poor. */
const leastOf = { playsUnpaid: 8, coinsNoPlays: 5, cashGap: 30 } as const;
/** as a part of what should have been given: a machine whose days all fit to the coin is held to less than a loose one */
const leastPart = 0.05;
const mostPart = 0.25;
/** an open alert ends when less than this part of what raised one is left */
const keepPart = 0.5;
/** before this many hours with figures the day has not said anything yet */
const silentHours = 4;

type GapKind = keyof typeof leastOf;

const kindOf = (gives: 'plays' | 'coins', excess: number): GapKind | null => {
  if (gives === 'coins') return excess > 0 ? 'cashGap' : null;
  return excess > 0 ? 'playsUnpaid' : 'coinsNoPlays';
};

interface Block {
  points: BandPoint[];
  taken: number;
  given: number;
  excess: number;
  limit: number;
}

function blockFrom(machine: OddMachine, kind: GapKind, begin: number, hours: readonly number[]): Block {
  const { rate, middle, spread, part } = machine.habit!.gap!;
  const share = Math.min(mostPart, Math.max(leastPart, deviations * part));
  let [taken, given] = [0, 0];
  const points: BandPoint[] = [];
  const allowed = () => deviations * spread + Math.max(leastOf[kind], share * Math.max(0, rate * taken));
  for (const at of hours) {
    if (at < begin) continue;
    const hour = machine.hours.get(at);
    if (!hour || (hour.taken === 0 && hour.given === 0)) continue;
    taken += hour.taken;
    given += hour.given;
    const expected = Math.max(0, rate * taken + middle);
    const limit = allowed();
    points.push({
      at,
      low: Math.max(0, expected - limit),
      middle: expected,
      high: expected + limit,
      was: given,
    });
  }
  return { points, taken, given, excess: given - rate * taken - middle, limit: allowed() };
}

/**
 * What a machine gave against what it took, today and since yesterday, by what it gave for it in its past: plays without
 * coins, coins without plays, coins of an exchange that nobody paid for.
 */
export function judgeGap(machine: OddMachine, site: OddSite, hours: readonly number[]): Finding | null {
  const { habit, gives } = machine;
  if (!habit?.gap || gives === null) return null;
  const today = placeInWeek(site.until - 1, site.clock).day;
  const blocks = [today, today - 1].map((day) => dayBegins(day, site.clock));
  for (const [index, dayBegin] of blocks.entries()) {
    const candidates = (['excess', 'lack'] as const).map((side) => {
      const kind = kindOf(gives, side === 'excess' ? 1 : -1);
      if (kind === null) return null;
      const block = blockFrom(machine, kind, Math.max(dayBegin, machine.since[kind] ?? dayBegin), hours);
      const sign = side === 'excess' ? 1 : -1;
      const isOpen = machine.open.has(kind);
      const limit = isOpen ? block.limit * keepPart : block.limit;
      // an open one is judged by today, once today has said something
      if (index > 0 && isOpen && saidSomething(machine, kind, blocks[0]!, hours)) return null;
      return sign * block.excess > limit ? findingOf(machine.id, kind, block) : null;
    });
    const found = candidates.find((finding) => finding !== null);
    if (found) return found;
  }
  return null;
}

function saidSomething(machine: OddMachine, kind: GapKind, begin: number, hours: readonly number[]): boolean {
  return blockFrom(machine, kind, begin, hours).points.length >= silentHours;
}

function findingOf(id: string, kind: OddKind, { points, given }: Block): Finding | null {
  const last = points.at(-1);
  if (!last) return null;
  return {
    id,
    kind,
    was: Math.round(given),
    from: Math.round(last.low),
    to: Math.round(last.high),
    hours: points.length,
    points: thinned(points),
  };
}
