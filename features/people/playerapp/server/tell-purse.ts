import { purseChanged } from '#features/base/players/contract.ts';
import type { NewOrder, OrderListener, OrderView } from '#features/selling/orders/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, playerTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';

const paysItself = (payWay: NewOrder['payWay']) => payWay === 'balance' || payWay === 'coin';

/** A phone that shows the purse shows it as it is: what an order takes from it is set aside with the order. */
export async function tellPurseTaken(tx: Tx, _services: Services, order: NewOrder): Promise<void> {
  if (order.playerId && paysItself(order.payWay)) await emit(tx, playerTopic(order.playerId), purseChanged);
}

/** What was paid for came into the purse, or a part of what was set aside stays there after all. */
const changesPurse = ({ payWay, fulfilment, settlesTo, paidAmount, fulfilledAmount }: OrderView): boolean =>
  fulfilment.name === 'coins' ||
  settlesTo === 'player' ||
  (paysItself(payWay) && fulfilledAmount < paidAmount);

async function tell(tx: Tx, order: OrderView): Promise<void> {
  if (order.playerId && changesPurse(order)) await emit(tx, playerTopic(order.playerId), purseChanged);
}

export const tellPurse: OrderListener = {
  settled: tell,
  refunding: (tx, order) => tell(tx, { ...order, fulfilledAmount: 0 }),
};
