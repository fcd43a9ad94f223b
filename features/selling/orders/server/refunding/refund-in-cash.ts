import {
  type AccountName,
  counterAccount,
  InsufficientFunds,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { type FeeStep, feeLadder } from '#features/money/wallet/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { RefundParts } from '../../rules/refund-amounts.ts';
import {
  cashEarnedAccount,
  collectedAccount,
  costsFee,
  feeLegs,
  paysByPass,
  paysItself,
  settledAccount,
  waitingAccount,
  withLivingWallet,
} from '../order-accounts.ts';
import { type OrderRow, type RefundRow, subjectKind } from '../order-types.ts';
import { writeOrders } from '../order-writes.ts';
import { registryOf } from '../registry.ts';
import { payable } from './refund-money.ts';

/** What was paid over a platform for something a customer bought; what is the organisation's own has no customer. */
export const mayGoBackInCash = (order: OrderRow): boolean =>
  !paysItself(order) &&
  !paysByPass(order) &&
  order.payWay !== 'counter' &&
  order.payWay !== 'groupBuy' &&
  (order.settlesTo === 'earnings' || order.settlesTo === 'player');

/** The rates of its settlement or, where nothing was settled yet, of now. */
const ladderOf = async (tx: Tx, order: OrderRow): Promise<readonly FeeStep[]> =>
  order.feeLadder.length > 0 || !costsFee(order)
    ? order.feeLadder
    : feeLadder(tx, order.tenantId, order.payWay);

/** Those that a refund over the platform would not touch. */
export async function cashAccounts(tx: Tx, order: OrderRow): Promise<AccountName[]> {
  const booked = await withLivingWallet(tx, order);
  return [cashEarnedAccount(booked), collectedAccount(booked), counterAccount(order.tenantId)];
}

/**
 * The customer has the money out of the till; what the platform would not return is the merchant's instead. To the
 * platform nothing was refunded, so the payment costs its fee.
 */
export async function moveCash(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refundId: string,
  { undelivered, delivered, keptAfter }: RefundParts,
): Promise<{ id: null; done: true; keptFeeFen: number }> {
  const booked = await withLivingWallet(tx, order);
  const amount = undelivered + delivered;
  const [till] = await readBalances(tx, [cashEarnedAccount(booked)]);
  if ((till?.available ?? 0) < amount) throw invalid('orders:error.cashTooLow');
  // what was earned is where it shall be; a player's value becomes the merchant's
  const fromPlayer = order.settlesTo === 'player' ? delivered : 0;
  const ladder = await ladderOf(tx, order);
  const fees = await payable(tx, feeLegs(ladder, keptAfter, keptAfter + amount));
  const feeFen = fees.reduce((sum, leg) => sum + leg.amount, 0);
  try {
    await postTransfers(tx, [
      {
        key: `cash-refund:${refundId}`,
        tenantId: order.tenantId,
        kind: 'cash-refund',
        legs: [
          { account: waitingAccount(order), amount: -undelivered },
          { account: settledAccount(booked), amount: -fromPlayer },
          { account: collectedAccount(booked), amount: undelivered + fromPlayer - feeFen },
          ...fees,
          { account: cashEarnedAccount(booked), amount: -amount },
          { account: counterAccount(order.tenantId), amount },
        ].filter((leg) => leg.amount !== 0),
        subject: { kind: subjectKind, id: order.id },
        at: services.clock.now(),
      },
    ]);
    return { id: null, done: true, keptFeeFen: feeFen };
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw fromPlayer > 0 ? invalid('orders:error.playerSpent') : conflict('orders:error.tryAgain');
  }
}

/** They may look at the order: it is written before. */
export async function tellInCash(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refund: RefundRow,
  user: { id: string; name: string },
): Promise<void> {
  await writeOrders(tx);
  for (const listener of registryOf(services).listeners)
    await listener.refundedInCash?.(tx, order, { id: refund.id, amountFen: refund.amount, user });
}
