import { InsufficientFunds, postTransfers } from '#features/ledger/server/public.ts';
import { mintAccount, playerAccount } from '#features/wallet/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { splitAmount } from '#kit/kernel/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { type OrderView, subjectKind } from './order-types.ts';
import type { Fulfilment } from './registry.ts';

/** Nothing but money changes hands: to the organisation's wallet, its deposit, or the player's balance. */
export const byBooks: Fulfilment = { start: async () => 'fulfilled' };

/** A sale of coins that go into the player's account. */
export interface CoinGrant {
  coins: number;
}

const grantOf = (order: OrderView): CoinGrant => order.fulfilment.plan as unknown as CoinGrant;

async function moveCoins(tx: Tx, order: OrderView, coins: number, key: string, at?: Date): Promise<void> {
  if (!order.playerId || !order.siteId) throw invalid('orders:error.noPlayer');
  if (coins === 0) return;
  await postTransfers(tx, [
    {
      key,
      tenantId: order.tenantId,
      kind: coins > 0 ? 'grant' : 'refund',
      legs: [
        { account: mintAccount(order.tenantId, 'coin'), amount: -coins },
        { account: playerAccount(order.tenantId, order.playerId, order.siteId, 'coin'), amount: coins },
      ],
      subject: { kind: subjectKind, id: order.id },
      ...(at && { at }),
    },
  ]);
}

/** So many of the coins as the amount is of the price; after any number of partial refunds the sum is right. */
function coinsFor(order: OrderView, keptAmount: number): number {
  return splitAmount(grantOf(order).coins, [keptAmount, order.amount - keptAmount])[0] as number;
}

export const byCoins: Fulfilment = {
  async start(tx, { clock }, order) {
    await moveCoins(tx, order, grantOf(order).coins, `grant:${order.id}`, clock.now());
    return 'fulfilled';
  },
  async refundable(tx, order, amount, refundId) {
    const kept = order.paidAmount - order.refundedAmount;
    const coins = coinsFor(order, kept) - coinsFor(order, kept - amount);
    try {
      await moveCoins(tx, order, -coins, `grant-back:${refundId}`);
    } catch (error) {
      if (error instanceof InsufficientFunds) throw invalid('orders:error.coinsSpent');
      throw error;
    }
  },
  async refundFailed(tx, order, amount, refundId) {
    const kept = order.paidAmount - order.refundedAmount;
    const coins = coinsFor(order, kept + amount) - coinsFor(order, kept);
    await moveCoins(tx, order, coins, `grant-again:${refundId}`);
  },
};
