import type { OrderListener, OrderView, RefundBesides } from '#features/selling/orders/server/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Say } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { cardGrants } from '../tables.ts';
import { endsCard, refundStateOf, refusalFor } from './refund-card.ts';
import { cardFulfilment } from './sell-cards.ts';

async function ofCardItself(
  reader: Reader,
  { tenantId, id }: OrderView,
  amount: number,
  say: Say,
  now: Date,
): Promise<RefundBesides | undefined> {
  const [grant] = await find(reader, tenantScope(tenantId), cardGrants, { orderId: id });
  // it was never given: the money alone goes back
  if (!grant?.cardId) return undefined;
  const refundState = await refundStateOf(reader, grant, now);
  const { refund } = refundState;
  const refusal = refusalFor(refundState, amount);
  if (refusal) return { tells: [], refusal: { key: refusal, text: say(refusal) } };
  if (amount !== refund.totalFen && amount !== refundState.againFen) {
    const why = refund.totalFen === 0 ? 'cards:error.nothingLeft' : 'cards:refund.otherAmount';
    const text = say(why, { amount: formatFen(refund.totalFen) });
    return { tells: [], refusal: { key: 'cards:error.otherAmount', text } };
  }
  const { name, days } = grant;
  return {
    tells: [
      endsCard(refundState)
        ? say('cards:refund.ends', { name })
        : say('cards:refund.shorter', { name, days }),
      ...(refund.coinsBack > 0 ? [say('cards:refund.coinsBack', { count: refund.coinsBack })] : []),
    ],
  };
}

/** A card ends when its money goes back; plays that a card paid for are there again. */
export const tellOfCards =
  (now: () => Date): NonNullable<OrderListener['refundBesides']> =>
  async (reader, order, { amount }, say) => {
    if (order.payWay === 'card') return { tells: [say('cards:refund.playsBack', { count: amount })] };
    return order.fulfilment.name === cardFulfilment
      ? ofCardItself(reader, order, amount, say, now())
      : undefined;
  };
