import { type SQL, sql } from 'drizzle-orm';
import { countMachineDays, machineDays } from '#features/machines/devices/server/public.ts';
import {
  allWays,
  type IncomeSource,
  incomeMeasures,
  incomeOf,
  type Measure,
  wayOf,
} from '#features/selling/figures/contract/measures.ts';
import {
  type Figure,
  type FigureKey,
  figureKey,
  figureView,
  readFigures,
} from '#features/selling/figures/server/public.ts';
import { weekdayOf } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { addTo, figuresOf, nothing, type Tally } from '../rules/business-figures.ts';
import { type HeatCell, heatOf } from '../rules/heat-rules.ts';
import type { Days } from '../rules/period-rules.ts';
import { type Sums, type Weights, weighted } from './page-sums.ts';

/** Which machines on which days. */
export interface Asked extends Days {
  siteIds?: readonly string[];
  deviceIds?: readonly string[];
  types?: readonly DeviceType[];
}

export type By = 'all' | 'merchant' | 'site' | 'device' | 'type' | 'day' | 'month';

const keyOf: Record<By, (figure: Figure) => string> = {
  all: () => '',
  merchant: ({ tenantId }) => tenantId ?? '',
  site: ({ siteId }) => siteId ?? '',
  device: ({ deviceId }) => deviceId ?? '',
  type: ({ type }) => type ?? '',
  day: ({ day }) => day ?? '',
  month: ({ month }) => month ?? '',
};

const ofOrders = { orders: 'orders', gross: 'grossFen', refund: 'refundFen', fee: 'feeFen' } as const;
const ofMachines = {
  cash: 'grossFen',
  coinsIn: 'coinsIn',
  coinsOut: 'coinsOut',
  plays: 'plays',
  wins: 'wins',
  giftCost: 'giftCostFen',
  shares: 'sharesFen',
} as const satisfies Partial<Record<Measure, keyof Tally>>;

const tallied: readonly Measure[] = [
  ...allWays('orders'),
  ...allWays('gross'),
  ...allWays('refund'),
  ...allWays('fee'),
  ...(Object.keys(ofMachines) as (keyof typeof ofMachines)[]),
];

/** Where a measure belongs in a report; refunds are told apart from gross, so that both add up. */
function placeOf(measure: Measure): keyof Tally | undefined {
  const order = wayOf(measure);
  return order ? ofOrders[order.measure] : ofMachines[measure as keyof typeof ofMachines];
}

const keyName = (by: Exclude<By, 'all'>) => (by === 'merchant' ? 'tenant' : by);
const keys = (by: By): FigureKey[] => (by === 'all' ? [] : [keyName(by)]);

/** Sums of measures by place, type or day, for `pageSums`; `name` says what a measure is called there. */
export const measureParts = (
  scope: Scope,
  asked: Asked,
  by: Exclude<By, 'all'>,
  measures: readonly Measure[],
  name: SQL = sql`figure.measure`,
  amount: SQL = sql`figure.amount`,
): SQL => sql`
  select ${figureKey(keyName(by))}, ${name}, sum(${amount})::bigint
  from ${figureView(scope, { ...asked, measures, by: [keyName(by)] })} group by 1, 2`;

const incomePart = sql`case when figure.measure like 'refund.%' then -figure.amount else figure.amount end`;

/** Everything a line of the statistics is made of; with `before` also the income of that period. */
export const tallyParts = (
  scope: Scope,
  now: Asked,
  by: Exclude<By, 'all'>,
  before?: Asked | undefined,
): SQL[] => [
  measureParts(scope, now, by, tallied),
  sql`select m.key, 'machineDays', m.count::bigint from (${machineDays(scope, now, keyName(by))}) m`,
  ...(before ? [measureParts(scope, before, by, incomeMeasures, sql`'beforeFen'::text`, incomePart)] : []),
];

/** Sums by name as what a report calls them; what it does not know is passed over. */
export function tallyOf(amounts: Sums['amounts']): Tally {
  const tally = nothing();
  for (const [name, amount = 0] of Object.entries(amounts)) {
    const place = name === 'machineDays' ? name : placeOf(name as Measure);
    if (place) addTo(tally, { [place]: amount });
  }
  return tally;
}

/** How much one of each measure counts in a figure that is a sum: what the rule says of one of it alone. */
export const weightsOf = (figure: 'incomeFen' | 'refundFen' | 'netFen' | 'marginFen' | 'plays'): Weights =>
  Object.fromEntries(tallied.map((measure) => [measure, figuresOf(tallyOf({ [measure]: 1 }))[figure]]));

/** What a line is ranked by for its income of a machine and day; unknown where no machine stood. */
export const rankPerMachineDay = (): SQL =>
  sql`${weighted(weightsOf('incomeFen'))} / nullif(${weighted({ machineDays: 1 })}, 0)`;

/** All figures of what is asked for, told apart by site, machine, type, day or month. */
export async function tallyBy(
  reader: Reader,
  scope: Scope,
  asked: Asked,
  by: By,
): Promise<Map<string, Tally>> {
  const [figures, standing] = await Promise.all([
    readFigures(reader, scope, { ...asked, measures: tallied, by: [...keys(by), 'measure'] }),
    countMachineDays(reader, scope, asked, by === 'merchant' ? 'tenant' : by),
  ]);
  const tallies = new Map<string, Tally>();
  const ofKey = (key: string) => {
    const known = tallies.get(key) ?? nothing();
    tallies.set(key, known);
    return known;
  };
  for (const figure of figures) {
    const place = placeOf(figure.measure as Measure);
    if (place) addTo(ofKey(keyOf[by](figure)), { [place]: figure.amount });
  }
  for (const [key, count] of standing) addTo(ofKey(key), { machineDays: count });
  return tallies;
}

const signed = ({ measure, amount }: Figure) => incomeOf(measure as Measure, amount);

/** Income alone, by the same keys. */
export async function incomeBy(
  reader: Reader,
  scope: Scope,
  asked: Asked,
  by: By,
): Promise<Map<string, number>> {
  const figures = await readFigures(reader, scope, {
    ...asked,
    measures: incomeMeasures,
    by: [...keys(by), 'measure'],
  });
  const sums = new Map<string, number>();
  for (const figure of figures) {
    const key = keyOf[by](figure);
    sums.set(key, (sums.get(key) ?? 0) + signed(figure));
  }
  return sums;
}

type SourceTally = Pick<Tally, 'orders' | 'grossFen' | 'refundFen' | 'feeFen'>;

/** Income by way of paying, the largest first; cash inside machines is one of them. */
export async function tallySources(reader: Reader, scope: Scope, asked: Asked) {
  const figures = await readFigures(reader, scope, {
    ...asked,
    measures: tallied.filter((measure) => wayOf(measure) || measure === 'cash'),
    by: ['measure'],
  });
  const sources = new Map<IncomeSource, SourceTally>();
  for (const { measure, amount } of figures) {
    const order = wayOf(measure as Measure);
    const source = order?.way ?? 'machines';
    const sum = sources.get(source) ?? { orders: 0, grossFen: 0, refundFen: 0, feeFen: 0 };
    sum[order ? ofOrders[order.measure] : 'grossFen'] += amount;
    sources.set(source, sum);
  }
  return [...sources]
    .map(([source, sum]) => {
      const incomeFen = sum.grossFen - sum.refundFen;
      return { source, ...sum, incomeFen, netFen: incomeFen - sum.feeFen };
    })
    .sort((a, b) => b.incomeFen - a.incomeFen);
}

/** Income by hour of the week, by the clocks and the business days of each site. */
export async function readHeat(reader: Reader, scope: Scope, asked: Asked): Promise<HeatCell[]> {
  const figures = await readFigures(reader, scope, {
    ...asked,
    measures: incomeMeasures,
    by: ['day', 'clock', 'measure'],
  });
  return heatOf(
    figures.map((figure) => ({
      weekday: weekdayOf(figure.day as string),
      hour: figure.clockHour as number,
      incomeFen: signed(figure),
    })),
    asked,
  );
}
