import { markVisitor } from '#features/base/players/server/public.ts';
import { giveBackPoints, spendPoints } from '#features/loyalty/points/server/public.ts';
import { handOut, keepUntil, release, reserve, takeBack } from '#features/loyalty/stock/server/public.ts';
import { lockOrder, refundOrder } from '#features/selling/orders/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopic, told } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { handoverChanged, ownHandoverChanged } from '../contract/events.ts';
import { piecesBack } from '../rules/handover-rules.ts';
import { handovers } from '../tables.ts';
import { type HandoverRow, lockHandover, writeHandover } from './handover-queries.ts';

type Whose = Pick<HandoverRow, 'tenantId' | 'id' | 'siteId' | 'playerId'>;

/** By which stock knows the pieces. Goods that were sold go by the name they had before both kinds became one. */
const stockKey = ({ kind, id }: Pick<HandoverRow, 'kind' | 'id'>): string =>
  kind === 'sale' ? `goods-order:${id}` : `exchange:${id}`;

/**
 * An order that nobody pays is closed by the orders, and its pieces are let go with it. This is the net below, for a
 * platform that does not say for so long whether it was paid.
 */
const unpaidKeptMs = dayMs;
/** Once it is paid, pieces are let go by us; this is only for what nobody ever ends. */
const paidKeptMs = 3650 * dayMs;

export const tellHandover = (tx: Tx, { tenantId, siteId, playerId, id }: Whose): Promise<void> =>
  emitAll(tx, [
    told(siteTopic(tenantId, siteId), handoverChanged, { id }),
    told(playerTopic(playerId), ownHandoverChanged, { id }),
  ]);

export async function changeHandover(
  tx: Tx,
  row: HandoverRow,
  changes: Partial<Omit<HandoverRow, 'tenantId' | 'id'>>,
): Promise<void> {
  await writeHandover(tx, row, changes);
  await tellHandover(tx, row);
}

/** Keeps the pieces, for a day while the money is not there yet. Refuses where there are too few, and keeps none. */
export async function keepPieces(
  tx: Tx,
  row: Pick<HandoverRow, 'tenantId' | 'kind' | 'id' | 'state'>,
  wish: { storeId: string; lines: readonly { variantId: string; pieces: number }[]; at: Date },
): Promise<void> {
  const { storeId, at } = wish;
  const keptMs = row.state === 'unpaid' ? unpaidKeptMs : paidKeptMs;
  await reserve(tx, {
    tenantId: row.tenantId,
    key: stockKey(row),
    storeId,
    lines: wish.lines.map(({ variantId, pieces }) => ({ variantId, pieces })),
    until: new Date(at.getTime() + keptMs),
    at,
  });
}

/** It was paid after a while: the pieces are kept until it ends. Refuses where they were let go meanwhile. */
export async function keepOn(tx: Tx, row: HandoverRow, at: Date): Promise<void> {
  const until = new Date(at.getTime() + paidKeptMs);
  const kept = await keepUntil(tx, { tenantId: row.tenantId, key: stockKey(row), until });
  if (kept !== 'open') throw conflict('handover:error.notKept');
}

/** Pieces leave the store by a document in the name of who hands them out. */
export const letOut = (
  tx: Tx,
  row: HandoverRow,
  by: Pick<HandoverRow, 'userId' | 'userName'> & { at: Date },
): Promise<unknown> => handOut(tx, { tenantId: row.tenantId, key: stockKey(row), note: row.number, ...by });

const units = ['point', 'ticket'] as const;

const moveOf = ({ tenantId, playerId, siteId, id, goods }: HandoverRow, unit: (typeof units)[number]) => ({
  ...{ tenantId, playerId, siteId, unit },
  subject: { kind: 'exchange', id },
  remark: goods,
});

/** Points and tickets leave when it is asked for, as the pieces are kept then: they can not be spent twice meanwhile. */
export async function takePoints(
  tx: Tx,
  row: HandoverRow,
  at: Date,
): Promise<Pick<HandoverRow, 'pointTransferId' | 'ticketTransferId'>> {
  const spend = async (unit: (typeof units)[number], amount: number) =>
    amount === 0
      ? null
      : (
          await spendPoints(tx, {
            ...moveOf(row, unit),
            ...{ amount, key: `exchange:${row.id}:${unit}`, kind: 'exchange', at },
          })
        ).id;
  const taken = {
    pointTransferId: await spend('point', row.points),
    ticketTransferId: await spend('ticket', row.tickets),
  };
  markVisitor(tx, row);
  return taken;
}

async function pointsBack(tx: Tx, row: HandoverRow, at: Date): Promise<void> {
  for (const unit of units) {
    const [amount, spentTransferId] =
      unit === 'point' ? [row.points, row.pointTransferId] : [row.tickets, row.ticketTransferId];
    if (!spentTransferId) continue;
    const key = `exchange:${row.id}:${unit}:back`;
    await giveBackPoints(tx, {
      ...moveOf(row, unit),
      amount,
      key,
      kind: 'exchangeBack',
      at,
      spentTransferId,
    });
  }
}

/** With its row in hand: pieces, points and tickets are where they came from, once. The money went before, or there is none. */
export async function giveUp(
  tx: Tx,
  row: HandoverRow,
  ending: Pick<HandoverRow, 'state'> & Partial<Pick<HandoverRow, 'reason' | 'userId' | 'userName'>>,
  at: Date,
): Promise<void> {
  const { tenantId } = row;
  const key = stockKey(row);
  if (piecesBack(row.stateBefore ?? row.state) === 'release') await release(tx, { tenantId, key, at });
  else await takeBack(tx, { tenantId, key, userId: null, userName: null, at, note: row.number });
  await pointsBack(tx, row, at);
  await changeHandover(tx, row, { ...ending, stateBefore: null, endsAs: null, endedAt: at });
}

interface Ending {
  state: 'cancelled' | 'expired';
  /** what a person of the staff wrote, or a text key of ours */
  reason: string;
  user?: { id: string; name: string } | undefined;
}

/** Ending one locks its order first, as paying and refunding do, and then its row. */
export async function lockWithOrder(tx: Tx, scope: Scope, id: string): Promise<HandoverRow | undefined> {
  const [known] = await find(tx, scope, handovers, { id });
  if (known?.orderId) await lockOrder(tx, known.tenantId, known.orderId);
  return known && lockHandover(tx, scope, id);
}

/** Ends what is to be fetched or sent: all of it goes back. With money, pieces and points follow when the money is back. */
export async function undoHandover(
  tx: Tx,
  services: Services,
  row: HandoverRow,
  { state, reason, user }: Ending,
): Promise<void> {
  if (row.state !== 'ready') throw conflict(`handover:error.over.${row.state}`);
  const by = user ? { reason, userId: user.id, userName: user.name } : {};
  if (!row.orderId) return giveUp(tx, row, { state, ...by }, services.clock.now());
  await writeHandover(tx, row, { endsAs: state, ...by });
  const order = { tenantId: row.tenantId, id: row.orderId };
  await refundOrder(tx, services, order, { reason, automatic: !user, user });
}
