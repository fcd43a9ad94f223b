import { sql } from 'drizzle-orm';
import { levelIdsOf } from '#features/people/members/server/public.ts';
import { findOrders, keptAmount, type OrderView } from '#features/selling/orders/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, type RowOf, update } from '#kit/server/tables.ts';
import { pointsFor, rateOf, type SpentUnit } from '../rules/earn-rules.ts';
import { pointOrders } from '../tables.ts';
import type { Holder } from './holders.ts';
import { lockWithDebt, takeBack } from './keep-debts.ts';
import { earnPoints } from './move-points.ts';
import { readRates, readRule } from './rule-queries.ts';

type PointOrder = RowOf<typeof pointOrders>;

/** An order of somebody known, at a site, for which money or coins were spent. */
type Spending = OrderView & { playerId: string; siteId: string; settledAt: Date; unit: SpentUnit };

const spendingWays: readonly OrderView['payWay'][] = ['wechat', 'alipay', 'counter', 'balance', 'coin'];

/** Money that only changed its place (a top-up) is not spent yet, and who buys points has them. */
const isSpending = (order: OrderView): order is Spending =>
  order.playerId !== null &&
  order.siteId !== null &&
  order.settledAt !== null &&
  order.settlesTo === 'earnings' &&
  spendingWays.includes(order.payWay) &&
  Number(order.fulfilment.plan.points ?? 0) === 0;

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** Orders that may earn get the rate of now, once: a refund takes back by the same. */
async function fixRates(tx: Tx, tenantId: string, orders: readonly Spending[]): Promise<void> {
  const rule = await readRule(tx, tenantId);
  const since = rule.activeSince;
  const earning = orders.filter(({ settledAt }) => since !== null && settledAt >= since);
  if (earning.length === 0) return;
  const [rates, levels] = await Promise.all([
    readRates(tx, tenantId),
    levelIdsOf(
      tx,
      tenantId,
      earning.map(({ playerId }) => playerId),
    ),
  ]);
  const fixed = earning
    .map(({ id, unit, siteId, playerId }) => ({
      id,
      unit,
      rate: rateOf(rule, rates, { unit, siteId, levelId: levels.get(playerId) ?? null }),
    }))
    .filter(({ rate }) => rate > 0);
  // in the order of their ids: two who meet at some of the same orders wait one after the other
  await tx.execute(sql`
    insert into point_order (tenant_id, order_id, unit, rate, kept_amount, points)
    select ${tenantId}, id, unit, rate, 0, 0
    from json_to_recordset(${JSON.stringify(fixed)}::json) as fixed (id uuid, unit text, rate int) order by id
    on conflict (tenant_id, order_id) do nothing`);
}

async function lockEarnings(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, PointOrder>> {
  await tx.execute(sql`
    select from point_order where tenant_id = ${tenantId} and order_id = any(${uuids(ids)}) order by order_id for update`);
  const found = await find(
    tx,
    tenantScope(tenantId),
    pointOrders,
    ({ orderId }) => sql`${orderId} = any(${uuids(ids)})`,
  );
  return new Map(found.map((row) => [row.orderId, row]));
}

interface Change {
  order: Spending;
  row: PointOrder;
  kept: number;
  points: number;
}

const holderOf = ({ tenantId, playerId, siteId }: Spending): Holder => ({
  tenantId,
  playerId,
  siteId,
  unit: 'point',
});
const movementOf = ({ order, row }: Change, at: Date) => ({
  key: `order-points:${order.id}:${row.turns + 1}`,
  subject: { kind: 'order', id: order.id },
  at,
});

/**
 * Each order has earned what it should have for what the merchant keeps of it now: more is given, less is taken back.
 * Looked at again it changes nothing. `atOf` is for what happened long ago.
 */
export async function bookOrders(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
  atOf: (order: Spending) => Date,
): Promise<void> {
  const orders = (await findOrders(tx, tenantScope(tenantId), orderIds)).filter(isSpending);
  if (orders.length === 0) return;
  await fixRates(tx, tenantId, orders);
  const known = await lockEarnings(
    tx,
    tenantId,
    orders.map(({ id }) => id),
  );
  const changes = orders
    .flatMap((order): Change[] => {
      const row = known.get(order.id);
      if (!row) return [];
      const kept = keptAmount(order);
      const points = pointsFor(row.unit, kept, row.rate);
      return points === row.points ? [] : [{ order, row, kept, points }];
    })
    .sort((one, other) => atOf(one.order).getTime() - atOf(other.order).getTime());
  const more = changes.filter(({ row, points }) => points > row.points);
  // all that will be touched, before any of it
  if (more.length < changes.length)
    await lockWithDebt(
      tx,
      changes.map(({ order }) => ({ ...holderOf(order), spread: order.id })),
    );
  const earned = await earnPoints(
    tx,
    more.map((change) => ({
      ...holderOf(change.order),
      ...movementOf(change, atOf(change.order)),
      amount: change.points - change.row.points,
      kind: 'pointsEarned',
    })),
  );
  for (const change of changes) {
    const { order, row, kept, points } = change;
    if (points < row.points)
      await takeBack(tx, holderOf(order), {
        ...movementOf(change, atOf(order)),
        amount: row.points - points,
        ...(row.earnedTransferId && { earnedTransferId: row.earnedTransferId }),
      });
    const earnedTransferId = row.earnedTransferId ?? earned[more.indexOf(change)]?.id ?? null;
    await update(
      tx,
      tenantScope(tenantId),
      pointOrders,
      { orderId: order.id },
      { keptAmount: kept, points, turns: row.turns + 1, earnedTransferId },
    );
  }
}

const perTurn = 200;

/** Orders of which something changed since; true when there may be more. */
export const followOrders = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const marks = [
      ...(await tx.execute<{ tenant_id: string; order_id: string }>(sql`
        delete from point_due where id in (
          select id from point_due order by id limit ${perTurn} for update skip locked
        ) returning tenant_id, order_id`)),
    ];
    const now = clock.now();
    const tenants = [...Map.groupBy(marks, (mark) => mark.tenant_id)];
    for (const [tenantId, own] of tenants.sort(([one], [other]) => (one < other ? -1 : 1)))
      await bookOrders(tx, tenantId, [...new Set(own.map((mark) => mark.order_id))], () => now);
    return marks.length === perTurn;
  });
