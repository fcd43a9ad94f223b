import { and, desc, eq, gt, gte, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { ofSamePerson } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { isToday } from '#features/selling/figures/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { MovementKind, OwnPart } from '../../contract/own.ts';
import { ordersContract } from '../../contract.ts';
import { askableMs } from '../../rules/help-rules.ts';
import { orderRefunds, orders } from '../../tables.ts';
import { lockOrder } from '../order-queries.ts';
import type { OrderRow, Orders } from '../order-types.ts';
import { lowestIdOf } from './order-list-queries.ts';

/** Names of the merchant and the shop, whichever they are. */
function places() {
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  return {
    tenant,
    site,
    names: { merchantName: tenant.name, fieldName: site.name },
  };
}

function partOf(order: Orders, part: OwnPart, now: Date): SQL | undefined {
  const refundable = sql`${order.paidAmount} > ${order.refundedAmount}`;
  switch (part) {
    case 'all':
      return undefined;
    case 'open':
      return or(
        inArray(order.state, ['created', 'paid', 'fulfilling', 'refunding']),
        eq(order.faultState, 'unsolved'),
      );
    case 'spent':
      return and(gt(order.paidAmount, 0), refundable);
    case 'askable':
      return and(
        refundable,
        or(inArray(order.state, ['paid', 'fulfilled', 'partlyFulfilled']), eq(order.faultState, 'unsolved')),
        ne(order.state, 'refunding'),
        gte(order.paidAt, new Date(now.getTime() - askableMs)),
      );
    case 'helped':
      return isNotNull(order.faultState);
  }
}

export function pageOwnOrders(
  reader: Reader,
  scope: PlayerScope,
  input: ParsedInputOf<typeof ordersContract.listOwnOrders>,
  now: Date,
) {
  const order = ownRows(scope, orders);
  const { tenant, site } = places();
  return pageRows(reader, input, {
    from: () =>
      reader
        .select()
        .from(order)
        .innerJoin(tenant, eq(tenant.id, order.tenantId))
        .leftJoin(site, atSite(site, order)),
    of: order,
    filters: { part: (part) => partOf(order, part, now) },
    sort: { createdAt: order.id },
    usual: { by: 'createdAt', order: 'desc' },
  });
}

/** Whether the player has an order at the machine that may still be paid or delivered. */
export async function isOrdering(
  reader: Reader,
  at: { tenantId: string; deviceId: string; playerId: string },
): Promise<boolean> {
  const order = rows(tenantScope(at.tenantId), orders);
  const found = await reader
    .select({ id: order.id })
    .from(order)
    .where(
      and(
        eq(order.playerId, at.playerId),
        eq(order.deviceId, at.deviceId),
        inArray(order.state, ['created', 'paid', 'fulfilling']),
      ),
    )
    .limit(1);
  return found.length > 0;
}

export async function findOwnOrder(reader: Reader, scope: PlayerScope, number: string) {
  const order = ownRows(scope, orders);
  const { tenant, site } = places();
  const [found] = await reader
    .select()
    .from(order)
    .innerJoin(tenant, eq(tenant.id, order.tenantId))
    .leftJoin(site, atSite(site, order))
    .where(eq(order.number, number));
  if (!found) throw missing();
  return found;
}

export async function lockOwnOrder(tx: Tx, scope: PlayerScope, number: string): Promise<OrderRow> {
  const [found] = await findOwn(tx, scope, orders, { number });
  if (!found) throw missing();
  return lockOrder(tx, found.tenantId, found.id);
}

/** Payments and refunds in one list. A refund counts from when it is asked for; one that failed never was. */
export const pageOwnMovements = listing(
  ordersContract.listOwnMovements,
  (reader, scope: PlayerScope, input) => {
    const order = ownRows(scope, orders);
    const refund = rows(platformScope, orderRefunds);
    const { tenant, site, names } = places();
    const about = {
      tenantId: order.tenantId,
      siteId: order.siteId,
      orderNumber: order.number,
      ...pick(order, 'items', 'deviceNumber', 'deviceType', 'payWay', 'unit'),
    };
    const kindOf = sql<MovementKind>`case ${order.settlesTo} when 'player' then 'topup' else 'spend' end`;
    const moved = unionAll(
      reader
        .select({
          id: sql<string>`${order.id}`.as('moved_id'),
          at: sql<Date>`${order.paidAt}`.mapWith(order.paidAt).as('moved_at'),
          kind: kindOf.as('moved_kind'),
          amount: sql<number>`-${order.paidAmount}`.mapWith(Number).as('moved_amount'),
          ...about,
        })
        .from(order)
        .where(gt(order.paidAmount, 0)),
      reader
        .select({
          id: sql<string>`${refund.id}`.as('moved_id'),
          at: sql<Date>`${refund.createdAt}`.mapWith(order.paidAt).as('moved_at'),
          kind: sql<MovementKind>`'refund'`.as('moved_kind'),
          amount: sql<number>`${refund.amount}`.mapWith(Number).as('moved_amount'),
          ...about,
        })
        .from(refund)
        .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
        .where(ne(refund.state, 'failed')),
    ).as('moved');
    return pageRows(reader, input, {
      from: () =>
        reader
          .select({
            ...pick(
              moved,
              'id',
              'at',
              'kind',
              'amount',
              'orderNumber',
              'items',
              'deviceNumber',
              'deviceType',
            ),
            ...pick(moved, 'payWay', 'unit'),
            ...names,
          })
          .from(moved)
          .innerJoin(tenant, eq(tenant.id, moved.tenantId))
          .leftJoin(site, atSite(site, moved)),
      filters: { kind: equals(sql`${moved.kind}`) },
      sort: { at: sql`${moved.at}` },
      usual: [desc(moved.at)],
      tie: sql`${moved.id}`,
    });
  },
);

/**
 * What left the player's pocket on the day that is going on at each site and has not come back, with what is about to: unpaid orders count until
 * they are closed. Stored value counts when it is bought, and so not again when it pays.
 */
export async function sumOutlay(
  reader: Reader,
  playerId: string,
  now: Date,
  tenantId?: string,
): Promise<number> {
  const order = rows(platformScope, orders);
  const { createdAt: at, siteId } = order;
  const [found] = await reader
    .select({
      fen: sql<number>`coalesce(sum(${order.amount} - ${order.refundedAmount}), 0)::bigint`.mapWith(Number),
    })
    .from(order)
    .where(
      and(
        ofSamePerson(order.playerId, playerId),
        // a day has 25 hours at most: the key leaves out what is older
        gte(order.id, lowestIdOf(new Date(now.getTime() - 2 * dayMs))),
        isToday({ at, tenantId: order.tenantId, siteId }, now),
        inArray(order.payWay, ['wechat', 'alipay']),
        notInArray(order.state, ['closed', 'refunded']),
        tenantId ? eq(order.tenantId, tenantId) : undefined,
      ),
    );
  return found?.fen ?? 0;
}

/** What was paid for stored value and can still be asked back, shop by shop. */
export function refundableTopUps(
  reader: Reader,
  playerId: string,
  now: Date,
): Promise<{ tenantId: string; siteId: string | null; fen: number }[]> {
  const order = rows(platformScope, orders);
  return reader
    .select({
      tenantId: order.tenantId,
      siteId: order.siteId,
      fen: sql`sum(${order.paidAmount} - ${order.refundedAmount})`.mapWith(Number),
    })
    .from(order)
    .where(
      and(
        eq(order.playerId, playerId),
        eq(order.settlesTo, 'player'),
        inArray(order.payWay, ['wechat', 'alipay', 'counter']),
        notInArray(order.state, ['closed', 'refunded', 'refunding']),
        gt(order.paidAmount, order.refundedAmount),
        gte(order.paidAt, new Date(now.getTime() - askableMs)),
      ),
    )
    .groupBy(order.tenantId, order.siteId);
}

/** Orders of a player whose money is still on its way somewhere. */
export async function countUnderWay(reader: Reader, playerId: string): Promise<number> {
  const order = rows(platformScope, orders);
  return reader.$count(
    order,
    and(
      eq(order.playerId, playerId),
      or(
        inArray(order.state, ['created', 'paid', 'fulfilling', 'refunding']),
        sql`${order.paidAmount} > ${order.fulfilledAmount} + ${order.refundedAmount}`,
      ),
    ),
  );
}

/** How many a player has with each merchant, whatever became of them. */
export async function ordersByTenant(
  reader: Reader,
  playerId: string,
): Promise<{ tenantId: string; orders: number }[]> {
  const order = rows(platformScope, orders);
  return reader
    .select({ tenantId: order.tenantId, orders: sql<number>`count(*)::int` })
    .from(order)
    .where(eq(order.playerId, playerId))
    .groupBy(order.tenantId);
}
