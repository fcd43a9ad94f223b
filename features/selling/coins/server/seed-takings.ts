import {
  listSettled,
  type OrderView,
  placeOf,
  type SettledPlace,
} from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs, startOfDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insertMany } from '#kit/server/tables.ts';
import { cashHandovers, cashTakings } from '../tables.ts';

interface Past {
  cashier: { id: string; name: string };
  days: number;
  now: Date;
}

const pageSize = 1000;

async function cashSales(
  tx: Tx,
  tenantId: string,
  siteId: string,
  { days, now }: Past,
): Promise<OrderView[]> {
  const sales: OrderView[] = [];
  for (let after: SettledPlace | undefined; ; ) {
    const page = await listSettled(tx, tenantScope(tenantId), {
      siteId,
      settledFrom: startOfDay(businessDay(new Date(now.getTime() - days * dayMs))),
      settledTo: now,
      limit: pageSize,
      ...(after && { after }),
    });
    sales.push(...page.filter(({ payWay, refundedAmount }) => payWay === 'counter' && !refundedAmount));
    const last = page.at(-1);
    if (!last || page.length < pageSize) return sales;
    after = placeOf(last);
  }
}

/** The cash of a sale in the hands of the person who sold, as `hear-takings.ts` has it. */
const takingOf = (order: OrderView) => ({
  id: order.paymentId as string,
  createdAt: order.paidAt as Date,
  siteId: order.siteId,
  userId: order.userId as string,
  userName: order.userName ?? '',
  orderId: order.id,
  orderNumber: order.number,
  amountFen: order.paidAmount,
});

const handedOverAtHour = 22;
const weekMs = 7 * dayMs;
type Taking = ReturnType<typeof takingOf>;

const eveningOf = ({ createdAt }: Taking) =>
  new Date(startOfDay(businessDay(createdAt)).getTime() + handedOverAtHour * hourMs);

/** What somebody had taken in a week, handed over in the evening of its last day. */
function handoverOf(own: readonly Taking[], cashier: Past['cashier']) {
  const { userId, userName } = own[0] as Taking;
  const at = new Date(Math.max(...own.map((taking) => eveningOf(taking).getTime())));
  const expectedFen = own.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return {
    id: newId(at.getTime()),
    createdAt: at,
    userId,
    userName,
    cashierId: cashier.id,
    cashierName: cashier.name,
    takings: own.length,
    expectedFen,
    countedFen: expectedFen,
  };
}

/** Demo orders are made before anybody listens: this hears of their cash, and takes over what is older than a day. */
export async function seedTakings(
  tx: Tx,
  tenantId: string,
  siteIds: readonly string[],
  past: Past,
): Promise<void> {
  const scope = tenantScope(tenantId);
  const sales: OrderView[] = [];
  for (const siteId of siteIds) sales.push(...(await cashSales(tx, tenantId, siteId, past)));
  const takings = sales.filter(({ userId, paymentId }) => userId && paymentId).map(takingOf);
  const ageMs = ({ createdAt }: Taking) => past.now.getTime() - createdAt.getTime();
  const isOld = (taking: Taking) => ageMs(taking) > dayMs && eveningOf(taking) < past.now;
  const weeks = Map.groupBy(
    takings.filter(isOld),
    (taking) => `${taking.userId} ${Math.floor(ageMs(taking) / weekMs)}`,
  );
  const handedOver = [...weeks.values()].map((own) => ({ own, handover: handoverOf(own, past.cashier) }));
  await insertMany(
    tx,
    scope,
    cashHandovers,
    handedOver.map(({ handover }) => handover),
  );
  const handoverIds = new Map(
    handedOver.flatMap(({ own, handover }) => own.map((taking) => [taking.id, handover.id] as const)),
  );
  await insertMany(
    tx,
    scope,
    cashTakings,
    takings.map((taking) => ({
      ...taking,
      state: handoverIds.has(taking.id) ? ('confirmed' as const) : ('held' as const),
      handoverId: handoverIds.get(taking.id) ?? null,
    })),
  );
}
