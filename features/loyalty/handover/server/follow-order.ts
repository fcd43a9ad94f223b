import {
  type Fulfilment,
  type OrderListener,
  onOrders,
  registerFulfilment,
} from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { HandoverKind } from '../contract/kinds.ts';
import { piecesBack } from '../rules/handover-rules.ts';
import { type HandoverRow, lockByOrder } from './handover-queries.ts';
import { codeHashOf } from './pickup-codes.ts';
import { readSetting } from './setting-queries.ts';
import { changeHandover, giveUp, keepOn, letOut } from './settle-handover.ts';

/** As orders name what they are delivered by. */
export const fulfilmentOf: Record<HandoverKind, string> = { exchange: 'exchange', sale: 'shop' };
const names = Object.values(fulfilmentOf);

/** It waits for the player from now on: by a code at the counter, or to be sent. */
export async function readyFrom(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  { tenantId, id, way }: Pick<HandoverRow, 'tenantId' | 'id' | 'way'>,
  now: Date,
): Promise<Pick<HandoverRow, 'state' | 'paidAt'> & Partial<HandoverRow>> {
  const ready = { state: 'ready', paidAt: now } as const;
  if (way !== 'pickup') return ready;
  const { pickupDays } = await readSetting(tx, tenantId);
  return {
    ...ready,
    codeHash: codeHashOf(secrets, id),
    waitsUntil: new Date(now.getTime() + pickupDays * dayMs),
  };
}

/**
 * The merchant has earned the money when it is paid: from then on the pieces are the player's, and wait at the counter or
 * to be sent. They come back when all of the money has gone back (`givenUp`), and not before: a platform may refuse.
 */
const byHandover: Fulfilment = {
  async start(tx, services, order) {
    const row = await lockByOrder(tx, order);
    const now = services.clock.now();
    await keepOn(tx, row, now);
    if (row.way === 'counter') {
      // the member stands there: what was agreed upon and paid is handed over
      await letOut(tx, row, { userId: row.userId, userName: row.userName, at: now });
      await changeHandover(tx, row, {
        ...{ state: 'done', paidAt: now, handedAt: now, endedAt: now, waitsUntil: null },
      });
    } else await changeHandover(tx, row, await readyFrom(tx, services, row, now));
    return 'fulfilled';
  },

  /** A part of the money may go back while the goods stay; with all of it they do too, and nobody gets them meanwhile. */
  async refundable(tx, order, amount) {
    if (order.refundedAmount + amount < order.paidAmount) return;
    const row = await lockByOrder(tx, order);
    if (row.state === 'ready' || row.state === 'shipped' || row.state === 'done')
      await changeHandover(tx, row, { state: 'refunding', stateBefore: row.state });
  },

  async refundFailed(tx, order) {
    const row = await lockByOrder(tx, order);
    // it waits without a deadline from here on: nobody gives back in a circle what the platform refuses
    if (row.state === 'refunding' && row.stateBefore)
      await changeHandover(tx, row, {
        state: row.stateBefore,
        ...{ stateBefore: null, endsAs: null, waitsUntil: null, reason: '' },
      });
  },
};

/** Hears in the same transaction that something was never paid, with its row in hand. */
export type NeverPaid = (tx: Tx, row: HandoverRow, now: Date) => Promise<void>;
const hearers = new WeakMap<Services, NeverPaid[]>();
export function onNeverPaid(services: Services, hearer: NeverPaid): void {
  hearers.set(services, [...(hearers.get(services) ?? []), hearer]);
}

/** Never paid, or all of it went back: the pieces are the shop's and the points the player's again, once. */
const givenUpGoods = (services: Services): OrderListener => ({
  async givenUp(tx, order) {
    if (!names.includes(order.fulfilment.name)) return;
    const row = await lockByOrder(tx, order);
    if (piecesBack(row.stateBefore ?? row.state) === 'nothing') return;
    const now = services.clock.now();
    const wasPaid = row.paidAt !== null;
    if (!wasPaid) for (const hear of hearers.get(services) ?? []) await hear(tx, row, now);
    await giveUp(tx, row, { state: wasPaid ? (row.endsAs ?? 'refunded') : 'cancelled' }, now);
  },
});

/** From here on what orders do to goods is heard. */
export function followGoods(services: Services): void {
  for (const name of names) registerFulfilment(services, name, byHandover);
  onOrders(services, givenUpGoods(services));
}
