import { postTransfers } from '#features/money/ledger/server/public.ts';
import { type FeeStep, feeLadder, feeParts } from '#features/money/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { SettleTarget } from '../../contract/kinds.ts';
import { cashBetween } from '../../rules/cash-part.ts';
import { after, manualMs } from '../../rules/deadlines.ts';
import { undeliveredAmount } from '../../rules/refund-amounts.ts';
import { moveOrder, type Remark } from '../move-order.ts';
import {
  cashEarnedAccount,
  costsFee,
  feeLegs,
  feePayer,
  paysByPass,
  settledAccount,
  withLivingWallet,
} from '../order-accounts.ts';
import { insertPart, lockOrder, readParts } from '../order-queries.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { type Changes, writeOrders } from '../order-writes.ts';
import { pursesElsewhere } from '../paying/bring-together.ts';
import { holdMoney, postHolds } from '../paying/hold-money.ts';
import { takeAccounts } from '../paying/take-accounts.ts';
import { registryOf } from '../registry.ts';

const subjectOf = (order: OrderRow) => ({ kind: subjectKind, id: order.id });

/** What statements call it. */
const movementOf: Record<SettleTarget, string> = {
  earnings: 'settlement',
  wallet: 'topup',
  deposit: 'deposit',
  player: 'grant',
};

/**
 * The part that was delivered becomes whose it shall be, the rest of the hold is freed. What happens with the rest is the
 * caller's to say; where nobody says it, staff have as long as at a site that refunds by hand, and then it goes back.
 */
export async function settle(
  tx: Tx,
  services: Services,
  given: OrderRow,
  amount: number,
  changes: Changes,
  remark: Remark = {},
): Promise<OrderRow> {
  if (given.fulfilledAmount > 0) await keepPart(tx, given);
  if (given.fulfilledAmount > 0)
    for (const { settlingAgain } of registryOf(services).listeners) await settlingAgain?.(tx, given);
  const now = services.clock.now();
  const ladder = costsFee(given) ? await feeLadder(tx, given.tenantId, given.payWay) : [];
  const steps = given.fulfilledAmount > 0 ? given.feeLadder : ladder;
  const kept = given.fulfilledAmount + amount;
  const order = paysByPass(given) ? given : await book(tx, services, given, { amount, steps, now });
  const whole = amount === undeliveredAmount(order);
  const settled = moveOrder(
    tx,
    services,
    order,
    whole ? 'deliver' : 'deliverPart',
    {
      holdId: null,
      cashHoldId: null,
      deadlineAt: whole ? null : after(now, manualMs),
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

/** What was delivered leaves the hold, and so do the fees of it, at the moment that the order keeps. */
async function book(
  tx: Tx,
  services: Services,
  given: OrderRow,
  { amount, steps, now }: { amount: number; steps: readonly FeeStep[]; now: Date },
): Promise<OrderRow> {
  const kept = given.fulfilledAmount + amount;
  const fees = feeLegs(steps, given.fulfilledAmount, kept);
  // parts of a fee may move the other way when an amount grows, or somebody else pays it: a separate transfer then
  const together = given.settlesTo !== 'player' && fees.every((leg) => leg.amount > 0);
  const oneStep = given.holdId && !given.cashHoldId && together;
  const elsewhere = given.holdId ? [] : await pursesElsewhere(tx, given);
  if (!oneStep) await takeAccounts(tx, services, given, elsewhere);
  const order = given.holdId ? given : await holdMoney(tx, services, given, elsewhere);
  const feeFen = fees.reduce((sum, leg) => sum + leg.amount, 0);
  const booked = await withLivingWallet(tx, order);
  const target = settledAccount(booked);
  const cash = cashBetween(order, order.fulfilledAmount, kept);
  const own = [
    { account: target, amount: amount - cash - (together ? feeFen : 0) },
    ...(together ? fees : []),
  ].filter((leg) => leg.amount > 0);
  const inCash = cash > 0 ? [{ account: cashEarnedAccount(booked), amount: cash }] : [];
  const kind = movementOf[order.settlesTo];
  await postHolds(
    tx,
    order,
    { own, cash: inCash },
    {
      kind,
      note: { number: order.number },
      spread: order.id,
      now,
    },
  );
  if (!together && fees.length > 0)
    await postTransfers(tx, [
      {
        key: `fee:${order.id}:${order.attempts}`,
        tenantId: order.tenantId,
        kind,
        legs: [...(feeFen === 0 ? [] : [{ account: feePayer(booked), amount: -feeFen }]), ...fees],
        subject: subjectOf(order),
        at: now,
      },
    ]);
  return order;
}

/** What was earned until now keeps its day; the order will know that of the last delivery. */
async function keepPart(tx: Tx, order: OrderRow): Promise<void> {
  if (order.settlesTo !== 'earnings' || order.unit !== 'fen') return;
  const before = await readParts(tx, order.tenantId, order.id);
  const sum = (name: 'amount' | 'feeFen') => before.reduce((total, part) => total + part[name], 0);
  await insertPart(tx, order.tenantId, {
    orderId: order.id,
    settledAt: order.settledAt as Date,
    amount: order.fulfilledAmount - sum('amount'),
    feeFen: feeParts(order.fulfilledAmount, order.feeLadder).totalFen - sum('feeFen'),
  });
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
