import { tenantNames } from '#features/base/accounts/server/public.ts';
import { countSites } from '#features/base/sites/server/public.ts';
import { placeNames } from '#features/insight/reports/server/public.ts';
import { countMachineDays } from '#features/machines/devices/server/public.ts';
import {
  incomeMeasures,
  incomeOf,
  incomePartOf,
  type Measure,
} from '#features/selling/figures/contract/measures.ts';
import {
  dayGoingOn,
  type RecentPlace,
  readRecentDays,
  readSameHours,
} from '#features/selling/figures/server/public.ts';
import { addDays, hourMs, weekdayOf } from '#kit/kernel/time.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { type PlaceKind, rankedDays, type todayContract, trendDays } from '../contract/today.ts';
import { type Ranked, rankPlaces } from '../rules/ranking-rules.ts';

const aWeek = 7;
/** of the best, and of the worst */
const mostPlaces = 2;

interface Told {
  context: StaffContext;
  at: Date;
  day: string;
  siteId: string | undefined;
}

const ofSite = ({ siteId }: Told) => (siteId ? { siteIds: [siteId] } : {});

/** Income by whatever tells figures apart. */
function sumIncome<F extends { measure: Measure; amount: number }, K>(
  figures: readonly F[],
  keyOf: (figure: F) => K,
): Map<K, number> {
  const sums = new Map<K, number>();
  for (const figure of figures) {
    const key = keyOf(figure);
    sums.set(key, (sums.get(key) ?? 0) + incomeOf(figure.measure, figure.amount));
  }
  return sums;
}

/** Income by days ago, and how today's came in; far enough to hold yesterday against its day of the week before. */
async function readDays(told: Told) {
  const { db, session } = told.context;
  const figures = await readRecentDays(db.read, session.scope, {
    at: told.at,
    measures: incomeMeasures,
    ...ofSite(told),
    from: 0,
    to: trendDays,
    every: 1,
  });
  const sums = sumIncome(figures, ({ step }) => step);
  const parts = sumIncome(
    figures.filter(({ step }) => step === 0),
    ({ measure }) => incomePartOf(measure),
  );
  return {
    incomeOn: (back: number) => sums.get(back) ?? 0,
    parts: {
      onlineFen: parts.get('online') ?? 0,
      cashFen: parts.get('cash') ?? 0,
      balanceFen: parts.get('balance') ?? 0,
      groupBuyFen: parts.get('groupBuy') ?? 0,
    },
  };
}

async function readHours(told: Told) {
  const { db, session } = told.context;
  const figures = await readSameHours(db.read, session.scope, {
    at: told.at,
    measures: incomeMeasures,
    ...ofSite(told),
    backs: [0, 1, aWeek],
  });
  const sums = sumIncome(figures, ({ back }) => back);
  const until = new Date(Math.floor(told.at.getTime() / hourMs) * hourMs);
  const [todayFen, yesterdayFen, lastWeekFen] = [0, 1, aWeek].map((back) => sums.get(back) ?? 0) as [
    number,
    number,
    number,
  ];
  return { until, todayFen, yesterdayFen, lastWeekFen };
}

const keys: Record<PlaceKind, RecentPlace> = { merchant: 'tenant', site: 'site', device: 'device' };

async function rank(told: Told, kind: PlaceKind) {
  const { db, session } = told.context;
  const days = { from: addDays(told.day, -rankedDays), to: addDays(told.day, -1) };
  const [figures, machineDays] = await Promise.all([
    readRecentDays(db.read, session.scope, {
      at: told.at,
      measures: incomeMeasures,
      ...ofSite(told),
      from: 1,
      to: 2 * rankedDays,
      every: rankedDays,
      by: keys[kind],
    }),
    countMachineDays(db.read, session.scope, { ...days, ...ofSite(told) }, keys[kind]),
  ]);
  const of = (step: number) =>
    sumIncome(
      figures.filter((figure) => figure.step === step),
      ({ placeId }) => placeId,
    );
  return { kind, ...days, ...rankPlaces(of(0), of(1), machineDays, mostPlaces) };
}

async function namesOf({ db, session }: StaffContext, kind: PlaceKind, ids: readonly string[]) {
  if (kind === 'merchant') {
    const names = await tenantNames(db.read, [...ids]);
    return (id: string) => names.get(id) ?? id;
  }
  const nameOf = await placeNames(db.read, session.scope, kind, ids);
  return (id: string) => {
    const { fieldName, equipmentNo, equipmentName } = nameOf(id);
    if (kind === 'site') return fieldName ?? '';
    return [equipmentNo === null ? '' : `#${equipmentNo}`, equipmentName ?? ''].filter(Boolean).join(' ');
  };
}

/** The reader's merchants, sites or, where there is but one site, its machines. */
async function readPlaces(told: Told, sites: number) {
  const ofMachines = told.siteId !== undefined || (told.context.session.realm === 'merchant' && sites < 2);
  const kind = ofMachines ? 'device' : told.context.session.realm === 'merchant' ? 'site' : 'merchant';
  const { best, worst, count: _, ...found } = await rank(told, kind);
  const nameOf = await namesOf(
    told.context,
    kind,
    [...best, ...worst].map(({ id }) => id),
  );
  const named = (places: readonly Ranked[]) => places.map((place) => ({ ...place, name: nameOf(place.id) }));
  return { ...found, best: named(best), worst: named(worst) };
}

export const todayHandlers: Handlers<typeof todayContract> = {
  async readToday(context, { fieldId: siteId }) {
    const at = context.clock.now();
    const { read } = context.db;
    const { scope } = context.session;
    const count = await countSites(read, scope);
    const day = await dayGoingOn(read, scope, { at, siteId, count });
    const told: Told = { context, at, day, siteId };
    const [{ incomeOn, parts }, hours, places] = await Promise.all([
      readDays(told),
      readHours(told),
      readPlaces(told, count),
    ]);
    return {
      day,
      weekday: weekdayOf(day),
      incomeFen: incomeOn(0),
      ...parts,
      hours,
      yesterday: { day: addDays(day, -1), incomeFen: incomeOn(1), lastWeekFen: incomeOn(1 + aWeek) },
      days: Array.from({ length: trendDays }, (_, index) => trendDays - index).map((back) => ({
        day: addDays(day, -back),
        incomeFen: incomeOn(back),
      })),
      places,
    };
  },
};
