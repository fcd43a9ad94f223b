import { type OddKind, oddKinds } from '#features/alerts/contract/kinds.ts';
import { pastDays as daysOf, habitsOf, mostDays } from '#features/alerts/rules/habit-rules.ts';
import { judgeSite } from '#features/alerts/rules/judge-odd-rules.ts';
import { placeInWeek } from '#features/alerts/rules/odd-figure-rules.ts';
import type { OddMachine } from '#features/alerts/rules/odd-machine-rules.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
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

/** What was told, of which machine, and when. */
interface Told {
  machine: PlayedMachine;
  kind: OddKind;
  at: number;
}

const openShare = (at: number) => {
  const { hour } = placeInWeek(at, clock);
  return hour >= opens && hour < closes ? 1 : 0;
};

/** The job, hour by hour: habits once a day, what is odd every hour, one open alert for a machine and kind. */
function watch({ machines }: PlayedSite): Told[] {
  const told: Told[] = [];
  const open = new Map(machines.map(({ id }) => [id, new Set<OddKind>()]));
  const since = new Map(machines.map(({ id }) => [id, {} as Partial<Record<OddKind, number>>]));
  const firstDay = placeInWeek(firstAt, clock).day;
  for (let day = pastDays; day < pastDays + playedDays; day++) {
    const range = { first: firstDay + day - mostDays, last: firstDay + day - 1 };
    const habits = habitsOf(
      new Map(machines.map(({ id, hours }) => [id, daysOf([...hours.values()], clock, range)])),
    );
    for (let hour = opens; hour < closes; hour++) {
      const until = firstAt + day * dayMs + (hour + 1) * hourMs;
      const looked = machines.map(
        ({ id, hours, gives, prizes, offline }): OddMachine => ({
          ...{ id, hours, gives, prizes },
          habit: habits.get(id) ?? null,
          excused: offline ? [offline] : [],
          since: since.get(id)!,
          open: open.get(id)!,
        }),
      );
      const found = Map.groupBy(judgeSite({ clock, openShare, until }, looked), ({ id }) => id);
      for (const machine of machines) {
        const before = open.get(machine.id)!;
        const kinds = new Set((found.get(machine.id) ?? []).map(({ kind }) => kind));
        for (const kind of kinds) if (!before.has(kind)) told.push({ machine, kind, at: until });
        // what an alert was about is not told a second time
        for (const kind of before) if (!kinds.has(kind)) since.get(machine.id)![kind] = until;
        open.set(machine.id, kinds);
      }
    }
  }
  return told;
}

/** What goes wrong shows in what is added up for a while after it was mended. */
const aftermathMs = dayMs;
const isTrue = ({ machine: { trouble }, kind, at }: Told) =>
  trouble?.kind === kind && at > trouble.from && at <= trouble.to + aftermathMs;

const part = (some: number, all: number) => (all === 0 ? 1 : rounded(some / all, 3));

function score(kind: OddKind, all: readonly Told[], machines: readonly PlayedMachine[]) {
  const told = all.filter((entry) => entry.kind === kind);
  const troubled = machines.filter(({ trouble }) => trouble?.kind === kind);
  const caughtWithin = (ms: number) =>
    troubled.filter((machine) =>
      told.some(
        (entry) => entry.machine === machine && isTrue(entry) && entry.at - machine.trouble!.from <= ms,
      ),
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

/**
 * Whether what is told is wrong (precision), and whether what is wrong is told within a day (recall). `BENCH_FLEETS` plays
 * more fleets and `BENCH_SEED` others: the usual ones were looked at while limits were chosen (docs/anomalies.md).
 */
export async function measureAnomalies(): Promise<readonly Measure[]> {
  const told: Told[] = [];
  const machines: PlayedMachine[] = [];
  for (let fleet = 0; fleet < fleets; fleet++)
    for (const site of playFleet(`${process.env.BENCH_SEED ?? 'fleet'} ${fleet}`)) {
      machines.push(...site.machines);
      told.push(...watch(site));
    }
  const scores = oddKinds.map((kind) => ({ kind, ...score(kind, told, machines) }));
  for (const { kind, ...counts } of scores)
    console.log(
      `  ${kind}: told ${counts.told}, of them right ${counts.right}; wrong machines ${counts.troubled}, told within a day ${counts.caught}, within two ${counts.caughtLater}, six ${counts.caughtLate}`,
    );
  const sum = (name: 'told' | 'right' | 'troubled' | 'caught' | 'caughtLater') =>
    scores.reduce((total, entry) => total + entry[name], 0);
  const busy = score(
    'incomeLow',
    told,
    machines.filter(({ visits }) => visits >= busyVisits),
  );
  const drift = score('winDrift', told, machines);
  const machineDays = machines.length * playedDays;
  return [
    ...scores.flatMap(({ kind, ...counts }): Measure[] => [
      { name: `anomalies_${kind}_precision`, value: part(counts.right, counts.told), goal: '>= 0.9' },
      { name: `anomalies_${kind}_recall`, value: part(counts.caught, counts.troubled), goal: '>= 0.8' },
    ]),
    // a machine that few people come to can not show within a day that nobody comes
    {
      name: `anomalies_incomeLow_recall_from_${busyVisits}_visits_a_day`,
      value: part(busy.caught, busy.troubled),
      goal: '>= 0.8',
    },
    // a rate shows in plays, not in hours
    {
      name: 'anomalies_winDrift_recall_six_days',
      value: part(drift.caughtLate, drift.troubled),
      goal: '>= 0.8',
    },
    { name: 'anomalies_precision', value: part(sum('right'), sum('told')), goal: '>= 0.9' },
    { name: 'anomalies_recall', value: part(sum('caught'), sum('troubled')), goal: '>= 0.8' },
    { name: 'anomalies_recall_two_days', value: part(sum('caughtLater'), sum('troubled')), goal: '>= 0.9' },
    {
      name: 'anomalies_false_per_1000_machine_days',
      value: rounded(((sum('told') - sum('right')) * 1000) / machineDays, 2),
      goal: '<= 2',
    },
  ];
}
