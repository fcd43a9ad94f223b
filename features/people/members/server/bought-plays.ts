import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, playerTopic, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { freePlaysChanged } from '../contract/free-plays.ts';
import { freePlays } from '../tables.ts';

export interface BoughtPlays {
  id: string;
  tenantId: string;
  siteId: string;
  playerId: string;
  plays: number;
  days: number;
  orderId: string;
  reason: string;
  now: Date;
}

/** Plays that an order paid for: nobody's gift, so they count against nobody's allowance. */
export async function giveBoughtPlays(tx: Tx, bought: BoughtPlays): Promise<void> {
  const { id, tenantId, siteId, playerId, plays, days, orderId, reason, now } = bought;
  await insert(tx, tenantScope(tenantId), freePlays, {
    id,
    createdAt: now,
    ...{ playerId, siteId, plays, reason, orderId },
    expiresAt: new Date(now.getTime() + days * dayMs),
  });
  await emit(tx, playerTopic(playerId), freePlaysChanged, {});
  await emit(tx, siteTopic(tenantId, siteId), freePlaysChanged, {});
}

/** False: one of them is used, and nothing was taken. Who plays with them meanwhile waits. */
export async function takeBoughtPlays(
  tx: Tx,
  { tenantId, id, now }: { tenantId: string; id: string; now: Date },
): Promise<boolean> {
  const scope = tenantScope(tenantId);
  const [plays] = await find(tx, scope, freePlays, { id }, 'update');
  if (!plays || plays.used > 0 || plays.revokedAt) return false;
  await update(tx, scope, freePlays, { id }, { revokedAt: now });
  await emit(tx, playerTopic(plays.playerId), freePlaysChanged, {});
  await emit(tx, siteTopic(tenantId, plays.siteId), freePlaysChanged, {});
  return true;
}
