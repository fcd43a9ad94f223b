import { and, eq, gt, gte, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { siteIdsOf } from '#features/base/accounts/server/public.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { type IncomeSource, incomeSources, type PayWay } from '../../contract/kinds.ts';
import { type IncomeLine, incomeFen } from '../../rules/income-rules.ts';
import { orderParts, orderRefunds, orders } from '../../tables.ts';
import type { Orders } from '../order-types.ts';

export interface IncomeFilter {
  /** business days, both included */
  from?: string;
  to?: string;
  siteIds?: readonly string[];
  payWays?: readonly PayWay[];
  /** only the sites of that account */
  userId?: string;
  /** only what was sold for these wallets */
  walletIds?: readonly string[];
  /** only of orders that are so besides */
  where?: (order: Orders) => SQL | undefined;
}

/** Sums are those of a site, or of one of these machines. */
interface PlacedFilter extends IncomeFilter {
  deviceIds?: readonly string[];
}

const placeOf = (order: Orders, { deviceIds }: PlacedFilter) => (deviceIds ? order.deviceId : order.siteId);

const dayOf = (column: unknown) => sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
const bigSum = (column: SQL | unknown) => sql<number>`coalesce(sum(${column}), 0)::bigint`.mapWith(Number);
const whole = () => sql<number>`count(*)::int`.mapWith(Number);
const nothing = () => sql<number>`0`.mapWith(Number);

async function sitesOf(reader: Reader, scope: Scope, filter: IncomeFilter) {
  if (!filter.userId) return filter.siteIds;
  const own = await siteIdsOf(reader, scope, filter.userId);
  if (own === undefined) return [];
  if (own === null) return filter.siteIds;
  return filter.siteIds ? own.filter((id) => filter.siteIds?.includes(id)) : own;
}

/**
 * Income of orders by site, business day and source, as `income-rules.ts` defines it; with the books to the fen, because
 * everything counts at the moment at which it is booked. Coins are no money and left out. Orders that were taken out of
 * the lists count: the books keep them.
 */
export async function sumIncome(reader: Reader, scope: Scope, filter: IncomeFilter): Promise<IncomeLine[]> {
  const siteIds = await sitesOf(reader, scope, filter);
  if (siteIds?.length === 0) return [];
  const lines = new Map<string, IncomeLine>();
  for (const { payWay, placeId, ...part } of await sumPlaces(reader, scope, { ...filter, siteIds })) {
    if (!isSource(payWay)) continue;
    const key = `${placeId} ${part.day} ${payWay}`;
    const line = lines.get(key);
    if (!line) lines.set(key, { ...part, siteId: placeId, source: payWay });
    else {
      line.orders += part.orders;
      line.grossFen += part.grossFen;
      line.refundFen += part.refundFen;
      line.feeFen += part.feeFen;
    }
  }
  return [...lines.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The same of single machines: what each of them brought by orders. */
export async function sumDeviceIncome(
  reader: Reader,
  scope: Scope,
  { deviceIds, ...filter }: Pick<IncomeFilter, 'from' | 'to' | 'siteIds'> & { deviceIds: readonly string[] },
): Promise<Map<string, number>> {
  const income = new Map<string, number>();
  if (deviceIds.length === 0) return income;
  for (const { placeId, payWay, ...part } of await sumPlaces(reader, scope, {
    ...filter,
    deviceIds,
  }))
    if (placeId !== null && isSource(payWay))
      income.set(placeId, (income.get(placeId) ?? 0) + incomeFen(part));
  return income;
}

const sumPlaces = async (reader: Reader, scope: Scope, filter: PlacedFilter) =>
  (
    await Promise.all([
      sumDelivered(reader, scope, filter),
      sumFeesBack(reader, scope, filter),
      sumEarlier(reader, scope, filter),
      sumParts(reader, scope, filter),
      sumRefunded(reader, scope, filter),
      sumRefused(reader, scope, filter),
    ])
  ).flat();

const isSource = (payWay: PayWay): payWay is PayWay & IncomeSource =>
  (incomeSources as readonly string[]).includes(payWay);

/** Orders that are earned in money. */
const earning = (order: Orders, { siteIds, deviceIds, payWays, walletIds, where }: PlacedFilter) =>
  and(
    eq(order.settlesTo, 'earnings'),
    eq(order.unit, 'fen'),
    siteIds ? inArray(order.siteId, [...siteIds]) : undefined,
    deviceIds ? inArray(order.deviceId, [...deviceIds]) : undefined,
    payWays ? inArray(order.payWay, [...payWays]) : undefined,
    walletIds ? inArray(order.walletId, [...walletIds]) : undefined,
    where?.(order),
  );

const within = (at: AnyPgColumn, { from, to }: IncomeFilter) =>
  and(from ? gte(at, startOfDay(from)) : undefined, to ? lt(at, endOfDay(to)) : undefined);

const delivered = (order: Orders, filter: PlacedFilter) =>
  and(earning(order, filter), isNotNull(order.settledAt), within(order.settledAt, filter));

async function sumDelivered(reader: Reader, scope: Scope, filter: PlacedFilter) {
  const order = rows(scope, orders);
  return reader
    .select({
      placeId: placeOf(order, filter),
      day: dayOf(order.settledAt).as('day'),
      payWay: order.payWay,
      orders: whole(),
      grossFen: bigSum(order.fulfilledAmount),
      refundFen: nothing(),
      feeFen: bigSum(order.feeFen),
    })
    .from(order)
    .where(delivered(order, filter))
    .groupBy(placeOf(order, filter), sql`2`, order.payWay);
}

/** An order knows what is left of its fee; what refunds brought back belongs to their own days, so it is added here. */
async function sumFeesBack(reader: Reader, scope: Scope, filter: PlacedFilter) {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      placeId: placeOf(order, filter),
      day: dayOf(order.settledAt).as('day'),
      payWay: order.payWay,
      orders: nothing(),
      grossFen: nothing(),
      refundFen: nothing(),
      feeFen: bigSum(refund.feeBackFen),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(and(ne(refund.state, 'failed'), gt(refund.feeBackFen, 0), delivered(order, filter)))
    .groupBy(placeOf(order, filter), sql`2`, order.payWay);
}

/** An order knows all that it delivered; what it did before its last delivery is taken out of that day here … */
async function sumEarlier(reader: Reader, scope: Scope, filter: PlacedFilter) {
  const order = rows(scope, orders);
  const part = rows(scope, orderParts);
  return reader
    .select({
      placeId: placeOf(order, filter),
      day: dayOf(order.settledAt).as('day'),
      payWay: order.payWay,
      // it counts once, when it delivered for the first time
      orders: sql<number>`-count(distinct ${order.id})::int`.mapWith(Number),
      grossFen: bigSum(sql`-${part.amount}`),
      refundFen: nothing(),
      feeFen: bigSum(sql`-${part.feeFen}`),
    })
    .from(part)
    .innerJoin(order, and(eq(order.tenantId, part.tenantId), eq(order.id, part.orderId)))
    .where(delivered(order, filter))
    .groupBy(placeOf(order, filter), sql`2`, order.payWay);
}

/** … and counts on the day of its own. */
async function sumParts(reader: Reader, scope: Scope, filter: PlacedFilter) {
  const order = rows(scope, orders);
  const part = rows(scope, orderParts);
  return reader
    .select({
      placeId: placeOf(order, filter),
      day: dayOf(part.settledAt).as('day'),
      payWay: order.payWay,
      orders: sql<number>`count(*) filter (where not exists (select from order_part p
        where p.tenant_id = ${part.tenantId} and p.order_id = ${part.orderId}
          and (p.settled_at, p.id) < (${part.settledAt}, ${part.id})))::int`.mapWith(Number),
      grossFen: bigSum(part.amount),
      refundFen: nothing(),
      feeFen: bigSum(part.feeFen),
    })
    .from(part)
    .innerJoin(order, and(eq(order.tenantId, part.tenantId), eq(order.id, part.orderId)))
    .where(and(earning(order, filter), within(part.settledAt, filter)))
    .groupBy(placeOf(order, filter), sql`2`, order.payWay);
}

/** What left the wallet that day, whether the platform has confirmed it since or not. */
async function sumRefunded(reader: Reader, scope: Scope, filter: PlacedFilter) {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      placeId: placeOf(order, filter),
      day: dayOf(refund.createdAt).as('day'),
      payWay: order.payWay,
      orders: nothing(),
      grossFen: nothing(),
      refundFen: bigSum(refund.delivered),
      feeFen: bigSum(sql`${refund.keptFeeFen} - ${refund.feeBackFen}`),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(
      and(
        or(gt(refund.delivered, 0), gt(refund.keptFeeFen, 0)),
        earning(order, filter),
        within(refund.createdAt, filter),
      ),
    )
    .groupBy(placeOf(order, filter), sql`2`, order.payWay);
}

/** What the platform would not give back came to the wallet again on the day it said so. */
async function sumRefused(reader: Reader, scope: Scope, filter: PlacedFilter) {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      placeId: placeOf(order, filter),
      day: dayOf(refund.endedAt).as('day'),
      payWay: order.payWay,
      orders: nothing(),
      grossFen: nothing(),
      refundFen: bigSum(sql`-${refund.delivered}`),
      feeFen: bigSum(refund.feeBackFen),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(
      and(
        eq(refund.state, 'failed'),
        gt(refund.delivered, 0),
        earning(order, filter),
        within(refund.endedAt, filter),
      ),
    )
    .groupBy(placeOf(order, filter), sql`2`, order.payWay);
}
