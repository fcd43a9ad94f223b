import { inArray } from 'drizzle-orm';
import { findPayments, type Payment } from '#features/money/payments/server/public.ts';
import { feeParts } from '#features/money/wallet/server/public.ts';
import { findOrders, type OrderView } from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, rows } from '#kit/server/tables.ts';
import { calculate, spreadDayCosts } from '../rules/calculate.ts';
import { shareLines, shareOrders } from '../tables.ts';
import { type DayCosts, openDayCosts } from './day-costs.ts';
import { entryOf, writeEntries } from './line-writes.ts';
import { type PaydayResult, payLines } from './pay-lines.ts';
import { findReceivers, holdOrders, type LineRow, type RunRow, type VersionRow } from './share-queries.ts';

export const keptOf = (order: OrderView): number =>
  Math.max(0, Math.min(order.fulfilledAmount, order.paidAmount - order.refundedAmount));

/** Of an amount of an order, what its rule shares: a balance may have paid partly with value that was bought with cash. */
const sharedOf = (order: OrderView, terms: Pick<VersionRow, 'includeCash'>, amountFen: number): number =>
  terms.includeCash ? amountFen : Math.max(0, amountFen - order.cashAmount);

/** What a merchant earned in money; coins and top-ups were earned, or will be, with another order. */
export const isShared = (order: OrderView, terms: Pick<VersionRow, 'includeCash'>): boolean =>
  order.unit === 'fen' &&
  order.settlesTo === 'earnings' &&
  order.settledAt !== null &&
  // the platform settles it with the merchant: there is nothing in the wallet to share
  order.payWay !== 'groupBuy' &&
  sharedOf(order, terms, order.fulfilledAmount) > 0 &&
  (order.payWay !== 'counter' || terms.includeCash);

export const figuresOf = (order: OrderView, keptFen: number, terms: Pick<VersionRow, 'includeCash'>) => ({
  grossFen: sharedOf(order, terms, order.fulfilledAmount),
  keptFen: sharedOf(order, terms, keptFen),
  feeFen: feeParts(keptFen, order.feeLadder).totalFen,
});

export const dayOf = (order: OrderView): string => businessDay(order.settledAt as Date);

async function knownOrders(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const order = rows(tenantScope(tenantId), shareOrders);
  const found = await tx
    .select({ id: order.orderId })
    .from(order)
    .where(inArray(order.orderId, [...ids]));
  return new Set(found.map(({ id }) => id));
}

/** The payment that WeChat keeps apart, where there is one. */
async function sharedPayment(reader: Reader, order: OrderView): Promise<Payment | undefined> {
  if (order.payWay !== 'wechat' || order.paymentId === null) return undefined;
  const found = await findPayments(reader, order.tenantId, { kind: 'order', id: order.id });
  return found.find(({ id, profitSharing }) => id === order.paymentId && profitSharing);
}

async function usesWechat(tx: Tx, version: VersionRow): Promise<boolean> {
  const receivers = await findReceivers(
    tx,
    tenantScope(version.tenantId),
    version.ratios.map(({ receiverId }) => receiverId),
  );
  return [...receivers.values()].some(({ way }) => way === 'wechat');
}

/** What one order comes to, as the rows that will say so. */
function planOrder(
  run: RunRow,
  version: VersionRow,
  order: OrderView,
  dayCostsFen: readonly number[],
  payment: Payment | undefined,
) {
  const figures = figuresOf(order, keptOf(order), version);
  const day = dayOf(order);
  const shares = calculate(version, { ...figures, dayCostsFen });
  const common = { orderId: order.id, runId: run.id, siteId: run.siteId, day };
  return {
    order: {
      ...common,
      versionId: version.id,
      walletId: order.walletId,
      number: order.number,
      paymentId: payment?.id ?? null,
      paymentFen: payment?.amountFen ?? null,
      paidAt: payment?.paidAt ?? null,
      collectedDirectly: order.collectedDirectly,
      grossFen: figures.grossFen,
      steps: shares.steps,
      baseFen: shares.baseFen,
      dayCostsFen: [...dayCostsFen],
      keptFen: figures.keptFen,
    },
    // also of those who get nothing of this order: a statement shows where the day's money went
    lines: shares.parts.map(({ receiverId, basisPoints, amountFen }) => ({
      ...common,
      id: newId(),
      settledAt: order.settledAt as Date,
      deviceId: order.deviceId,
      deviceType: order.deviceType,
      receiverId,
      basisPoints,
      earnedFen: amountFen,
      dueFen: amountFen,
      state: amountFen > 0 ? ('due' as const) : ('paid' as const),
    })),
  };
}

/** What each of some orders bears of the costs of its day; the orders that are shared after them bear their part then. */
function bearDayCosts(
  version: VersionRow,
  fresh: readonly OrderView[],
  later: readonly OrderView[],
  dayCosts: DayCosts,
): Map<string, number[]> {
  // by id, as a preview has them: what is left over of a division falls on the same ones
  const all = [...fresh, ...later].sort((a, b) => (a.id < b.id ? -1 : 1));
  const byDay = Map.groupBy(all, dayOf);
  const borneBy = new Map<string, number[]>();
  const now = new Set(fresh.map(({ id }) => id));
  for (const [day, orders] of byDay) {
    const figures = orders.map((order) => figuresOf(order, keptOf(order), version));
    spreadDayCosts(version, figures, dayCosts.openFen(day)).forEach((borne, index) => {
      const { id } = orders[index] as OrderView;
      if (!now.has(id)) return;
      borneBy.set(id, borne);
      dayCosts.take(day, borne);
    });
  }
  return borneBy;
}

/** Answers the lines that have to be paid. */
async function writeOrders(
  tx: Tx,
  run: RunRow,
  version: VersionRow,
  fresh: readonly OrderView[],
  later: readonly OrderView[],
): Promise<LineRow[]> {
  const scope = tenantScope(run.tenantId);
  const days = new Set(fresh.map(dayOf));
  const dayCosts = await openDayCosts(tx, run, version, [...days]);
  const ofSameDays = later.filter((order) => days.has(dayOf(order)));
  const borneBy = bearDayCosts(version, fresh, ofSameDays, dayCosts);
  const withWechat = await usesWechat(tx, version);
  const plans = [];
  for (const order of fresh) {
    const payment = withWechat ? await sharedPayment(tx, order) : undefined;
    plans.push(planOrder(run, version, order, borneBy.get(order.id) as number[], payment));
  }
  await dayCosts.save();
  await insert(
    tx,
    scope,
    shareOrders,
    plans.map(({ order }) => order),
  );
  const lines = await insert(
    tx,
    scope,
    shareLines,
    plans.flatMap((plan) => plan.lines),
  );
  const earned = lines.filter(({ earnedFen }) => earnedFen > 0);
  await writeEntries(
    tx,
    run.tenantId,
    earned.map((line) => entryOf(line, { kind: 'earned', amountFen: line.earnedFen, day: line.day })),
  );
  return earned;
}

export interface Batch extends PaydayResult {
  orders: number;
}

/**
 * Shares some orders of a run and pays what came of it, all or nothing. Orders that were shared before are left alone, so
 * a run that was cut off is simply run again. `laterIds` come in its next batches: they bear their part of a day's costs.
 */
export async function shareOrdersOf(
  tx: Tx,
  services: Services,
  run: RunRow,
  version: VersionRow,
  orderIds: readonly string[],
  laterIds: readonly string[],
): Promise<Batch> {
  if (orderIds.length === 0) return { orders: 0, paidFen: 0, failed: 0 };
  await holdOrders(tx, run.tenantId, orderIds);
  const known = await knownOrders(tx, run.tenantId, [...orderIds, ...laterIds]);
  // Read after the lock: a refund that came first is seen here, one that comes later sees what is written here.
  const scope = tenantScope(run.tenantId);
  const isNew = (order: OrderView) => !known.has(order.id) && isShared(order, version);
  const fresh = (await findOrders(tx, scope, orderIds))
    .filter(isNew)
    .sort((a, b) => Number(a.settledAt) - Number(b.settledAt) || (a.id < b.id ? -1 : 1));
  if (fresh.length === 0) return { orders: 0, paidFen: 0, failed: 0 };
  const later = laterIds.length > 0 ? (await findOrders(tx, scope, laterIds)).filter(isNew) : [];
  const lines = await writeOrders(tx, run, version, fresh, later);
  const paid = await payLines(
    tx,
    services,
    run.tenantId,
    lines.map(({ id }) => id),
  );
  return { orders: fresh.length, ...paid };
}
