import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { changeHandover, lockWithOrder, undoHandover } from './settle-handover.ts';
import { findOverdue } from './waiting-queries.ts';

const perRound = 200;

/**
 * What nobody fetched in time goes back, paid with points or with money, and what the member did not answer is over. Each
 * in a separate transaction: whatever dies, the rest is found again.
 */
export async function expireHandovers(services: Services): Promise<number> {
  const { db, clock, log } = services;
  const now = clock.now();
  let ended = 0;
  for (const { tenantId, id } of await findOverdue(db.read, now, perRound))
    try {
      ended += await db.transaction(async (tx) => {
        const row = await lockWithOrder(tx, tenantScope(tenantId), id);
        // somebody may have come at the last moment
        if (!row?.waitsUntil || row.waitsUntil >= now) return 0;
        if (row.state === 'ready')
          await undoHandover(tx, services, row, { state: 'expired', reason: 'orders:reason.notFetched' });
        else if (row.state === 'asked') await changeHandover(tx, row, { state: 'expired', endedAt: now });
        else return 0;
        return 1;
      });
    } catch (error) {
      // one that can not go back keeps no other waiting
      log.error({ err: error, handover: id }, 'handover');
    }
  return ended;
}
