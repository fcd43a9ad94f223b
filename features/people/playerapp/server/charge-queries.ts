import { and, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, playerScope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { memberCharges } from '../tables.ts';

export type ChargeRow = RowOf<typeof memberCharges>;

export async function findChargeOfCode(
  reader: Reader,
  { tenantId, playerId, step }: Pick<ChargeRow, 'tenantId' | 'playerId' | 'step'>,
): Promise<ChargeRow | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), memberCharges, { playerId, step });
  return found;
}

export async function insertCharge(tx: Tx, row: ChargeRow): Promise<void> {
  const { tenantId, ...values } = row;
  await insert(tx, tenantScope(tenantId), memberCharges, values);
}

export async function endCharge(
  tx: Tx,
  { tenantId, id }: Pick<ChargeRow, 'tenantId' | 'id'>,
  values: Pick<ChargeRow, 'state' | 'endedAt'> & Partial<Pick<ChargeRow, 'orderId' | 'orderNumber'>>,
): Promise<void> {
  await update(tx, tenantScope(tenantId), memberCharges, { id }, values);
}

export async function lockOwnCharge(tx: Tx, scope: PlayerScope, id: string): Promise<ChargeRow | undefined> {
  const [found] = await findOwn(tx, scope, memberCharges, { id }, 'update');
  return found;
}

/** The newest, where it is of a moment ago. */
export async function latestOwnCharge(
  reader: Reader,
  scope: PlayerScope,
  since: Date,
): Promise<ChargeRow | undefined> {
  const charge = ownRows(scope, memberCharges);
  const [found] = await reader
    .select()
    .from(charge)
    .where(gt(charge.createdAt, since))
    .orderBy(desc(charge.createdAt))
    .limit(1);
  return found;
}

/** What shops took from the player since then without asking. */
export async function sumUnasked(reader: Reader, playerId: string, since: Date): Promise<number> {
  const charge = ownRows(playerScope(playerId), memberCharges);
  const [sum] = await reader
    .select({ fen: sql`coalesce(sum(${charge.amountFen}), 0)::bigint`.mapWith(Number) })
    .from(charge)
    .where(and(eq(charge.state, 'paid'), eq(charge.confirmed, false), gte(charge.createdAt, since)));
  return sum?.fen ?? 0;
}
