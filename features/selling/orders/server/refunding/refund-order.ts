import { feeParts } from '#features/money/wallet/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { SettleTarget } from '../../contract/kinds.ts';
import { refundableAmount, refundParts } from '../../rules/refund-amounts.ts';
import { moveOrder } from '../move-order.ts';
import { insertRefund, lockOrder } from '../order-queries.ts';
import type { OrderRow, RefundRow } from '../order-types.ts';
import { freeMoney } from '../paying/hold-money.ts';
import { takeAccounts } from '../paying/take-accounts.ts';
import { returned } from './end-refund.ts';
import { cashAccounts, moveCash, tellInCash } from './refund-in-cash.ts';
import {
  bringFeeBack,
  moveLate,
  moveMoney,
  returningAccounts,
  takeBack,
  takeBackWhatIsLeft,
} from './refund-money.ts';

export interface RefundRequest {
  /** all that is left where it is absent */
  amount?: number | undefined;
  /** a text key of ours, or what a person wrote */
  reason: string;
  automatic: boolean;
  user?: { id: string; name: string } | undefined;
  data?: Record<string, unknown> | undefined;
  /** the refund at features/money/payments that was returned after it had failed: nothing is asked for, it is written down */
  late?: string | undefined;
  /** out of the till, though a platform was paid: it keeps the money and the merchant gets it */
  inCash?: boolean | undefined;
}

export interface Refunded {
  order: OrderRow;
  refund: RefundRow;
}

/**
 * What has reached the wallet or the deposit leaves them only as withdrawals and returned deposits do, which the
 * platform decides. What never got there goes back like any other payment.
 */
const ownWay: Partial<Record<SettleTarget, string>> = {
  wallet: 'orders:error.topupOwnWay',
  deposit: 'orders:error.depositOwnWay',
};

/** Why an order can not be refunded now; undefined when it can. */
export function refusalOf(order: OrderRow): string | undefined {
  const otherwise = order.fulfilledAmount > 0 ? ownWay[order.settlesTo] : undefined;
  if (otherwise) return otherwise;
  switch (order.state) {
    case 'created':
    case 'closed':
      return 'orders:error.notPaid';
    case 'refunded':
      return 'orders:error.alreadyRefunded';
    case 'refunding':
      return 'orders:error.refundUnderWay';
    case 'fulfilling':
      return order.faultState === 'unsolved' ? undefined : 'orders:error.stillFulfilling';
    default:
      return refundableAmount(order) > 0 ? undefined : 'orders:error.alreadyRefunded';
  }
}

/** Gives money back, all or a part, once however many ask at the same time. */
export async function refundOrder(
  tx: Tx,
  services: Services,
  order: { tenantId: string; id: string },
  request: RefundRequest,
): Promise<Refunded> {
  const locked = await lockOrder(tx, order.tenantId, order.id);
  const refusal = refusalOf(locked);
  if (refusal) throw conflict(refusal);
  const left = refundableAmount(locked);
  const amount = request.amount ?? left;
  if (amount > left) throw conflict('orders:error.refundTooHigh');
  if (locked.fulfilledAmount === 0 && amount < left) throw invalid('orders:error.refundWhole');
  return refundLocked(tx, services, locked, { ...request, amount });
}

/** The caller holds the order's row and knows that it may be refunded. */
export async function refundLocked(
  tx: Tx,
  services: Services,
  given: OrderRow,
  request: RefundRequest & { amount: number },
): Promise<Refunded> {
  const { amount } = request;
  const parts = refundParts(given, amount);
  const otherwise = parts.delivered > 0 ? ownWay[given.settlesTo] : undefined;
  if (otherwise) throw conflict(otherwise);
  const { late, inCash } = request;
  // what was never delivered goes back in one step
  if (parts.delivered > 0) {
    const returning = inCash ? await cashAccounts(tx, given) : returningAccounts(given);
    await takeAccounts(tx, services, given, returning);
  }
  const free = await freeMoney(tx, services, given);
  const now = services.clock.now();
  const refundId = newId(now.getTime());
  if (parts.delivered > 0) await (late ? takeBackWhatIsLeft : takeBack)(tx, services, free, refundId, parts);
  const fee = await bringFeeBack(tx, services, free, refundId, parts);
  const moved: { id: string | null; done: boolean; keptFeeFen?: number } = late
    ? await moveLate(tx, services, free, parts, late)
    : inCash
      ? await moveCash(tx, services, free, refundId, parts)
      : await moveMoney(tx, services, free, refundId, parts, request);
  const refund = await insertRefund(tx, {
    tenantId: free.tenantId,
    id: refundId,
    createdAt: now,
    orderId: free.id,
    state: 'requested',
    amount,
    undelivered: parts.undelivered,
    delivered: parts.delivered,
    feeBackFen: fee.backFen,
    keptFeeFen: moved.keptFeeFen ?? 0,
    automatic: request.automatic,
    reason: request.reason,
    userId: request.user?.id ?? null,
    userName: request.user?.name ?? null,
    paymentRefundId: moved.id,
    feeTransferId: fee.transferId,
  });
  const refunding = moveOrder(
    tx,
    services,
    free,
    'refund',
    {
      refundedAmount: free.refundedAmount + amount,
      feeFen: feeParts(parts.keptAfter, free.feeLadder).totalFen,
      deadlineAt: null,
      endedAt: null,
    },
    {
      user: request.user,
      data: {
        amount,
        reason: request.reason,
        automatic: request.automatic,
        ...(inCash && { inCash }),
        ...request.data,
      },
    },
  );
  if (!moved.done) return { order: refunding, refund };
  if (inCash && request.user) await tellInCash(tx, services, refunding, refund, request.user);
  const order = await returned(tx, services, refunding, refund);
  return { order, refund: { ...refund, state: 'done', endedAt: now } };
}
