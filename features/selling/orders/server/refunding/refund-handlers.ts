import { inArray } from 'drizzle-orm';
import { readBalances } from '#features/money/ledger/server/public.ts';
import { feeParts } from '#features/money/wallet/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit, auditMany } from '#kit/server/audit.ts';
import { type Handler, type StaffContext, sayFor } from '#kit/server/context.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import { orderChanged } from '../../contract/events.ts';
import type { ordersContract } from '../../contract.ts';
import { cashBetween } from '../../rules/cash-part.ts';
import { finalStates } from '../../rules/order-states.ts';
import { type RefundParts, refundableAmount, refundParts } from '../../rules/refund-amounts.ts';
import { orders } from '../../tables.ts';
import { resolveOrder } from '../delivering/faults.ts';
import { cashEarnedAccount, paysItself, settledAccount, withLivingWallet } from '../order-accounts.ts';
import { findByNumber, findOrder, findOrders, readRefunds } from '../order-queries.ts';
import type { OrderRow, OrderView, RefundRow } from '../order-types.ts';
import type { RefundBesides } from '../registry-types.ts';
import { refundBesides } from './refund-besides.ts';
import { refundOrder, refusalOf } from './refund-order.ts';

interface Wanted {
  amount?: number | undefined;
  reason?: string | undefined;
}

async function giveBack(context: StaffContext, order: OrderView, { amount, reason: given }: Wanted) {
  const { session, services } = context;
  const reason = given ?? services.texts.say(context.language, 'orders:reason.unsaid');
  const refunded = await context.db.transaction(async (tx) => {
    const done = await refundOrder(tx, services, order, {
      amount,
      reason,
      automatic: false,
      user: { id: session.userId, name: session.name },
    });
    await audit(tx, context, {
      action: 'orders.refund',
      entity: 'order',
      entityId: order.id,
      siteId: order.siteId,
      label: order.number,
      before: { state: order.state, refundedAmount: order.refundedAmount },
      after: {
        state: done.order.state,
        refundedAmount: done.order.refundedAmount,
        amount: done.refund.amount,
        reason,
      },
    });
    return done;
  });
  return {
    refundId: refunded.refund.id,
    state: refunded.refund.state,
    orderState: refunded.order.state,
    amount: refunded.refund.amount,
  };
}

async function numbered(context: StaffContext, number: string): Promise<OrderRow> {
  const order = await findByNumber(context.db.read, context.session.scope, number);
  if (!order) throw missing();
  return order;
}

export const refundByNumber: Handler<typeof ordersContract.refundByNumber> = async (context, input) =>
  giveBack(context, await numbered(context, input.orderNumber), input);

export const refundById: Handler<typeof ordersContract.refundById> = async (context, input) =>
  giveBack(context, await findOrder(context.db.read, context.session.scope, input.id), input);

export const refundCoins: Handler<typeof ordersContract.refundCoins> = async (context, input) => {
  const order = await numbered(context, input.orderNumber);
  if (order.unit !== 'coin') throw invalid('orders:error.notPaidWithCoins');
  return giveBack(context, order, input);
};

/** Tries again what the platform had refused: the same amount, as far as it is still there. */
export const retryRefund: Handler<typeof ordersContract.retryRefund> = async (context, input) => {
  const { session, services } = context;
  const order = await numbered(context, input.orderNumber);
  if (order.fault !== 'refundFailed' || order.faultState !== 'unsolved')
    throw conflict('orders:error.noFailedRefund');
  const reason = services.texts.say(context.language, 'orders:reason.again');
  const user = { id: session.userId, name: session.name };
  const [after, refund] = await context.db.transaction(async (tx) => {
    const before = await readRefunds(tx, order.tenantId, order.id);
    const resolved = await resolveOrder(tx, services, order, { way: 'refund', reason, user });
    await audit(tx, context, {
      action: 'orders.refund',
      entity: 'order',
      entityId: order.id,
      siteId: order.siteId,
      label: order.number,
      before: { state: order.state },
      after: { state: resolved.state, reason },
    });
    const refunds = await readRefunds(tx, order.tenantId, order.id);
    const known = new Set(before.map(({ id }) => id));
    return [resolved, refunds.find(({ id }) => !known.has(id)) as RefundRow] as const;
  });
  return { refundId: refund.id, state: refund.state, orderState: after.state, amount: refund.amount };
};

/** Why so much can not go back by the order's own state; undefined when it can. */
function refusalFor(order: OrderRow, wanted: number | undefined, amount: number): string | undefined {
  const left = refundableAmount(order);
  const refusal = refusalOf(order);
  if (refusal) return refusal;
  if ((wanted ?? 0) > left) return 'orders:error.refundTooHigh';
  return order.fulfilledAmount === 0 && amount < left ? 'orders:error.refundWhole' : undefined;
}

/** What the merchant has for it where that is limited, and what is missing there. */
async function pocketsFor(context: StaffContext, order: OrderRow, parts: RefundParts | undefined) {
  const feeBackFen = parts
    ? feeParts(parts.keptBefore, order.feeLadder).totalFen -
      feeParts(parts.keptAfter, order.feeLadder).totalFen
    : 0;
  const delivered = parts?.delivered ?? 0;
  const limited = order.unit === 'fen' && !(paysItself(order) && delivered === 0);
  const booked = await withLivingWallet(context.db.read, order);
  const cash = parts && paysItself(order) ? cashBetween(order, parts.keptAfter, parts.keptBefore) : 0;
  const debits = [
    ...(delivered - cash > 0 || cash === 0
      ? [{ account: settledAccount(booked), fen: delivered - cash - feeBackFen }]
      : []),
    ...(cash > 0 ? [{ account: cashEarnedAccount(booked), fen: cash }] : []),
  ];
  const balances = limited
    ? await readBalances(
        context.db.read,
        debits.map(({ account }) => account),
      )
    : [];
  return {
    feeBackFen,
    balanceFen: limited ? balances.reduce((sum, { available }) => sum + available, 0) : null,
    shortFen: balances.reduce(
      (sum, { available }, index) => sum + Math.max(0, (debits[index]?.fen ?? 0) - available),
      0,
    ),
  };
}

export const previewRefund: Handler<typeof ordersContract.previewRefund> = async (context, input) => {
  const { services, db } = context;
  const say = sayFor(context);
  const order = await numbered(context, input.orderNumber);
  const left = refundableAmount(order);
  const amount = Math.min(input.amount ?? left, left);
  const parts = amount > 0 ? refundParts(order, amount) : undefined;
  const own = refusalFor(order, input.amount, amount);
  // of what can not happen nothing is told
  const besides: RefundBesides = own
    ? { tells: [] }
    : await refundBesides(services, db.read, order, amount, say);
  const refusal = own ? { key: own, text: say(own) } : besides.refusal;
  return {
    ...pick(order, 'unit', 'paidAmount', 'refundedAmount'),
    refundableAmount: left,
    amount,
    fromUndelivered: parts?.undelivered ?? 0,
    fromEarnings: parts?.delivered ?? 0,
    ...(await pocketsFor(context, order, parts)),
    refusal: refusal?.key ?? null,
    refusalText: refusal?.text ?? null,
    besides: refusal ? [] : [...besides.tells],
  };
};

export const resolveFault: Handler<typeof ordersContract.resolveFault> = async (context, input) => {
  const { session, services } = context;
  const order = await findOrder(context.db.read, session.scope, input.id);
  await context.db.transaction(async (tx) => {
    const user = { id: session.userId, name: session.name };
    const resolved = await resolveOrder(tx, services, order, { way: input.way, reason: input.reason, user });
    await audit(tx, context, {
      action: 'orders.resolve',
      entity: 'order',
      entityId: order.id,
      siteId: order.siteId,
      label: order.number,
      before: { state: order.state, fault: order.fault },
      after: { state: resolved.state, way: input.way, reason: input.reason },
    });
  });
  return {};
};

/** Out of the lists, once nothing can happen to them any more. */
export const hideOrders: Handler<typeof ordersContract.hideOrders> = async (context, input) => {
  const { scope, tenantId } = context.session;
  const ids = [...new Set([...(input.ids ?? []), ...(input.id ? [input.id] : [])])];
  if (ids.length === 0) throw invalid('orders:error.chooseOrder');
  await context.db.transaction(async (tx) => {
    const found = await findOrders(tx, scope, ids);
    if (found.length < ids.length) throw missing();
    if (found.some((order) => !finalStates.includes(order.state) || order.faultState === 'unsolved'))
      throw invalid('orders:error.notEnded');
    await update(tx, scope, orders, (order) => inArray(order.id, ids), { hiddenAt: context.clock.now() });
    await auditMany(
      tx,
      context,
      found.map((order) => ({
        action: 'orders.hide',
        entity: 'order',
        entityId: order.id,
        siteId: order.siteId,
        label: order.number,
        after: { hidden: true },
      })),
    );
    for (const [siteId, own] of Map.groupBy(found, (order) => order.siteId))
      await emit(tx, siteTopic(tenantId, siteId), orderChanged, { ids: own.map(({ id }) => id) });
  });
  return {};
};
