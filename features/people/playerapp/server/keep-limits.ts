import { type NewOrder, sumOutlay } from '#features/selling/orders/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { holdSpending, limitsFor } from './limit-queries.ts';

/**
 * Before an order is written that a player pays by WeChat or Alipay. Value that was stored counted when it was bought, and
 * who pays at the counter pays a person. An order counts on the day of its site. Of two orders at once the second sees the first.
 */
export async function keepLimits(tx: Tx, services: Services, order: NewOrder): Promise<void> {
  const { playerId, tenantId, payWay, amount } = order;
  if (!playerId || (payWay !== 'wechat' && payWay !== 'alipay')) return;
  const now = services.clock.now();
  const { own, merchants } = await limitsFor(tx, { playerId, tenantId, now });
  if (own === null && merchants === null) return;
  await holdSpending(tx, playerId);
  if (own !== null) {
    const leftFen = own - (await sumOutlay(tx, playerId, now));
    if (amount > leftFen) throw refused('playerapp:error.ownLimit', own, leftFen);
  }
  if (merchants !== null) {
    const leftFen = merchants - (await sumOutlay(tx, playerId, now, tenantId));
    if (amount > leftFen) throw refused('playerapp:error.merchantLimit', merchants, leftFen);
  }
}

const refused = (key: string, limitFen: number, leftFen: number) =>
  invalid(key, { limit: formatFen(limitFen), left: formatFen(Math.max(0, leftFen)) });
