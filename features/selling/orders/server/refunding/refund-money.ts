import {
  type AccountName,
  channelAccount,
  counterAccount,
  directAccount,
  groupBuyAccount,
  InsufficientFunds,
  type Leg,
  platformFee,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { requestRefund, takeOverLateRefund } from '#features/money/payments/server/public.ts';
import { AppError, conflict, invalid } from '#kit/kernel/errors.ts';
import { defaultLanguage } from '#kit/kernel/language.ts';
import { attempt, type Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { isPassWay } from '../../contract/kinds.ts';
import { cashBetween } from '../../rules/cash-part.ts';
import type { RefundParts } from '../../rules/refund-amounts.ts';
import {
  cashEarnedAccount,
  cashValueAccount,
  feeLegs,
  feePayer,
  paysItself,
  settledAccount,
  waitingAccount,
  withLivingWallet,
} from '../order-accounts.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { writeOrders } from '../order-writes.ts';
import { fulfilmentOf, passOf, registryOf } from '../registry.ts';

/** Others first: what was delivered is taken back, and who had a share of it gives it to the merchant again. */
export async function takeBack(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refundId: string,
  parts: RefundParts,
): Promise<void> {
  await writeOrders(tx);
  try {
    await fulfilmentOf(services, order.fulfilment.name).refundable?.(tx, order, parts.delivered, refundId);
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid('orders:error.playerSpent');
    throw error;
  }
  await takeSharesBack(tx, services, order, refundId, parts);
}

/** The money has gone back already: what the player has used up can not be taken any more. */
export async function takeBackWhatIsLeft(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refundId: string,
  parts: RefundParts,
): Promise<void> {
  await writeOrders(tx);
  const { refundable } = fulfilmentOf(services, order.fulfilment.name);
  try {
    await attempt(tx, async (inner) => refundable?.(inner, order, parts.delivered, refundId));
  } catch (error) {
    if (!(error instanceof InsufficientFunds || error instanceof AppError)) throw error;
  }
  await takeSharesBack(tx, services, order, refundId, parts);
}

async function takeSharesBack(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refundId: string,
  parts: RefundParts,
): Promise<void> {
  if (order.unit !== 'fen' || order.settlesTo !== 'earnings') return;
  for (const listener of registryOf(services).listeners)
    await listener.refunding?.(tx, order, {
      id: refundId,
      amountFen: parts.delivered,
      keptAfterFen: parts.keptAfter,
    });
}

/** The fee is a function of what the merchant keeps: the difference comes back from those who got it. */
export async function bringFeeBack(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refundId: string,
  parts: RefundParts,
): Promise<{ backFen: number; transferId: string | null }> {
  const legs = await payable(tx, feeLegs(order.feeLadder, parts.keptBefore, parts.keptAfter));
  if (legs.length === 0) return { backFen: 0, transferId: null };
  const backFen = -legs.reduce((sum, leg) => sum + leg.amount, 0);
  const payer = feePayer(await withLivingWallet(tx, order));
  try {
    const [posted] = await postTransfers(tx, [
      {
        key: `refund-fee:${refundId}`,
        tenantId: order.tenantId,
        kind: 'refund',
        legs: [...legs, ...(backFen === 0 ? [] : [{ account: payer, amount: backFen }])],
        subject: { kind: subjectKind, id: order.id },
        at: services.clock.now(),
      },
    ]);
    return { backFen, transferId: posted?.id ?? null };
  } catch (error) {
    // somebody withdrew between the look and the move
    if (error instanceof InsufficientFunds) throw conflict('orders:error.tryAgain');
    throw error;
  }
}

/** An agent who has withdrawn everything must not keep a customer from their money: the platform bears that part. */
export async function payable(tx: Tx, legs: readonly Leg[]): Promise<Leg[]> {
  const owed = legs.filter(({ account, amount }) => amount < 0 && account.ownerKind === 'merchant');
  const balances = await readBalances(
    tx,
    owed.map(({ account }) => account),
  );
  const short = new Set(owed.filter(({ amount }, index) => (balances[index]?.available ?? 0) < -amount));
  return legs.map((leg) => (short.has(leg) ? { ...leg, account: platformFee } : leg));
}

/** What the platform returned after it had refused: the party that bore it gets what the wallet still has of it. */
export async function moveLate(
  tx: Tx,
  services: Services,
  order: OrderRow,
  { undelivered, delivered }: RefundParts,
  paymentRefundId: string,
): Promise<{ id: string; done: true }> {
  const from = settledAccount(await withLivingWallet(tx, order));
  const [balance] = await readBalances(tx, [from]);
  const left = Math.min(delivered, Math.max(0, balance?.available ?? 0));
  await takeOverLateRefund(tx, services, {
    tenantId: order.tenantId,
    id: paymentRefundId,
    debits: [
      { account: waitingAccount(order), amount: -undelivered },
      { account: from, amount: -left },
    ].filter((leg) => leg.amount < 0),
  });
  return { id: paymentRefundId, done: true };
}

const tooLow = (account: AccountName): string =>
  account.ownerKind === 'player'
    ? 'orders:error.playerSpent'
    : account.purpose === 'cash'
      ? 'orders:error.cashTooLow'
      : account.purpose === 'collected'
        ? 'orders:error.collectedTooLow'
        : 'orders:error.walletTooLow';

/** Where money goes on its way back to the payer. */
export const returningAccounts = (order: OrderRow): AccountName[] => {
  if (order.payWay === 'counter') return [counterAccount(order.tenantId)];
  if (order.payWay === 'groupBuy') return [groupBuyAccount(order.tenantId)];
  if (order.payWay !== 'wechat' && order.payWay !== 'alipay') return [];
  return order.collectedDirectly
    ? [directAccount(order.tenantId, order.payWay, 'refunding')]
    : [channelAccount(order.payWay, 'refunding')];
};

/** Who bears what a platform returns after it had refused, until the order takes it over. */
export const lateBearer = (order: OrderRow): AccountName[] => {
  if (order.payWay !== 'wechat' && order.payWay !== 'alipay') return [];
  return [order.collectedDirectly ? directAccount(order.tenantId, order.payWay, 'late') : platformFee];
};

const swap = (from: AccountName, to: AccountName, amount: number): Leg[] =>
  amount === 0
    ? []
    : [
        { account: from, amount: -amount },
        { account: to, amount },
      ];

export async function moveMoney(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refundId: string,
  { undelivered, delivered, keptBefore, keptAfter }: RefundParts,
  request: { amount: number; reason: string },
): Promise<{ id: string | null; done: boolean }> {
  if (isPassWay(order.payWay)) {
    const back = await passOf(services, order.payWay).giveBack(
      tx,
      order,
      request.amount,
      services.clock.now(),
    );
    if (back < request.amount) throw new Error(`order ${order.id} was not paid with ${request.amount} plays`);
    return { id: null, done: true };
  }
  const subject = { kind: subjectKind, id: order.id };
  const booked = await withLivingWallet(tx, order);
  const from = settledAccount(booked);
  try {
    if (paysItself(order)) {
      // what was not delivered never left the player's account
      const cash = cashBetween(order, keptAfter, keptBefore);
      if (delivered > 0)
        await postTransfers(tx, [
          {
            key: `refund:${refundId}`,
            tenantId: order.tenantId,
            kind: 'refund',
            legs: [
              ...swap(from, waitingAccount(order), delivered - cash),
              ...(cash > 0 ? swap(cashEarnedAccount(booked), cashValueAccount(order), cash) : []),
            ],
            subject,
            at: services.clock.now(),
          },
        ]);
      return { id: null, done: true };
    }
    if (order.payWay === 'groupBuy') {
      // the platform has given the customer the money back, or does so by itself: it settles so much less
      await postTransfers(tx, [
        {
          key: `refund:${refundId}`,
          tenantId: order.tenantId,
          kind: 'refund',
          legs: [
            ...swap(waitingAccount(order), groupBuyAccount(order.tenantId), undelivered),
            ...swap(from, groupBuyAccount(order.tenantId), delivered),
          ],
          subject,
          at: services.clock.now(),
        },
      ]);
      return { id: null, done: true };
    }
    if (!order.paymentId) throw new Error(`order ${order.id} is paid without a payment`);
    const { id, state } = await requestRefund(tx, services, {
      tenantId: order.tenantId,
      paymentId: order.paymentId,
      key: `order-refund:${refundId}`,
      amountFen: request.amount,
      reason: request.reason.startsWith('orders:')
        ? services.texts.say(defaultLanguage, request.reason)
        : request.reason,
      debits: [
        { account: waitingAccount(order), amount: -undelivered },
        { account: from, amount: -delivered },
      ].filter((leg) => leg.amount < 0),
      subject,
    });
    return { id, done: state === 'done' };
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid(tooLow(from));
    throw error;
  }
}
