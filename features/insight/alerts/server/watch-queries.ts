import { eq, inArray, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { type RowOf, remove, rows } from '#kit/server/tables.ts';
import type { Watch } from '../rules/prize-rules.ts';
import { alertWatches } from '../tables.ts';

export async function selectWatches(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<Map<string, RowOf<typeof alertWatches>>> {
  if (deviceIds.length === 0) return new Map();
  const watch = rows(scope, alertWatches);
  const found = await reader
    .select()
    .from(watch)
    .where(inArray(watch.deviceId, [...deviceIds]));
  return new Map(found.map((row) => [row.deviceId, row]));
}

export async function storeWatches(
  tx: Tx,
  tenantId: string,
  watches: readonly (Watch & { deviceId: string })[],
): Promise<void> {
  if (watches.length === 0) return;
  await tx.execute(sql`
    insert into alert_watch (tenant_id, device_id, settings_version, plays, prizes, quiet_from_plays, window_at,
      window_plays, window_prizes)
    select ${tenantId}, next.* from jsonb_to_recordset(${JSON.stringify(watches)}::jsonb) as next("deviceId" uuid,
      "settingsVersion" bigint, plays bigint, prizes bigint, "quietFromPlays" bigint, "windowAt" timestamptz,
      "windowPlays" bigint, "windowPrizes" bigint)
    on conflict (tenant_id, device_id) do update set settings_version = excluded.settings_version,
      plays = excluded.plays, prizes = excluded.prizes, quiet_from_plays = excluded.quiet_from_plays,
      window_at = excluded.window_at, window_plays = excluded.window_plays, window_prizes = excluded.window_prizes`);
}

/** The next look begins again. */
export async function forgetWatch(tx: Tx, tenantId: string, deviceId: string): Promise<void> {
  await remove(tx, tenantScope(tenantId), alertWatches, (watch) => eq(watch.deviceId, deviceId));
}
