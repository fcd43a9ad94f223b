import { type OddKind, oddKinds } from '#features/insight/alerts/contract/kinds.ts';
import { habitsOf, mostDays } from '#features/insight/alerts/rules/habit-rules.ts';
import { besideSite, judgeMachines } from '#features/insight/alerts/rules/judge-odd-rules.ts';
import { placeInWeek } from '#features/insight/alerts/rules/odd-figure-rules.ts';
import { hoursBefore, type OddMachine } from '#features/insight/alerts/rules/odd-machine-rules.ts';
import { judgeCrowd } from '#features/insight/alerts/rules/odd-site-rules.ts';
import { pastDays as daysOf } from '#features/insight/alerts/rules/past-day-rules.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { bestWithinADay } from './anomalies/bound.ts';
import {
  firstAt,
  type PlayedMachine,
  type PlayedSite,
  pastDays,
  playedDays,
  playFleet,
} from './anomalies/play-fleet.ts';
import { type Measure, rounded } from './measures.ts';

const clock = { offsetMs: 8 * hourMs, dayStart: 0 };
const [opens, closes] = [10, 22];
/** what a claw in a mall has */
const busyVisits = 20;
const fleets = Number(process.env.BENCH_FLEETS ?? 10);

type Watched = PlayedMachine | PlayedSite;

/** What was told, of which machine or site, and when. */
interface Told {
  of: Watched;
  kind: OddKind;
  at: number;
}

const openShare = (at: number) => {
  const { hour } = placeInWeek(at, clock);
  return hour >= opens && hour < closes ? 1 : 0;
};

/** What is open of machines and site, and since when what was before does not count. */
class Watch {
  readonly told: Told[] = [];
  private readonly open = new Map<Watched, Set<OddKind>>();
  private readonly since = new Map<Watched, Partial<Record<OddKind, number>>>();

  openOf(of: Watched): ReadonlySet<OddKind> {
    return this.open.get(of) ?? new Set();
  }

  sinceOf(of: Watched): Partial<Record<OddKind, number>> {
    return this.since.get(of) ?? {};
  }

  /** One open alert for a machine and kind; what one was about is not told a second time. */
  settle(of: Watched, kinds: ReadonlySet<OddKind>, at: number): void {
    const before = this.openOf(of);
    for (const kind of kinds) if (!before.has(kind)) this.told.push({ of, kind, at });
    const over = [...before].filter((kind) => !kinds.has(kind)).map((kind) => [kind, at]);
    this.since.set(of, { ...this.sinceOf(of), ...Object.fromEntries(over) });
    this.open.set(of, new Set(kinds));
  }
}

function lookAt(site: PlayedSite, habits: ReturnType<typeof habitsOf>, until: number, watch: Watch): void {
  const { machines } = site;
  const looked = machines.map(
    (machine): OddMachine => ({
      id: machine.id,
      hours: machine.hours,
      gives: machine.gives,
      prizes: machine.prizes,
      // the fleet has no alerts about what is set
      prizesTold: false,
      habit: habits.get(machine.id) ?? null,
      excused: machine.offline ? [machine.offline] : [],
      since: watch.sinceOf(machine),
      open: watch.openOf(machine),
    }),
  );
  const { findings, crowd } = judgeMachines({ clock, openShare, until }, looked);
  const whole = judgeCrowd(site.id, crowd, hoursBefore(until), {
    since: watch.sinceOf(site).siteLow,
    isOpen: watch.openOf(site).has('siteLow'),
  });
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const kept = besideSite(findings, whole, ({ id, kind }) => watch.openOf(byId.get(id)!).has(kind));
  const found = Map.groupBy(kept, ({ id }) => id);
  for (const machine of machines)
    watch.settle(machine, new Set((found.get(machine.id) ?? []).map(({ kind }) => kind)), until);
  watch.settle(site, new Set(whole ? (['siteLow'] as const) : []), until);
}

/** The job, hour by hour: habits once a day, what is odd every hour. */
function watchSite(site: PlayedSite): Told[] {
  const watch = new Watch();
  const firstDay = placeInWeek(firstAt, clock).day;
  for (let day = pastDays; day < pastDays + playedDays; day++) {
    const range = { first: firstDay + day - mostDays, last: firstDay + day - 1 };
    const habits = habitsOf(
      new Map(site.machines.map(({ id, hours }) => [id, daysOf([...hours.values()], clock, range)])),
    );
    for (let hour = opens; hour < closes; hour++)
      lookAt(site, habits, firstAt + day * dayMs + (hour + 1) * hourMs, watch);
  }
  return watch.told;
}

/** What goes wrong shows in what is added up for a while after it was mended. */
const aftermathMs = dayMs;
const isTrue = ({ of: { trouble }, kind, at }: Told) =>
  trouble?.kind === kind && at > trouble.from && at <= trouble.to + aftermathMs;

const part = (some: number, all: number) => (all === 0 ? 1 : rounded(some / all, 3));

function score(kind: OddKind, all: readonly Told[], watched: readonly Watched[]) {
  const told = all.filter((entry) => entry.kind === kind);
  const troubled = watched.filter(({ trouble }) => trouble?.kind === kind);
  const caughtWithin = (ms: number) =>
    troubled.filter((of) =>
      told.some((entry) => entry.of === of && isTrue(entry) && entry.at - of.trouble!.from <= ms),
    ).length;
  return {
    told: told.length,
    right: told.filter(isTrue).length,
    troubled: troubled.length,
    caught: caughtWithin(dayMs),
    caughtLater: caughtWithin(2 * dayMs),
    caughtLate: caughtWithin(6 * dayMs),
  };
}

/** Fleets by their seeds: those that limits were chosen by, or others. */
function playAll(): { told: Told[]; machines: PlayedMachine[]; sites: PlayedSite[] } {
  const sites: PlayedSite[] = [];
  for (let fleet = 0; fleet < fleets; fleet++)
    sites.push(...playFleet(`${process.env.BENCH_SEED ?? 'fleet'} ${fleet}`));
  return {
    told: sites.flatMap(watchSite),
    // machines of sites that are shut have no trouble of their own
    machines: sites.flatMap((site) => (site.trouble ? [] : site.machines)),
    sites,
  };
}

/**
 * Whether what is told is wrong (precision), and whether what is wrong is told within a day (recall). `BENCH_FLEETS` plays
 * more fleets and `BENCH_SEED` others: the usual ones were looked at while limits were chosen (docs/anomalies.md).
 */
export async function measureAnomalies(): Promise<readonly Measure[]> {
  const { told, machines, sites } = playAll();
  const all = [...machines, ...sites];
  const scores = oddKinds.map((kind) => ({ kind, ...score(kind, told, all) }));
  for (const { kind, ...counts } of scores)
    console.log(
      `  ${kind}: told ${counts.told}, of them right ${counts.right}; wrong ${counts.troubled}, told within a day ${counts.caught}, within two ${counts.caughtLater}, six ${counts.caughtLate}`,
    );
  const sum = (name: 'told' | 'right' | 'troubled' | 'caught' | 'caughtLater') =>
    scores.reduce((total, entry) => total + entry[name], 0);
  const scoreOf = (kind: OddKind) => scores.find((entry) => entry.kind === kind)!;
  const busy = score(
    'incomeLow',
    told,
    machines.filter(({ visits }) => visits >= busyVisits),
  );
  const best = (['incomeLow', 'winDrift'] as const).map((kind) => ({
    kind,
    troubled: scoreOf(kind).troubled,
    best: bestWithinADay(kind, machines),
  }));
  for (const { kind, troubled, best: most } of best)
    console.log(`  ${kind}: the best possible test would tell ${most} of ${troubled} within a day`);
  // what the other kinds count is not a matter of chance: the best test would tell all of them
  const lost = best.reduce((total, entry) => total + entry.troubled - entry.best, 0);
  const machineDays = sites.reduce((total, site) => total + site.machines.length, 0) * playedDays;
  return [
    ...scores.flatMap(({ kind, ...counts }): Measure[] => [
      { name: `anomalies_${kind}_precision`, value: part(counts.right, counts.told), goal: '>= 0.9' },
      { name: `anomalies_${kind}_recall`, value: part(counts.caught, counts.troubled), goal: '>= 0.8' },
    ]),
    // how far chance lets anybody get within a day
    ...best.map(
      (entry): Measure => ({
        name: `anomalies_${entry.kind}_recall_of_best_possible`,
        value: part(scoreOf(entry.kind).caught, entry.best),
        goal: '>= 0.8',
      }),
    ),
    {
      name: `anomalies_incomeLow_recall_from_${busyVisits}_visits_a_day`,
      value: part(busy.caught, busy.troubled),
      goal: '>= 0.8',
    },
    // a rate shows in plays, not in hours
    {
      name: 'anomalies_winDrift_recall_six_days',
      value: part(scoreOf('winDrift').caughtLate, scoreOf('winDrift').troubled),
      goal: '>= 0.8',
    },
    { name: 'anomalies_precision', value: part(sum('right'), sum('told')), goal: '>= 0.95' },
    { name: 'anomalies_recall', value: part(sum('caught'), sum('troubled')), goal: '>= 0.8' },
    {
      name: 'anomalies_recall_of_best_possible',
      value: part(sum('caught'), sum('troubled') - lost),
      goal: '>= 0.8',
    },
    { name: 'anomalies_recall_two_days', value: part(sum('caughtLater'), sum('troubled')), goal: '>= 0.9' },
    {
      name: 'anomalies_false_per_1000_machine_days',
      value: rounded(((sum('told') - sum('right')) * 1000) / machineDays, 2),
      goal: '<= 2',
    },
  ];
}
