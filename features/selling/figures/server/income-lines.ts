import type { IncomeLine } from '#features/selling/orders/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { allWays, type Measure, wayOf } from '../contract/measures.ts';
import type { FigureQuery } from './figure-query.ts';
import { readFigures } from './read-figures.ts';

const ofMoney: readonly Measure[] = [
  ...(['orders', 'gross', 'refund', 'fee'] as const).flatMap((measure) => allWays(measure)),
  'cash',
];
const places = { orders: 'orders', gross: 'grossFen', refund: 'refundFen', fee: 'feeFen' } as const;

/** All income of some business days of each site, by site, day and way of paying; cash inside machines is one of them. */
export async function incomeLines(
  reader: Reader,
  scope: Scope,
  asked: Pick<FigureQuery, 'from' | 'to' | 'siteIds'>,
): Promise<IncomeLine[]> {
  const found = await readFigures(reader, scope, {
    ...asked,
    measures: ofMoney,
    by: ['site', 'day', 'measure'],
  });
  const lines = new Map<string, IncomeLine>();
  for (const { siteId = null, day = '', measure, amount } of found) {
    const order = wayOf(measure as Measure);
    const source = order?.way ?? 'machines';
    const key = `${siteId} ${day} ${source}`;
    const line = lines.get(key) ?? { siteId, day, source, orders: 0, grossFen: 0, refundFen: 0, feeFen: 0 };
    line[order ? places[order.measure] : 'grossFen'] += amount;
    lines.set(key, line);
  }
  return [...lines.values()];
}
