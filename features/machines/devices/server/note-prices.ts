import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { deviceListed } from '../contract/events.ts';
import { devices } from '../tables.ts';

/** The prices of plays as the settings of machines say them; only the feature that keeps settings calls it. */
export async function notePrices(
  tx: Tx,
  list: readonly { tenantId: string; deviceId: string; priceFen: number }[],
): Promise<void> {
  const tenants = new Set<string>();
  for (const { tenantId, deviceId, priceFen } of list) {
    const changed = await update(
      tx,
      tenantScope(tenantId),
      devices,
      (device) => and(eq(device.id, deviceId), sql`${device.priceFen} is distinct from ${priceFen}`),
      { priceFen },
    );
    if (changed.length > 0) tenants.add(tenantId);
  }
  await emitAll(
    tx,
    [...tenants].map((tenantId) => told(tenantTopic(tenantId), deviceListed)),
  );
}
