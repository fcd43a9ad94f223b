import { invalid } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { Resolution } from '../../contract/refunds.ts';
import { missingStep } from '../../rules/device-outcome.ts';
import { refundableAmount, undeliveredAmount } from '../../rules/refund-amounts.ts';
import { moveOrder, remarkOrder } from '../move-order.ts';
import { lockOrder, readRefunds } from '../order-queries.ts';
import type { OrderRow, RefundRow } from '../order-types.ts';
import { changeOrder } from '../order-writes.ts';
import { pursesElsewhere } from '../paying/bring-together.ts';
import { freeMoney, holdMoney } from '../paying/hold-money.ts';
import { mayGoBackInCash } from '../refunding/refund-in-cash.ts';
import { refundLocked, refusalOf } from '../refunding/refund-order.ts';
import { fulfilmentOf } from '../registry.ts';
import { deviceFulfilment, planOf, sendNext } from './device-fulfilment.ts';
import { settle } from './settle-order.ts';

interface Person {
  id: string;
  name: string;
}

/** What staff may do with an order; pages ask, and so do those who do it. */
export function choicesOf(order: OrderRow) {
  const unsolved = order.faultState === 'unsolved';
  const owed = undeliveredAmount(order) > 0 && order.paidAmount > 0;
  const atRest = order.state !== 'refunding' && order.state !== 'refunded' && order.state !== 'closed';
  const refund = refusalOf(order) === undefined && refundableAmount(order) > 0;
  return {
    refund,
    redispense:
      unsolved &&
      owed &&
      atRest &&
      order.state !== 'paid' &&
      order.attempts === 1 &&
      order.refundedAmount === 0 &&
      order.fulfilment.name === deviceFulfilment,
    confirm: unsolved && owed && atRest,
    cash: unsolved && order.fault === 'refundFailed' && refund && mayGoBackInCash(order),
    note: unsolved && !owed,
  };
}

export async function resolveOrder(
  tx: Tx,
  services: Services,
  order: { tenantId: string; id: string },
  request: { way: Resolution; reason: string; user: Person },
): Promise<OrderRow> {
  const locked = await lockOrder(tx, order.tenantId, order.id);
  if (locked.faultState !== 'unsolved') throw invalid('orders:error.noFault');
  if (!choicesOf(locked)[request.way]) throw invalid('orders:error.notThisWay');
  const { user, reason } = request;
  switch (request.way) {
    case 'note':
      return remarkOrder(
        tx,
        services,
        locked,
        'resolved',
        { faultState: 'resolved' },
        { user, data: { reason } },
      );
    case 'confirm': {
      const settled = await settle(
        tx,
        services,
        locked,
        undeliveredAmount(locked),
        { faultState: 'resolved' },
        { user, data: { reason, confirmed: true } },
      );
      if (locked.state === 'paid')
        await fulfilmentOf(services, locked.fulfilment.name).confirmed?.(tx, services, settled);
      return settled;
    }
    case 'redispense':
      return redispense(tx, services, locked, reason, user);
    case 'refund':
    case 'cash': {
      const amount = dueBack(locked, await readRefunds(tx, locked.tenantId, locked.id));
      const inCash = request.way === 'cash';
      const refunded = await refundLocked(tx, services, locked, {
        amount,
        reason,
        automatic: false,
        user,
        inCash,
      });
      return refunded.order;
    }
  }
}

/**
 * What was never delivered; else what the platform would not return the last time, as far as it is still there; else all
 * that is left.
 */
export function dueBack(order: OrderRow, refunds: readonly RefundRow[]): number {
  const failed = refunds.findLast(({ state }) => state === 'failed');
  const refused = Math.min(failed?.amount ?? Number.POSITIVE_INFINITY, refundableAmount(order));
  return undeliveredAmount(order) || refused;
}

/** The machine is asked for what is missing, under a new command and a new hold; a second time there is not. */
async function redispense(
  tx: Tx,
  services: Services,
  order: OrderRow,
  reason: string,
  user: Person,
): Promise<OrderRow> {
  const { steps } = planOf(order);
  const missing = steps.flatMap((step) => missingStep(step, order.unit) ?? []);
  const free = await freeMoney(tx, services, order);
  const planned = changeOrder(tx, free, {
    fulfilment: {
      ...order.fulfilment,
      plan: { steps: [...steps.map((step) => ({ ...step, former: true })), ...missing] },
    },
  });
  // what was held a moment ago is still there
  const elsewhere = order.holdId ? [] : await pursesElsewhere(tx, planned);
  const held = await holdMoney(tx, services, planned, elsewhere);
  const sent = await sendNext(tx, services, held);
  return moveOrder(
    tx,
    services,
    sent,
    'redispense',
    { faultState: 'resolved' },
    { user, data: { reason, asked: missing.reduce((sum, step) => sum + step.asked, 0) } },
  );
}
