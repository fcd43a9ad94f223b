/**
 * Seeded fleets for the bench of anomalies: sites with weekends, holidays and rain, machines with good and bad days, people
 * who come at random and play several times, and things that go wrong at known hours.
 */
import type { OddKind } from '#features/insight/alerts/contract/kinds.ts';
import type { OddHour } from '#features/insight/alerts/rules/odd-figure-rules.ts';
import { type Chance, chanceOf, crowdByHour, opensAtHour } from '#kit/kernel/demo-days.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';

export const pastDays = 49;
export const playedDays = 14;
/** A Monday, midnight in China. */
export const firstAt = Date.UTC(2026, 0, 4, 16);

export interface Trouble {
  kind: OddKind;
  from: number;
  to: number;
}

/** What nobody who watches knows: how many came in an hour, and how many should have but for the machine's own day. */
export interface Truth {
  came: number;
  due: number;
}

export interface PlayedMachine {
  id: string;
  gives: 'plays' | 'coins' | null;
  prizes: boolean;
  hours: Map<number, OddHour>;
  trouble: Trouble | null;
  /** the server knows: an alert of its own is open */
  offline: { from: number; to: number } | null;
  /** how often people come to it on an ordinary day */
  visits: number;
  spread: number;
  rate: number;
  truth: Map<number, Truth>;
}

export interface PlayedSite {
  id: string;
  machines: PlayedMachine[];
  /** nobody gets to its machines, though all of them are well and connected */
  trouble: Trouble | null;
}

const million = 1_000_000;
const real = (draw: Chance): number => (draw(0, million - 1) + 0.5) / million;
const between = (draw: Chance, low: number, high: number) => low + (high - low) * real(draw);

/** Knuth's; for large means by the normal curve. */
function poisson(draw: Chance, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(draw)));
  const limit = Math.exp(-mean);
  let [count, product] = [0, real(draw)];
  while (product > limit) {
    count += 1;
    product *= real(draw);
  }
  return count;
}

const normal = (draw: Chance): number =>
  Math.sqrt(-2 * Math.log(real(draw))) * Math.cos(2 * Math.PI * real(draw));

/** Mean one, varying by so much; a lognormal. */
const varying = (draw: Chance, spread: number): number => Math.exp(spread * normal(draw) - spread ** 2 / 2);

function hits(draw: Chance, trials: number, rate: number): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) if (real(draw) < rate) count += 1;
  return count;
}

/** Monday first. */
const weekdays = [0.8, 0.8, 0.85, 0.9, 1.15, 1.7, 1.5];
const allCrowd = crowdByHour.reduce((sum, people) => sum + people, 0);

/** How many people come to a site on each day: weekends, a holiday now and then, rain that keeps half of them away. */
function siteDays(draw: Chance): number[] {
  return Array.from({ length: pastDays + playedDays }, (_, day) => {
    const usual = (weekdays[day % 7] as number) * varying(draw, 0.12);
    const lot = real(draw);
    if (lot < 0.07) return usual * between(draw, 0.25, 0.55);
    return lot < 0.1 ? usual * between(draw, 1.6, 2.4) : usual;
  });
}

type Kind = 'claw' | 'lottery' | 'vending' | 'exchange';
const kindsByLot: readonly Kind[] = [
  'claw',
  'claw',
  'claw',
  'claw',
  'claw',
  'lottery',
  'vending',
  'exchange',
];

const troublesOf: Record<Kind, readonly OddKind[]> = {
  claw: ['incomeLow', 'coinsNoPlays', 'playsUnpaid', 'winDrift'],
  lottery: ['incomeLow', 'coinsNoPlays', 'playsUnpaid'],
  vending: ['incomeLow'],
  exchange: ['incomeLow', 'cashGap'],
};

/** A bent claw is noticed late: what it gives is a matter of many plays. */
const lastsDays = (kind: OddKind) => (kind === 'winDrift' ? 6 : 2);

/** Begins while people are there, so early that all of it is still played. */
function troubleOf(draw: Chance, machine: Kind): Trouble {
  const kinds = troublesOf[machine];
  const kind = kinds[draw(0, kinds.length - 1)] as OddKind;
  const day = pastDays + draw(0, playedDays - 2 - lastsDays(kind));
  const from = firstAt + day * dayMs + (opensAtHour + draw(0, 11)) * hourMs;
  return { kind, from, to: from + lastsDays(kind) * dayMs };
}

interface Machine {
  kind: Kind;
  /** uses of an ordinary day */
  level: number;
  spread: number;
  /** how many times people play one after the other */
  run: number;
  rate: number;
  coinsPerPlay: number;
  coinsPerYuan: number;
  trouble: Trouble | null;
  /** how bad it is: 0 all, 1 nothing */
  left: number;
  winsTimes: number;
  offline: PlayedMachine['offline'];
}

function machineOf(draw: Chance): Machine {
  const kind = kindsByLot[draw(0, kindsByLot.length - 1)] as Kind;
  const lot = real(draw);
  const day = pastDays + draw(0, playedDays - 3);
  const from = firstAt + day * dayMs + (opensAtHour + draw(0, 11)) * hourMs;
  return {
    kind,
    level: Math.exp(between(draw, Math.log(15), Math.log(200))),
    spread: between(draw, 0.1, 0.35),
    run: between(draw, 1.2, 4),
    rate: between(draw, 0.03, 0.1),
    coinsPerPlay: draw(1, 3),
    coinsPerYuan: draw(1, 2),
    trouble: lot < 0.2 ? troubleOf(draw, kind) : null,
    left: real(draw) < 0.6 ? 0 : between(draw, 0, 0.2),
    winsTimes: real(draw) < 0.5 ? 0 : between(draw, 2.5, 5),
    offline: lot > 0.94 ? { from, to: from + draw(2, 40) * hourMs } : null,
  };
}

/** What people do in an hour, and what of it the machine counts. */
function hourOf(draw: Chance, machine: Machine, at: number, mean: number): { hour: OddHour; came: number } {
  const { trouble, left, kind } = machine;
  const odd = trouble && at >= trouble.from && at < trouble.to ? trouble.kind : null;
  const isOff = machine.offline && at + hourMs > machine.offline.from && at < machine.offline.to;
  const people = poisson(draw, (mean / machine.run) * (isOff ? 0 : odd === 'incomeLow' ? left : 1));
  let uses = 0;
  for (let person = 0; person < people; person++) uses += 1 + poisson(draw, machine.run - 1);
  if (kind === 'vending')
    return { hour: { at, use: uses, taken: 0, given: 0, plays: 0, wins: 0 }, came: people };
  if (kind === 'exchange') {
    const yuan = uses * 10;
    const fromAfar = draw(0, 40) === 0 ? draw(5, 20) : 0;
    const stolen = odd === 'cashGap' && mean > 0 ? draw(0, 60) : 0;
    const coins = yuan * machine.coinsPerYuan + fromAfar + stolen;
    return { hour: { at, use: coins, taken: yuan, given: coins, plays: 0, wins: 0 }, came: people };
  }
  const seen = (count: number, kindOf: OddKind) => (odd === kindOf ? hits(draw, count, left) : count);
  // who loses a coin to it walks away more often
  const tried = odd === 'coinsNoPlays' ? hits(draw, uses, 0.7) : uses;
  const coins = seen(tried * machine.coinsPerPlay, 'playsUnpaid');
  const given = seen(tried, 'coinsNoPlays');
  const free = draw(0, 30) === 0 ? draw(1, 3) : 0;
  const winRate = machine.rate * (odd === 'winDrift' ? machine.winsTimes : 1);
  const wins = kind === 'claw' ? hits(draw, given + free, Math.min(1, winRate)) : 0;
  return { hour: { at, use: coins, taken: coins, given, plays: given + free, wins }, came: people };
}

interface Closed {
  from: number;
  to: number;
  /** the part of the people who come all the same */
  left: number;
}

function play(
  draw: Chance,
  id: string,
  crowd: readonly number[],
  closed: Closed | null = null,
): PlayedMachine {
  const drawn = machineOf(draw);
  // one thing at a time, so that it is known who should have been told of what
  const machine = closed ? { ...drawn, trouble: null, offline: null } : drawn;
  const hours = new Map<number, OddHour>();
  const truth = new Map<number, Truth>();
  crowd.forEach((people, day) => {
    const ofDay = people * varying(draw, machine.spread);
    crowdByHour.forEach((share, index) => {
      const at = firstAt + day * dayMs + (opensAtHour + index) * hourMs;
      const part = closed && at >= closed.from && at < closed.to ? closed.left : 1;
      const usual = (machine.level * share) / allCrowd;
      const { hour, came } = hourOf(draw, machine, at, usual * ofDay * part);
      if (machine.trouble) truth.set(at, { came, due: (usual * people) / machine.run });
      if (hour.taken + hour.given + hour.use + hour.plays > 0) hours.set(at, hour);
    });
  });
  const { kind, trouble, offline, spread, rate } = machine;
  const gives = kind === 'exchange' ? 'coins' : kind === 'vending' ? null : 'plays';
  const visits = machine.level / machine.run;
  return { id, gives, prizes: kind === 'claw', hours, trouble, offline, visits, spread, rate, truth };
}

/** Sites of one machine, of a handful and of a hall. */
const sizes = [1, 2, 4, 6, 8, 10, 12, 16, 20];
/** Sites of which the door stays shut for a day, or hardly anybody finds the way. */
const closedSizes = [2, 3, 5, 8, 12];

function closedOf(draw: Chance): Closed {
  const day = pastDays + draw(0, playedDays - 3);
  const from = firstAt + day * dayMs + (opensAtHour + draw(0, 11)) * hourMs;
  return { from, to: from + dayMs, left: real(draw) < 0.7 ? 0 : between(draw, 0, 0.1) };
}

export function playFleet(seed: string): PlayedSite[] {
  const sites = sizes.map((size, site): PlayedSite => {
    const crowd = siteDays(chanceOf(`${seed} days ${site}`));
    const machines = Array.from({ length: size }, (_, index) =>
      play(chanceOf(`${seed} machine ${site} ${index}`), `${site}-${index}`, crowd),
    );
    return { id: String(site), machines, trouble: null };
  });
  const shut = closedSizes.map((size, site): PlayedSite => {
    const crowd = siteDays(chanceOf(`${seed} shut days ${site}`));
    const closed = closedOf(chanceOf(`${seed} shut ${site}`));
    const machines = Array.from({ length: size }, (_, index) =>
      play(chanceOf(`${seed} shut machine ${site} ${index}`), `shut ${site}-${index}`, crowd, closed),
    );
    return { id: `shut ${site}`, machines, trouble: { kind: 'siteLow', from: closed.from, to: closed.to } };
  });
  return [...sites, ...shut];
}
