import { holdPlayer } from '#features/base/players/server/public.ts';
import type { GoodsPayWay } from '#features/loyalty/handover/contract.ts';
import {
  changeHandover,
  findOwnHandover,
  type HandoverRow,
  holdLimits,
  keepPieces,
  letOut,
  linesOf,
  stateAt,
  takePoints,
} from '#features/loyalty/handover/server/public.ts';
import { confirmWish, findPayPassword } from '#features/people/playerapp/server/public.ts';
import { sellInApp } from '#features/selling/orders/server/public.ts';
import { conflict, missing, unauthorized } from '#kit/kernel/errors.ts';
import type { Context } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { moneyOf } from './place-exchange.ts';
import { priceWish } from './price-wish.ts';

/** The row in hand, while the member may still say yes. */
async function lockAsked(
  tx: Tx,
  { session, clock }: Context<PlayerSession>,
  id: string,
): Promise<HandoverRow> {
  const row = await findOwnHandover(tx, session.scope, id, 'update');
  if (!row) throw missing();
  if (stateAt(row, clock.now()) !== 'asked') throw conflict('exchange:error.askedOver');
  return row;
}

/** At the prices that were shown, within the limits as they are now. */
async function agreed(tx: Tx, row: HandoverRow, now: Date) {
  const { tenantId, playerId, day, points, tickets, amountFen } = row;
  const lines = await linesOf(tx, row);
  const wanted = lines.map(({ variantId, pieces }) => ({ variantId, pieces }));
  const wish = await priceWish(tx, { siteId: row.siteId, lines: wanted, now });
  await holdLimits(tx, { tenantId, playerId, day }, wish.lines);
  return { lines, storeId: wish.storeId, sum: { points, tickets, amountFen } };
}

/** The member agrees to what costs no money: points are taken, and it is handed out. */
export async function settleAtCounter(context: Context<PlayerSession>, id: string): Promise<void> {
  const { db, session, clock } = context;
  await db.transaction(async (tx) => {
    if (!(await holdPlayer(tx, session.playerId))) throw unauthorized();
    const known = await findOwnHandover(tx, session.scope, id, 'update');
    if (known?.state === 'done') return;
    const row = await lockAsked(tx, context, id);
    const at = clock.now();
    const { lines, storeId } = await agreed(tx, row, at);
    await keepPieces(tx, row, { storeId, lines, at });
    const taken = await takePoints(tx, row, at);
    await letOut(tx, row, { userId: row.userId, userName: row.userName, at });
    const ended = { state: 'done' as const, waitsUntil: null, paidAt: at, handedAt: at, endedAt: at };
    await changeHandover(tx, row, { ...taken, ...ended });
  });
}

/** The member agrees to what costs money as well: it is an order, and is handed out when that is paid. */
export const payAtCounter = (
  context: Context<PlayerSession>,
  asked: Pick<HandoverRow, 'id' | 'siteId'>,
  payWay: GoodsPayWay,
): ReturnType<typeof sellInApp> => {
  const { session, clock } = context;
  const { id, siteId } = asked;
  const sale = { fieldId: siteId, payWay, requestId: id, wish: { exchange: id } };
  return sellInApp(context, sale, async (tx) => {
    const row = await lockAsked(tx, context, id);
    const at = clock.now();
    const { storeId, ...wish } = await agreed(tx, row, at);
    // the password was typed with the yes
    if (payWay === 'balance' && (await findPayPassword(tx, session.scope)))
      await confirmWish(tx, session.scope, id, at);
    const keep = async (inner: Tx, orderId: string, orderNumber: string) => {
      const unpaid = { ...row, state: 'unpaid' as const };
      await keepPieces(inner, unpaid, { storeId, lines: wish.lines, at });
      const taken = await takePoints(inner, row, at);
      await changeHandover(inner, row, { ...taken, state: 'unpaid', orderId, orderNumber, waitsUntil: null });
    };
    // a repeat is known by the player: who asked for it at the counter stands in the row
    return moneyOf(wish, keep);
  });
};
