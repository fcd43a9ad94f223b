import { binomialBand, binomialTest } from '#kit/kernel/binomial.ts';
import { type BandPoint, type Finding, type OddMachine, thinned } from './odd-machine-rules.ts';

/** A past with fewer says little about a rate. */
const fewestPlays = 400;
const fewestWins = 8;

/** What wins may have become, as a multiple of what they were; each counts as much as the others of its side. */
const sides = [
  { sign: 1, times: [2, 3, 4.5] },
  { sign: -1, times: [0, 0.3] },
] as const;
/**
 * How much likelier what was seen is by a changed rate than by the old one, added up over all hours at which it may have
 * changed (Shiryaev and Roberts). Whatever the number of looks, a machine that is well reaches it on average once in so many
 * hours of play at the earliest.
 */
const raiseAt = 40_000;
const raise = { more: 1.5, less: 0.5 };
/** evidence beyond this is only a larger number */
const most = 1e100;

/** plays of a block, counted backwards, by which an open one is judged */
const blocksOfOpen = [60, 90, 120, 180, 250] as const;
const keep = { chance: 1e-2, more: 1.3, less: 0.7 };
/** the past's rate is an estimate too: the one nearest to what was seen, within so many of its deviations */
const doubt = 1;
const doubtOfOpen = 1.5;
const bandShare = 0.998;

interface Counted {
  at: number;
  plays: number;
  wins: number;
}

/** A play in the last minute of an hour may be won in the next: no hour has more wins than plays. */
function countedHours(machine: OddMachine, hours: readonly number[]): Counted[] {
  const since = machine.since.winDrift ?? Number.NEGATIVE_INFINITY;
  let late = 0;
  return hours.flatMap((at) => {
    const hour = at >= since ? machine.hours.get(at) : undefined;
    if (!hour || hour.plays + hour.wins === 0) return [];
    const wins = Math.min(hour.plays, hour.wins + late);
    late += hour.wins - wins;
    return [{ at, plays: hour.plays, wins }];
  });
}

/** The evidence for one changed rate, and the hour that most likely was its first. */
function evidenceFor(hours: readonly Counted[], before: number, after: number) {
  const [ofWin, ofMiss] = [after / before, (1 - after) / (1 - before)];
  let [sum, best, first] = [0, 0, 0];
  hours.forEach(({ plays, wins }, index) => {
    const ratio = ofWin ** wins * ofMiss ** (plays - wins);
    sum = Math.min(most, (1 + sum) * ratio);
    if (best <= 1) first = index;
    best = Math.min(most, Math.max(1, best) * ratio);
  });
  return { sum, best, first };
}

const highestRate = 0.95;

function changedSince(hours: readonly Counted[], rate: number, error: number): number | null {
  for (const { sign, times } of sides) {
    const before = Math.min(highestRate, rate + sign * error);
    if (before <= 0) continue;
    const found = times.map((by) => evidenceFor(hours, before, Math.min(highestRate, before * by)));
    const evidence = found.reduce((sum, one) => sum + one.sum, 0) / found.length;
    if (evidence < raiseAt) continue;
    const { first } = found.reduce((one, other) => (other.best > one.best ? other : one));
    const seen = rateOf(hours.slice(first));
    if (sign > 0 ? seen >= rate * raise.more : seen <= rate * raise.less) return first;
  }
  return null;
}

function rateOf(hours: readonly Counted[]): number {
  const sum = (name: 'plays' | 'wins') => hours.reduce((total, hour) => total + hour[name], 0);
  return sum('wins') / Math.max(1, sum('plays'));
}

/** What is told stays while the latest plays still differ, by weaker limits. */
function stillChangedSince(hours: readonly Counted[], rate: number, error: number): number | null {
  let [plays, wins, next] = [0, 0, 0];
  for (let index = hours.length - 1; index >= 0; index--) {
    plays += (hours[index] as Counted).plays;
    wins += (hours[index] as Counted).wins;
    const needed = blocksOfOpen[next];
    if (needed === undefined) return null;
    // one that is hardly played is judged by all that is known
    if (plays < needed && (index > 0 || next > 0)) continue;
    next += 1;
    const seen = wins / plays;
    if (seen < rate * keep.more && seen > rate * keep.less) continue;
    const nearest = Math.min(1, Math.max(0, seen > rate ? rate + error : rate - error));
    if (binomialTest(wins, plays, nearest) < keep.chance) return index;
  }
  return null;
}

/** Against the machine's own past; what settings say is the business of `win-rate-rules.ts`. */
export function judgeWins(machine: OddMachine, hours: readonly number[]): Finding | null {
  const { habit } = machine;
  if (!machine.prizes || !habit || habit.plays < fewestPlays || habit.wins < fewestWins) return null;
  const isOpen = machine.open.has('winDrift');
  // somebody looks into the prizes of this machine already: a second reason is not needed
  if (machine.prizesTold && !isOpen) return null;
  const rate = habit.wins / habit.plays;
  const error = Math.sqrt((rate * (1 - rate)) / habit.plays);
  const counted = countedHours(machine, hours);
  const first = isOpen
    ? stillChangedSince(counted, rate, doubtOfOpen * error)
    : changedSince(counted, rate, doubt * error);
  return first === null ? null : findingOf(machine.id, rate, counted.slice(first));
}

function findingOf(id: string, rate: number, hours: readonly Counted[]): Finding {
  let [plays, wins] = [0, 0];
  const points = hours.map((hour): BandPoint => {
    plays += hour.plays;
    wins += hour.wins;
    const { from, to } = binomialBand(plays, rate, bandShare);
    return { at: hour.at, low: from, middle: plays * rate, high: to, was: wins };
  });
  const last = points.at(-1) as BandPoint;
  return {
    id,
    kind: 'winDrift',
    was: wins,
    from: last.low,
    to: last.high,
    hours: points.length,
    points: thinned(points),
  };
}
