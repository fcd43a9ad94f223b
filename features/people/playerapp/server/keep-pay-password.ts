import type { NewOrder } from '#features/selling/orders/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { spentWith } from '../rules/pay-password-rules.ts';
import { changePayPassword, findPayPassword, spendConfirmation } from './pay-password-queries.ts';

/**
 * Before an order is written that takes from a player's balance or coins, whichever call made it. The row stays locked
 * until the order is there: two payments at once do not both fit under the limit.
 */
export async function keepPayPassword(tx: Tx, services: Services, order: NewOrder): Promise<void> {
  const { playerId, payWay, amount, request } = order;
  if (!playerId || (payWay !== 'balance' && payWay !== 'coin')) return;
  const scope = playerScope(playerId);
  const row = await findPayPassword(tx, scope, 'update');
  if (!row) return;
  const now = services.clock.now();
  const unit = payWay === 'coin' ? 'coin' : 'fen';
  const spent = spentWith(row, { unit, amount }, businessDay(now));
  if (spent) return changePayPassword(tx, scope, spent);
  if (request && (await spendConfirmation(tx, scope, request.id, now))) return;
  throw unit === 'fen'
    ? invalid('playerapp:error.payPassword', { amount: formatFen(amount) })
    : invalid('playerapp:error.payPasswordCoins', { count: amount });
}
