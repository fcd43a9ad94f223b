import { type Leg, openHold, postHold, postTransfers, voidHold } from '#features/ledger/server/public.ts';
import { feeLadder, feeParts } from '#features/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { SettleTarget } from '../contract/kinds.ts';
import { undeliveredAmount } from '../refund-amounts.ts';
import { after, holdMs } from './deadlines.ts';
import { moveOrder, type Remark } from './move-order.ts';
import { costsFee, feeLegs, feePayer, settledAccount, waitingAccount } from './order-accounts.ts';
import { lockOrder } from './order-queries.ts';
import { type OrderRow, subjectKind } from './order-types.ts';
import { type Changes, changeOrder, writeOrders } from './order-writes.ts';
import { registryOf } from './registry.ts';

const subjectOf = (order: OrderRow) => ({ kind: subjectKind, id: order.id });

/** What statements call it. */
const movementOf: Record<SettleTarget, string> = {
  earnings: 'settlement',
  wallet: 'topup',
  deposit: 'deposit',
  player: 'grant',
};

/** Promises what is still to be delivered. A try has a key of its own, so that the second is another hold. */
export async function holdMoney(tx: Tx, services: Services, order: OrderRow): Promise<OrderRow> {
  const attempts = order.attempts + 1;
  const { id: holdId } = await openHold(tx, {
    key: attempts === 1 ? `fulfil:${order.id}` : `fulfil:${order.id}:${attempts}`,
    tenantId: order.tenantId,
    account: waitingAccount(order),
    amount: undeliveredAmount(order),
    deadlineAt: after(services.clock.now(), holdMs),
    subject: subjectOf(order),
  });
  return changeOrder(tx, order, { holdId, attempts });
}

export async function freeMoney(tx: Tx, services: Services, order: OrderRow): Promise<OrderRow> {
  if (!order.holdId) return order;
  await voidHold(tx, { tenantId: order.tenantId, id: order.holdId }, services.clock.now());
  return changeOrder(tx, order, { holdId: null });
}

/**
 * The part that was delivered becomes whose it shall be, the rest of the hold is freed. `event` tells whether more was
 * owed; what happens with the rest is the caller's to say.
 */
export async function settle(
  tx: Tx,
  services: Services,
  given: OrderRow,
  amount: number,
  changes: Changes,
  remark: Remark = {},
): Promise<OrderRow> {
  const order = given.holdId ? given : await holdMoney(tx, services, given);
  const now = services.clock.now();
  const ladder = costsFee(order) ? await feeLadder(tx, order.tenantId, order.payWay) : [];
  const steps = order.fulfilledAmount > 0 ? order.feeLadder : ladder;
  const kept = order.fulfilledAmount + amount;
  const fees = feeLegs(steps, order.fulfilledAmount, kept);
  // parts of a fee may move the other way when an amount grows, or somebody else pays it: a transfer of its own then
  const together = order.settlesTo !== 'player' && fees.every((leg) => leg.amount > 0);
  const feeFen = fees.reduce((sum, leg) => sum + leg.amount, 0);
  const target = settledAccount(order);
  const credits: Leg[] = [
    { account: target, amount: together ? amount - feeFen : amount },
    ...(together ? fees : []),
  ].filter((leg) => leg.amount > 0);
  const ended = await postHold(
    tx,
    { tenantId: order.tenantId, id: order.holdId as string },
    { kind: movementOf[order.settlesTo], credits, note: { number: order.number }, now },
  );
  if (ended.state !== 'posted' || ended.postedAmount !== amount)
    throw new Error(`order ${order.id}: its hold had ended otherwise`);
  if (!together && fees.length > 0)
    await postTransfers(tx, [
      {
        key: `fee:${order.id}:${order.attempts}`,
        tenantId: order.tenantId,
        kind: movementOf[order.settlesTo],
        legs: [...(feeFen === 0 ? [] : [{ account: feePayer(order), amount: -feeFen }]), ...fees],
        subject: subjectOf(order),
        at: now,
      },
    ]);
  const whole = amount === undeliveredAmount(order);
  const settled = moveOrder(
    tx,
    services,
    order,
    whole ? 'deliver' : 'deliverPart',
    {
      holdId: null,
      deadlineAt: null,
      fulfilledAmount: kept,
      feeFen: feeParts(kept, steps).totalFen,
      feeLadder: steps,
      settledAt: now,
      ...changes,
    },
    remark,
  );
  await tellSettled(tx, services, settled);
  return settled;
}

/** They may look at the order: it is written before. */
async function tellSettled(tx: Tx, services: Services, order: OrderRow): Promise<void> {
  const listeners = registryOf(services).listeners.filter(({ settled }) => settled);
  if (listeners.length > 0) await writeOrders(tx);
  for (const { settled } of listeners) await settled?.(tx, order);
}

/** For a fulfilment that answered 'waiting': everything was delivered. Said again, it changes nothing. */
export async function deliverOrder(
  tx: Tx,
  services: Services,
  order: { tenantId: string; id: string },
): Promise<void> {
  const locked = await lockOrder(tx, order.tenantId, order.id);
  if (locked.state === 'fulfilling') await settle(tx, services, locked, undeliveredAmount(locked), {});
}
