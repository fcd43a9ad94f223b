import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { deviceListed } from '../contract/events.ts';
import { devices } from '../tables.ts';

/** What the settings of machines say of a play, its price and its time, as lists, orders and figures read it; only the feature that keeps settings calls it. */
export async function notePlays(
  tx: Tx,
  list: readonly { tenantId: string; deviceId: string; priceFen: number | null; playTimeS: number | null }[],
): Promise<void> {
  const tenants = new Set<string>();
  for (const { tenantId, deviceId, priceFen, playTimeS } of list) {
    const said = { ...(priceFen !== null && { priceFen }), ...(playTimeS !== null && { playTimeS }) };
    if (Object.keys(said).length === 0) continue;
    const changed = await update(
      tx,
      tenantScope(tenantId),
      devices,
      (device) =>
        and(
          eq(device.id, deviceId),
          sql`(${device.priceFen}, ${device.playTimeS}) is distinct from (
            coalesce(${priceFen}::int, ${device.priceFen}), coalesce(${playTimeS}::int, ${device.playTimeS}))`,
        ),
      said,
    );
    if (changed.length > 0) tenants.add(tenantId);
  }
  await emitAll(
    tx,
    [...tenants].map((tenantId) => told(tenantTopic(tenantId), deviceListed)),
  );
}
