import { and, asc, eq, gt, gte, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { siteIdsOf } from '#features/accounts/server/public.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { PayWay } from '../contract/kinds.ts';
import { orderRefunds, orders } from '../tables.ts';
import type { Orders, OrderView } from './order-types.ts';

export interface IncomeFilter {
  /** business days, both included */
  from?: string;
  to?: string;
  siteIds?: readonly string[];
  payWays?: readonly PayWay[];
  /** only the sites of that account */
  userId?: string;
}

export interface IncomeLine {
  siteId: string | null;
  day: string;
  payWay: PayWay;
  orders: number;
  /** delivered that day */
  grossFen: number;
  /** given back that day, of what had been delivered then or before */
  refundFen: number;
  /** of what was delivered that day, less what refunds of the day brought back; below zero where they brought more */
  feeFen: number;
}

const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs);
const dayOf = (column: unknown) => sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

async function sitesOf(reader: Reader, scope: Scope, filter: IncomeFilter) {
  if (!filter.userId) return filter.siteIds;
  const own = await siteIdsOf(reader, scope, filter.userId);
  if (own === undefined) return [];
  if (own === null) return filter.siteIds;
  return filter.siteIds ? own.filter((id) => filter.siteIds?.includes(id)) : own;
}

/** Income by site, business day and pay way: what was delivered, and what went back. Coins are no money and left out. */
export async function sumIncome(reader: Reader, scope: Scope, filter: IncomeFilter): Promise<IncomeLine[]> {
  const sites = await sitesOf(reader, scope, filter);
  if (sites?.length === 0) return [];
  const parts = await Promise.all([
    sumDelivered(reader, scope, filter, sites),
    sumFeesBack(reader, scope, filter, sites),
    sumRefunded(reader, scope, filter, sites),
  ]);
  const lines = new Map<string, IncomeLine>();
  for (const part of parts.flat()) {
    const key = `${part.siteId} ${part.day} ${part.payWay}`;
    const line = lines.get(key);
    if (!line) lines.set(key, { ...part });
    else {
      line.orders += part.orders;
      line.grossFen += part.grossFen;
      line.refundFen += part.refundFen;
      line.feeFen += part.feeFen;
    }
  }
  return [...lines.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const bigSum = (column: SQL | unknown) => sql<number>`coalesce(sum(${column}), 0)::bigint`.mapWith(Number);

type Sites = readonly string[] | undefined;

const delivered = (order: Orders, { from, to, payWays }: IncomeFilter, sites: Sites) =>
  and(
    eq(order.settlesTo, 'earnings'),
    eq(order.unit, 'fen'),
    isNotNull(order.settledAt),
    from ? gte(order.settledAt, startOfDay(from)) : undefined,
    to ? lt(order.settledAt, endOfDay(to)) : undefined,
    sites ? inArray(order.siteId, [...sites]) : undefined,
    payWays ? inArray(order.payWay, [...payWays]) : undefined,
  );

const nothing = () => sql<number>`0`.mapWith(Number);

async function sumDelivered(
  reader: Reader,
  scope: Scope,
  filter: IncomeFilter,
  sites: Sites,
): Promise<IncomeLine[]> {
  const order = rows(scope, orders);
  return reader
    .select({
      siteId: order.siteId,
      day: dayOf(order.settledAt).as('day'),
      payWay: order.payWay,
      orders: sql<number>`count(*)::int`.mapWith(Number),
      grossFen: bigSum(order.fulfilledAmount),
      refundFen: nothing(),
      feeFen: bigSum(order.feeFen),
    })
    .from(order)
    .where(delivered(order, filter, sites))
    .groupBy(order.siteId, sql`2`, order.payWay);
}

/** An order knows what is left of its fee; what refunds brought back belongs to their own days, so it is added here. */
async function sumFeesBack(
  reader: Reader,
  scope: Scope,
  filter: IncomeFilter,
  sites: Sites,
): Promise<IncomeLine[]> {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      siteId: order.siteId,
      day: dayOf(order.settledAt).as('day'),
      payWay: order.payWay,
      orders: nothing(),
      grossFen: nothing(),
      refundFen: nothing(),
      feeFen: bigSum(refund.feeBackFen),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(and(ne(refund.state, 'failed'), gt(refund.feeBackFen, 0), delivered(order, filter, sites)))
    .groupBy(order.siteId, sql`2`, order.payWay);
}

async function sumRefunded(
  reader: Reader,
  scope: Scope,
  { from, to, payWays }: IncomeFilter,
  sites: Sites,
): Promise<IncomeLine[]> {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      siteId: order.siteId,
      day: dayOf(refund.endedAt).as('day'),
      payWay: order.payWay,
      orders: nothing(),
      grossFen: nothing(),
      refundFen: bigSum(refund.delivered),
      feeFen: bigSum(sql`-${refund.feeBackFen}`),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(
      and(
        eq(refund.state, 'done'),
        gt(refund.delivered, 0),
        eq(order.settlesTo, 'earnings'),
        eq(order.unit, 'fen'),
        from ? gte(refund.endedAt, startOfDay(from)) : undefined,
        to ? lt(refund.endedAt, endOfDay(to)) : undefined,
        sites ? inArray(order.siteId, [...sites]) : undefined,
        payWays ? inArray(order.payWay, [...payWays]) : undefined,
      ),
    )
    .groupBy(order.siteId, sql`2`, order.payWay);
}

/** Where a reading stood, as it was then: the order may be settled anew meanwhile, and that must not move the reader. */
export interface SettledPlace {
  settledAt: Date;
  id: string;
}

export const placeOf = ({ settledAt, id }: OrderView): SettledPlace => ({ settledAt: settledAt as Date, id });

/**
 * What a site earned by orders, in the order in which it did; read on from the place of the last one. An order can only
 * move forward (a later delivery), so none is passed over.
 */
export async function listSettled(
  reader: Reader,
  scope: Scope,
  filter: { siteId: string; settledFrom: Date; settledTo: Date; after?: SettledPlace; limit: number },
): Promise<OrderView[]> {
  const order = rows(scope, orders);
  const { after } = filter;
  return reader
    .select()
    .from(order)
    .where(
      and(
        eq(order.settlesTo, 'earnings'),
        eq(order.unit, 'fen'),
        eq(order.siteId, filter.siteId),
        gte(order.settledAt, filter.settledFrom),
        lt(order.settledAt, filter.settledTo),
        after
          ? sql`(${order.settledAt}, ${order.id}) > (${after.settledAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(order.settledAt), asc(order.id))
    .limit(filter.limit);
}
