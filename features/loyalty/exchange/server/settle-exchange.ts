import { markVisitor } from '#features/base/players/server/public.ts';
import { giveBackPoints, type PointMove, spendPoints } from '#features/loyalty/points/server/public.ts';
import { release, reserve } from '#features/loyalty/stock/server/public.ts';
import {
  createOrder,
  type Fulfilment,
  findOrder,
  keptAmount,
  refundOrder,
} from '#features/selling/orders/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopic, told } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { exchangeChanged, ownExchangeChanged } from '../contract/events.ts';
import { exchangeOrders } from '../tables.ts';
import { type ExchangeRow, writeExchange } from './exchange-queries.ts';

type Whose = Pick<ExchangeRow, 'tenantId' | 'id' | 'siteId' | 'playerId'>;
type Paid = Pick<ExchangeRow, 'pointTransferId' | 'ticketTransferId' | 'orderId' | 'orderNumber'>;

/** By which stock knows the pieces that are kept for an exchange. */
export const stockKey = (id: string): string => `exchange:${id}`;

/** Pieces are let go by us, when the exchange ends; this is only for what nobody ever ends. */
const keptMs = 3650 * dayMs;

/** Paid is delivered: what is handed out is the exchange's business. */
export const moneyOfExchange = 'exchange';

/**
 * While the goods wait, all of the money goes back with the exchange or not at all: else somebody would fetch what they have
 * the money of. A part of it may go back, and what has been handed out is the merchant's to be generous with.
 */
export const withExchange: Fulfilment = {
  start: async () => 'fulfilled',
  async refundable(tx, order, amount) {
    if (order.refundedAmount + amount < order.paidAmount) return;
    const [exchange] = await find(tx, tenantScope(order.tenantId), exchangeOrders, { orderId: order.id });
    if (exchange?.state === 'ready')
      throw conflict('exchange:error.cancelInstead', { number: exchange.number });
  },
};

const units = ['point', 'ticket'] as const;
const subjectKind = 'exchange';

const moveOf = (
  { tenantId, playerId, siteId, id }: Whose,
  move: Pick<PointMove, 'unit' | 'amount' | 'key' | 'kind' | 'remark' | 'at'>,
): PointMove => ({ tenantId, playerId, siteId, subject: { kind: subjectKind, id }, ...move });

export const tellExchange = (tx: Tx, { tenantId, siteId, playerId, id }: Whose): Promise<void> =>
  emitAll(tx, [
    told(siteTopic(tenantId, siteId), exchangeChanged, { id }),
    told(playerTopic(playerId), ownExchangeChanged, { id }),
  ]);

type Order = Whose & Pick<ExchangeRow, 'points' | 'tickets' | 'amountFen' | 'goods' | 'userId' | 'userName'>;

/**
 * Keeps the pieces and takes what they cost, all or nothing. Locks go: stock, money, points. The part that is money is an
 * order of the core, paid from the balance, so its books, its earnings and its refund are like any other's.
 */
export async function payExchange(
  tx: Tx,
  services: Services,
  order: Order,
  { storeId, lines }: { storeId: string; lines: readonly { variantId: string; pieces: number }[] },
): Promise<Paid> {
  const { tenantId, id, siteId, playerId, goods, amountFen } = order;
  const at = services.clock.now();
  await reserve(tx, {
    tenantId,
    key: stockKey(id),
    storeId,
    lines,
    until: new Date(at.getTime() + keptMs),
    at,
  });
  const money =
    amountFen > 0
      ? await createOrder(tx, services, {
          tenantId,
          kind: 'goods',
          siteId,
          playerId,
          ...(order.userId && { user: { id: order.userId, name: order.userName ?? '' } }),
          payWay: 'balance',
          amount: amountFen,
          items: [{ name: goods, quantity: 1, amount: amountFen }],
          fulfilment: { name: moneyOfExchange, plan: {} },
          settlesTo: 'earnings',
          request: { id, wish: { exchange: id } },
        })
      : undefined;
  const [pointTransferId, ticketTransferId] = [
    await spend(tx, order, 'point', order.points, at),
    await spend(tx, order, 'ticket', order.tickets, at),
  ];
  markVisitor(tx, { tenantId, playerId });
  return {
    pointTransferId,
    ticketTransferId,
    orderId: money?.id ?? null,
    orderNumber: money?.number ?? null,
  };
}

async function spend(
  tx: Tx,
  order: Order,
  unit: (typeof units)[number],
  amount: number,
  at: Date,
): Promise<string | null> {
  if (amount === 0) return null;
  const posted = await spendPoints(
    tx,
    moveOf(order, {
      unit,
      amount,
      key: `exchange:${order.id}:${unit}`,
      kind: 'exchange',
      remark: order.goods,
      at,
    }),
  );
  return posted.id;
}

interface Ending {
  state: 'cancelled' | 'expired';
  /** what a person of the staff wrote, or a text key of ours */
  reason: string;
  user?: { id: string; name: string } | undefined;
}

/** With its row in hand: pieces, money, points and tickets go back, once. Refuses when something has left already. */
export async function undoExchange(
  tx: Tx,
  services: Services,
  order: ExchangeRow,
  { state, reason, user }: Ending,
): Promise<void> {
  if (order.state !== 'ready') throw conflict(`exchange:error.over.${order.state}`);
  const { tenantId, id } = order;
  const at = services.clock.now();
  await release(tx, { tenantId, key: stockKey(id), at });
  await writeExchange(tx, order, {
    state,
    endedAt: at,
    ...(user && { reason, userId: user.id, userName: user.name }),
  });
  if (order.orderId) await refundMoney(tx, services, order, { reason, automatic: !user, user });
  for (const unit of units) {
    const [amount, spentTransferId] =
      unit === 'point' ? [order.points, order.pointTransferId] : [order.tickets, order.ticketTransferId];
    if (!spentTransferId) continue;
    const key = `exchange:${id}:${unit}:back`;
    await giveBackPoints(tx, {
      ...moveOf(order, { unit, amount, key, kind: 'exchangeBack', remark: order.goods, at }),
      spentTransferId,
    });
  }
  await tellExchange(tx, order);
}

/** What was refunded by hand before is not refunded again. */
async function refundMoney(
  tx: Tx,
  services: Services,
  { tenantId, orderId }: ExchangeRow,
  request: { reason: string; automatic: boolean; user?: { id: string; name: string } | undefined },
): Promise<void> {
  const money = orderId && (await findOrder(tx, tenantScope(tenantId), orderId));
  if (!money || keptAmount(money) === 0) return;
  await refundOrder(tx, services, money, request);
}
