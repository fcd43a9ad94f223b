import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { VisitDay } from '#features/base/players/server/public.ts';
import { dayOf } from '#features/selling/figures/server/public.ts';
import { firstIdAt } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { isTransaction } from '#kit/server/gathered-writes.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { PayWay } from '../../contract/kinds.ts';
import { orders } from '../../tables.ts';
import { writeOrders } from '../order-writes.ts';

/** Ways by which money comes from outside: what a balance or coins pay was bought with it before. */
const outsideWays: readonly PayWay[] = ['wechat', 'alipay', 'counter', 'groupBuy'];

/** The days, as each site counts them, on which these players paid for something at a merchant's sites, and how much they left there. */
export async function buyerDays(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<VisitDay[]> {
  if (isTransaction(reader)) await writeOrders(reader);
  const order = rows(tenantScope(tenantId), orders);
  const { paidAt: at, siteId } = order;
  const day = sql<string>`${dayOf({ at, tenantId: order.tenantId, siteId })}::text`;
  const kept = sql`${order.paidAmount} - ${order.refundedAmount}`;
  const fromOutside = inArray(order.payWay, [...outsideWays]);
  const forLater = sql`(${order.settlesTo} = 'player' or ${order.fulfilment} ->> 'name' = 'coins')`;
  return reader
    .select({
      playerId: sql<string>`${order.playerId}`,
      siteId: sql<string>`${order.siteId}`,
      day,
      firstAt: sql`min(${order.paidAt})`.mapWith(order.createdAt),
      lastAt: sql`max(${order.paidAt})`.mapWith(order.createdAt),
      paidFen: sql`coalesce(sum(${kept}) filter (where ${fromOutside}), 0)`.mapWith(Number),
      topUpFen: sql`coalesce(max(${kept}) filter (where ${fromOutside} and ${forLater}), 0)`.mapWith(Number),
    })
    .from(order)
    .where(and(inArray(order.playerId, [...playerIds]), isNotNull(order.paidAt), isNotNull(order.siteId)))
    .groupBy(order.playerId, order.siteId, sql`3`);
}

/** An order is paid within minutes, or not at all. */
const paidWithinMs = dayMs;

/** What players paid since a moment, order by order, to join and to sum up; counted as `buyerDays` counts. */
export function buyerView(scope: Scope, since: Date) {
  const order = rows(scope, orders);
  const isOutside = inArray(order.payWay, [...outsideWays]);
  return new QueryBuilder()
    .select({
      tenantId: sql<string>`${order.tenantId}`.as('visit_tenant'),
      playerId: sql<string>`${order.playerId}`.as('visit_player'),
      siteId: sql<string>`${order.siteId}`.as('visit_site'),
      at: sql<string>`${order.paidAt}`.as('visited_at'),
      paidFen:
        sql<number>`case when ${isOutside} then ${order.paidAmount} - ${order.refundedAmount} else 0 end`.as(
          'visit_paid',
        ),
    })
    .from(order)
    .where(
      and(
        // ids grow with time: older rows are not even looked at
        gte(order.id, firstIdAt(new Date(since.getTime() - paidWithinMs))),
        gte(order.paidAt, since),
        isNotNull(order.playerId),
        isNotNull(order.siteId),
      ),
    )
    .as('bought');
}

/** Plays that players had at machines of a site, order by order, to join and to sum up. */
export function playedView(scope: Scope, siteId: string) {
  const order = rows(scope, orders);
  return new QueryBuilder()
    .select({
      orderId: sql<string>`${order.id}`.as('played_order'),
      tenantId: sql<string>`${order.tenantId}`.as('played_tenant'),
      playerId: sql<string>`${order.playerId}`.as('played_player'),
      siteId: sql<string>`${order.siteId}`.as('played_site'),
      deviceId: sql<string | null>`${order.deviceId}`.as('played_device'),
      paidAt: sql<Date>`${order.paidAt}`.as('played_paid'),
      at: sql<Date>`${order.settledAt}`.as('played_at'),
      plays: sql<number>`coalesce(${order.counted}, ${order.asked}, 1)`.as('plays'),
    })
    .from(order)
    .where(
      and(
        eq(order.siteId, siteId),
        eq(order.kind, 'play'),
        isNotNull(order.settledAt),
        isNotNull(order.playerId),
      ),
    )
    .as('played');
}
