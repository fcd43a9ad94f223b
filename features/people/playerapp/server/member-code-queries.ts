import { and, inArray } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { memberScans } from '../tables.ts';

export type ScanRow = RowOf<typeof memberScans>;

/** Which of these players have shown their code at the merchant: they are known there from then on. */
export async function scannedAmong(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<string[]> {
  const scan = rows(tenantScope(tenantId), memberScans);
  const found = await reader
    .selectDistinct({ playerId: scan.playerId })
    .from(scan)
    .where(and(inArray(scan.playerId, [...playerIds])));
  return found.map(({ playerId }) => playerId);
}

export async function findScan(
  reader: Reader,
  { playerId, step }: Pick<ScanRow, 'playerId' | 'step'>,
): Promise<ScanRow | undefined> {
  const [found] = await find(reader, platformScope, memberScans, { playerId, step });
  return found;
}

/** Uses the code up. The row that is there: this one, or that of a merchant who was quicker. */
export async function spendMemberCode(tx: Tx, scan: ScanRow): Promise<ScanRow> {
  await run(
    tx,
    `insert into member_scan (tenant_id, player_id, step, user_id, scanned_at) values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
    [scan.tenantId, scan.playerId, scan.step, scan.userId, scan.scannedAt.toISOString()],
  );
  return (await findScan(tx, scan)) ?? scan;
}
