import { binomialBand, binomialTest } from '#kit/kernel/binomial.ts';
import { type BandPoint, type Finding, type OddMachine, thinned } from './odd-machine-rules.ts';

/** A past with fewer says little about a rate. */
const fewestPlays = 400;
const fewestWins = 8;
/** plays of a block, counted backwards */
const blocks = [60, 90, 120, 180, 250, 350, 500] as const;
const blocksOfOpen = 5;

const raise = { chance: 3e-5, more: 1.5, less: 0.5 };
const keep = { chance: 1e-2, more: 1.3, less: 0.7 };
/** the past's rate is an estimate too: the one nearest to what was seen, within so many of its deviations */
const doubt = 1.5;
const bandShare = 0.998;

/** By the exact binomial test against the machine's own past; what settings say is the business of `win-rate-rules.ts`. */
export function judgeWins(machine: OddMachine, hours: readonly number[]): Finding | null {
  const { habit } = machine;
  if (!machine.prizes || !habit || habit.plays < fewestPlays || habit.wins < fewestWins) return null;
  const isOpen = machine.open.has('winDrift');
  const limit = isOpen ? keep : raise;
  const since = machine.since.winDrift ?? Number.NEGATIVE_INFINITY;
  const rate = habit.wins / habit.plays;
  const error = doubt * Math.sqrt((rate * (1 - rate)) / habit.plays);
  let [plays, wins, next] = [0, 0, 0];
  for (let index = hours.length - 1; index >= 0 && (hours[index] as number) >= since; index--) {
    const hour = machine.hours.get(hours[index] as number);
    if (!hour) continue;
    plays += hour.plays;
    wins += hour.wins;
    const needed = blocks[next];
    if (needed === undefined || (isOpen && next >= blocksOfOpen)) break;
    if (plays < needed) continue;
    next += 1;
    // a play in the last minute of an hour may be won in the next
    const hits = Math.min(wins, plays);
    const seen = hits / plays;
    if (seen < rate * limit.more && seen > rate * limit.less) continue;
    const nearest = Math.min(1, Math.max(0, seen > rate ? rate + error : rate - error));
    if (binomialTest(hits, plays, nearest) < limit.chance)
      return findingOf(machine, rate, hours.slice(index));
  }
  return null;
}

function findingOf(machine: OddMachine, rate: number, hours: readonly number[]): Finding {
  const points: BandPoint[] = [];
  let [plays, wins] = [0, 0];
  for (const at of hours) {
    const hour = machine.hours.get(at);
    if (!hour || hour.plays + hour.wins === 0) continue;
    plays += hour.plays;
    wins += hour.wins;
    const { from, to } = binomialBand(plays, rate, bandShare);
    points.push({ at, low: from, middle: plays * rate, high: to, was: wins });
  }
  const last = points.at(-1) as BandPoint;
  return {
    id: machine.id,
    kind: 'winDrift',
    was: wins,
    from: last.low,
    to: last.high,
    hours: points.length,
    points: thinned(points),
  };
}
