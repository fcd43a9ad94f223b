import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { findOwn, putOwn } from '#kit/server/player-tables.ts';
import { type PlayerScope, playerScope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { limitAt, noLimit, type SpendingLimit } from '../rules/limit-rules.ts';
import { merchantLimits, playerLimits } from '../tables.ts';

/** What a player spends, and what the player decides about spending, happens one after the other until the transaction ends. */
export const holdSpending = (tx: Tx, playerId: string): Promise<void> => holdName(tx, 'spending', playerId);

export async function readOwnLimit(reader: Reader, scope: PlayerScope): Promise<SpendingLimit> {
  const [found] = await findOwn(reader, scope, playerLimits, {});
  return found ?? noLimit;
}

export async function writeOwnLimit(
  tx: Tx,
  scope: PlayerScope,
  limit: SpendingLimit,
  now: Date,
): Promise<void> {
  await putOwn(tx, scope, playerLimits, { ...limit, changedAt: now });
}

export async function readMerchantLimit(reader: Reader, tenantId: string): Promise<number | null> {
  const [found] = await find(reader, tenantScope(tenantId), merchantLimits, {});
  return found?.dailyFen ?? null;
}

export async function writeMerchantLimit(
  tx: Tx,
  tenantId: string,
  dailyFen: number | null,
  now: Date,
): Promise<void> {
  const scope = tenantScope(tenantId);
  await holdName(tx, 'limit of merchant', tenantId);
  const values = { dailyFen, changedAt: now };
  const [changed] = await update(tx, scope, merchantLimits, {}, values);
  if (!changed) await insert(tx, scope, merchantLimits, { tenantId, ...values });
}

/** Both limits that hold for a player at a merchant; they travel to the database together. */
export async function limitsFor(
  tx: Tx,
  { playerId, tenantId, now }: { playerId: string; tenantId: string; now: Date },
): Promise<{ own: number | null; merchants: number | null }> {
  const [own, merchants] = await Promise.all([
    readOwnLimit(tx, playerScope(playerId)),
    readMerchantLimit(tx, tenantId),
  ]);
  return { own: limitAt(own, now), merchants };
}
