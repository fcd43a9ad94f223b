import {
  type AccountName,
  type Leg,
  mintAccount,
  owedAccount,
  platformFee,
  playerAccount,
  playerCashAccount,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { type FeeStep, feeParts, livingWallet } from '#features/money/wallet/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { isPassWay } from '../contract/kinds.ts';
import type { OrderView } from './order-types.ts';

type Placed = Pick<
  OrderView,
  'tenantId' | 'walletId' | 'payWay' | 'unit' | 'settlesTo' | 'playerId' | 'siteId' | 'collectedDirectly'
>;

const ownAccount = ({ tenantId, playerId, siteId }: Placed, unit: 'fen' | 'coin' | 'point'): AccountName => {
  if (!playerId || !siteId) throw new Error('an order without a player or a site has no account of theirs');
  return playerAccount(tenantId, playerId, siteId, unit);
};

/** What a player bought with cash and has not spent: it pays like the rest of the balance, and is earned as cash. */
export const cashValueAccount = ({ tenantId, playerId, siteId }: Placed): AccountName => {
  if (!playerId || !siteId) throw new Error('an order without a player or a site has no account of theirs');
  return playerCashAccount(tenantId, playerId, siteId);
};

export const cashEarnedAccount = (order: Placed): AccountName =>
  walletAccount(order.tenantId, order.walletId, 'cash');

/** The player's own money pays: it stays where it is until the thing is delivered. */
export const paysItself = ({ payWay }: Pick<Placed, 'payWay'>): boolean =>
  payWay === 'balance' || payWay === 'coin';

/** Plays that somebody was given pay: nothing of the order is in the books. */
export const paysByPass = ({ payWay }: Pick<Placed, 'payWay'>): boolean => isPassWay(payWay);

/** Where the money waits while the thing is being delivered. */
export const waitingAccount = (order: Placed): AccountName =>
  paysItself(order)
    ? ownAccount(order, order.unit === 'coin' ? 'coin' : 'fen')
    : walletAccount(order.tenantId, order.walletId, 'pending');

/** Where the merchant has what a platform collected for it, whatever was sold. */
export const collectedAccount = ({ tenantId, walletId, collectedDirectly }: Placed): AccountName =>
  walletAccount(tenantId, walletId, collectedDirectly ? 'collected' : 'available');

/** What is in the till, at the merchant's own number or with a platform of group buy is not with us: it is never withdrawn. */
const earnedAs = ({ payWay, collectedDirectly }: Placed) =>
  payWay === 'counter' ? 'cash' : collectedDirectly || payWay === 'groupBuy' ? 'collected' : 'available';

/** Whose it is afterwards; of a balance, what was not bought with cash. */
export function settledAccount(order: Placed): AccountName {
  if (order.unit === 'coin') return mintAccount(order.tenantId, 'coin');
  switch (order.settlesTo) {
    case 'player':
      return order.payWay === 'counter' ? cashValueAccount(order) : ownAccount(order, 'fen');
    case 'deposit':
      return walletAccount(order.tenantId, order.walletId, 'deposit');
    case 'wallet':
      return walletAccount(order.tenantId, order.walletId, 'available');
    case 'earnings':
      return walletAccount(order.tenantId, order.walletId, earnedAs(order));
  }
}

/** As it is to be booked now: another wallet stands in for one whose owner is gone. */
export async function withLivingWallet<O extends Placed>(reader: Reader, order: O): Promise<O> {
  const walletId = await livingWallet(reader, order.tenantId, order.walletId);
  return walletId === order.walletId ? order : { ...order, walletId };
}

/**
 * Every payment over a platform to us costs its fee once, whatever it is for: earnings, a top-up, a deposit, a player's
 * stored value (which then costs none when it is spent). From the merchant's own number the platform takes it itself.
 */
export const costsFee = ({
  payWay,
  collectedDirectly,
}: Pick<Placed, 'payWay' | 'collectedDirectly'>): boolean =>
  !collectedDirectly && (payWay === 'wechat' || payWay === 'alipay');

/** It lessens what is settled; but a player gets all of the stored value, and the merchant owes the fee. */
export const feePayer = (order: Placed): AccountName =>
  order.settlesTo === 'player' ? owedAccount(order.tenantId, order.walletId) : settledAccount(order);

export const feeAccount = (step: FeeStep): AccountName =>
  step.walletId === null ? platformFee : walletAccount(step.tenantId, step.walletId, 'available');

/** What each gets more of the fee (or less) when the merchant keeps `after` and not `before`. */
export function feeLegs(ladder: readonly FeeStep[], before: number, after: number): Leg[] {
  const old = feeParts(before, ladder).parts;
  return feeParts(after, ladder)
    .parts.map(({ step, amountFen }, index) => ({
      account: feeAccount(step),
      amount: amountFen - (old[index]?.amountFen ?? 0),
    }))
    .filter(({ amount }) => amount !== 0);
}

/** A card may come with coins, and so may a code of a group buy, or with points alone. */
const grantsCoins = ({ name, plan }: OrderView['fulfilment']): boolean =>
  name === 'coins' ||
  (name === 'card' && Number(plan.coins ?? 0) > 0) ||
  (name === 'groupBuy' && Number(plan.coins ?? 0) + Number(plan.points ?? 0) > 0);

/** Every account that a delivery or a refund of the order may move, but those of payment platforms. */
export function accountsOf(
  order: Placed & Pick<OrderView, 'fulfilment'>,
  ladder: readonly FeeStep[],
): AccountName[] {
  const isGrant = grantsCoins(order.fulfilment) && order.playerId && order.siteId;
  const hasPoints = isGrant && Number(order.fulfilment.plan.points ?? 0) > 0;
  return [
    waitingAccount(order),
    settledAccount(order),
    ...(ladder.length > 0 ? [feePayer(order)] : []),
    ...(order.payWay === 'balance' ? [cashEarnedAccount(order), cashValueAccount(order)] : []),
    ...(isGrant ? [ownAccount(order, 'coin'), mintAccount(order.tenantId, 'coin')] : []),
    ...(hasPoints ? [ownAccount(order, 'point'), mintAccount(order.tenantId, 'point')] : []),
    ...ladder.map(feeAccount),
  ];
}
