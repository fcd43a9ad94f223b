import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { announce } from '#kit/server/gathered-writes.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { adPlacements, adScreens } from '../tables.ts';

export const channel = 'ad_screen';

/** What these machines are to show changed: it is worked out and sent after the transaction. */
export async function markDue(tx: Tx, tenantId: string, deviceIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(deviceIds)].toSorted();
  if (wanted.length === 0) return;
  await tx.execute(sql`
    insert into ad_screen (tenant_id, device_id, due)
    select ${tenantId}, d, true from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) as t(d_text),
      lateral (select d_text::uuid as d) as u order by d
    on conflict (tenant_id, device_id) do update set due = true`);
  announce(tx, channel);
}

/** The same for all machines of a merchant that have anything on their screen. */
export async function markAllDue(tx: Tx, tenantId: string): Promise<void> {
  await update(tx, tenantScope(tenantId), adScreens, {}, { due: true });
  announce(tx, channel);
}

/** Machines on which one of these groups is placed. */
export async function devicesShowing(
  tx: Tx,
  tenantId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const placed = await find(tx, tenantScope(tenantId), adPlacements, ({ groupId }) =>
    inArray(groupId, [...groupIds]),
  );
  return placed.map(({ deviceId }) => deviceId);
}
