import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import {
  figureWays,
  type IncomeSource,
  type Measure,
  orderMeasure,
  orderMeasures,
  wayOf,
} from '../contract/measures.ts';
import { type IncomeLine, sumOf } from '../rules/income-rules.ts';
import type { FigureQuery } from './figure-query.ts';
import { readFigures } from './read-figures.ts';
import { type RecentPlace, readRecentDays } from './recent-figures.ts';

const places = { orders: 'orders', gross: 'grossFen', refund: 'refundFen', fee: 'feeFen' } as const;

/** What is added up for the income of some sources, with its orders and fees; of all where none are named. */
const measuresOf = (sources: readonly IncomeSource[] = [...figureWays, 'machines']): Measure[] =>
  sources.flatMap((source): Measure[] =>
    source === 'machines' ? ['cash'] : orderMeasures.map((measure) => orderMeasure(measure, source)),
  );

/** Figures as lines of income; `placeOf` says which of them belong together. */
function linesOf<F extends { measure?: Measure; amount: number }>(
  figures: readonly F[],
  placeOf: (figure: F) => Pick<IncomeLine, 'siteId' | 'day'>,
): IncomeLine[] {
  const lines = new Map<string, IncomeLine>();
  for (const figure of figures) {
    const order = wayOf(figure.measure as Measure);
    const source = order?.way ?? 'machines';
    const place = placeOf(figure);
    const key = `${place.siteId} ${place.day} ${source}`;
    const line = lines.get(key) ?? { ...place, source, orders: 0, grossFen: 0, refundFen: 0, feeFen: 0 };
    line[order ? places[order.measure] : 'grossFen'] += figure.amount;
    lines.set(key, line);
  }
  return [...lines.values()];
}

type Places = Pick<FigureQuery, 'siteIds' | 'deviceIds' | 'walletIds'> & {
  sources?: readonly IncomeSource[] | undefined;
};

/** All income of some business days of each site, by site, day and way of paying; cash inside machines is one of them. */
export async function incomeLines(
  reader: Reader,
  scope: Scope,
  { sources, ...asked }: Pick<FigureQuery, 'from' | 'to'> & Places,
): Promise<IncomeLine[]> {
  const found = await readFigures(reader, scope, {
    ...asked,
    measures: measuresOf(sources),
    by: ['site', 'day', 'measure'],
  });
  return linesOf(found, ({ siteId = null, day = '' }) => ({ siteId, day }));
}

/** Income of the day that is going on at each site, by machine, site or organisation; all of it under '' without `by`. */
export async function incomeToday(
  reader: Reader,
  scope: Scope,
  { sources, ...asked }: Places & { at: Date; by?: RecentPlace },
): Promise<Map<string, ReturnType<typeof sumOf>>> {
  const found = await readRecentDays(reader, scope, {
    ...asked,
    measures: measuresOf(sources),
    from: 0,
    to: 0,
    every: 1,
  });
  const byPlace = Map.groupBy(found, ({ placeId }) => placeId);
  return new Map(
    [...byPlace].map(([placeId, figures]) => [
      placeId,
      sumOf(linesOf(figures, () => ({ siteId: null, day: '' }))),
    ]),
  );
}
