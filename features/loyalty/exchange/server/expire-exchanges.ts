import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { lockExchange, writeExchange } from './exchange-queries.ts';
import { tellExchange, undoExchange } from './settle-exchange.ts';
import { findOverdue } from './waiting-queries.ts';

const perRound = 200;

/**
 * What nobody fetched in time goes back, and what the member did not answer is over. Each in a transaction of its own:
 * whatever dies, the rest is found again.
 */
export async function expireExchanges(services: Services): Promise<number> {
  const { db, clock, log } = services;
  const now = clock.now();
  let ended = 0;
  for (const { tenantId, id } of await findOverdue(db.read, now, perRound))
    try {
      ended += await db.transaction(async (tx) => {
        const order = await lockExchange(tx, tenantScope(tenantId), id);
        // somebody may have come at the last moment
        if (!order?.waitsUntil || order.waitsUntil >= now) return 0;
        if (order.state === 'ready')
          await undoExchange(tx, services, order, { state: 'expired', reason: 'exchange:reason.expired' });
        else if (order.state === 'asked') {
          await writeExchange(tx, order, { state: 'expired', endedAt: now });
          await tellExchange(tx, order);
        } else return 0;
        return 1;
      });
    } catch (error) {
      // one that can not go back keeps no other waiting
      log.error({ err: error, exchange: id }, 'exchange');
    }
  return ended;
}
