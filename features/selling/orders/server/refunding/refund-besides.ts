import type { Say } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { refundParts } from '../../rules/refund-amounts.ts';
import type { OrderView } from '../order-types.ts';
import { registryOf } from '../registry.ts';
import type { RefundBesides } from '../registry-types.ts';

/** Points, cards and whatever else hangs on an order: what becomes of it when so much goes back. */
export async function refundBesides(
  services: Services,
  reader: Reader,
  order: OrderView,
  amount: number,
  say: Say,
): Promise<RefundBesides> {
  if (amount === 0) return { tells: [] };
  const { keptAfter } = refundParts(order, amount);
  const said = await Promise.all(
    registryOf(services).listeners.map(async (listener) =>
      listener.refundBesides?.(reader, order, { amount, keptAfter }, say),
    ),
  );
  return {
    tells: said.flatMap((one) => one?.tells ?? []),
    refusal: said.find((one) => one?.refusal)?.refusal,
  };
}
