import {
  InsufficientFunds,
  mintAccount,
  playerAccount,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { splitAmount } from '#kit/kernel/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { type OrderView, subjectKind } from '../order-types.ts';
import type { Fulfilment } from '../registry-types.ts';

/** Nothing but money changes hands: to the organisation's wallet, its deposit, or the player's balance. */
export const byBooks: Fulfilment = { start: async () => 'fulfilled' };

/** A sale of coins, of points, or of both, that go into the player's account. */
export interface Grant {
  coins: number;
  /** absent in orders from before there were any */
  points?: number;
}

const granted = { coin: 'coins', point: 'points' } as const;
type GrantedUnit = keyof typeof granted;
const grantedUnits = Object.keys(granted) as GrantedUnit[];

const grantOf = (order: OrderView, unit: GrantedUnit): number =>
  (order.fulfilment.plan as unknown as Grant)[granted[unit]] ?? 0;

/** Points have other keys beside those of the coins. */
const keyOf = (movement: string, unit: GrantedUnit, id: string): string =>
  unit === 'coin' ? `${movement}:${id}` : `${movement}-points:${id}`;

async function move(
  tx: Tx,
  order: OrderView,
  { unit, pieces, key, at }: { unit: GrantedUnit; pieces: number; key: string; at?: Date },
): Promise<void> {
  if (!order.playerId || !order.siteId) throw invalid('orders:error.noPlayer');
  if (pieces === 0) return;
  await postTransfers(tx, [
    {
      key,
      tenantId: order.tenantId,
      kind: pieces > 0 ? 'grant' : 'refund',
      legs: [
        { account: mintAccount(order.tenantId, unit), amount: -pieces },
        { account: playerAccount(order.tenantId, order.playerId, order.siteId, unit), amount: pieces },
      ],
      subject: { kind: subjectKind, id: order.id },
      ...(at && { at }),
    },
  ]);
}

/** So many of the pieces as the amount is of the price; after any number of partial refunds the sum is right. */
function piecesFor(order: OrderView, unit: GrantedUnit, keptAmount: number): number {
  return splitAmount(grantOf(order, unit), [keptAmount, order.amount - keptAmount])[0] as number;
}

/** What the plan of a paid order promises goes into the player's account, once. */
export async function giveGrant(tx: Tx, { clock }: Services, order: OrderView): Promise<void> {
  for (const unit of grantedUnits)
    await move(tx, order, {
      unit,
      pieces: grantOf(order, unit),
      key: keyOf('grant', unit, order.id),
      at: clock.now(),
    });
}

export const byCoins: Fulfilment = {
  async start(tx, services, order) {
    await giveGrant(tx, services, order);
    return 'fulfilled';
  },
  confirmed: giveGrant,
  async refundable(tx, order, amount, refundId) {
    const kept = order.paidAmount - order.refundedAmount;
    for (const unit of grantedUnits) {
      const pieces = piecesFor(order, unit, kept) - piecesFor(order, unit, kept - amount);
      try {
        await move(tx, order, { unit, pieces: -pieces, key: keyOf('grant-back', unit, refundId) });
      } catch (error) {
        if (error instanceof InsufficientFunds) throw invalid(`orders:error.${granted[unit]}Spent`);
        throw error;
      }
    }
  },
  async refundFailed(tx, order, amount, refundId) {
    const kept = order.paidAmount - order.refundedAmount;
    for (const unit of grantedUnits) {
      const pieces = piecesFor(order, unit, kept + amount) - piecesFor(order, unit, kept);
      await move(tx, order, { unit, pieces, key: keyOf('grant-again', unit, refundId) });
    }
  },
};
