import { newId } from '#kit/kernel/ids.ts';
import type { Database } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { devices } from '../tables.ts';

/** A device as it stands in the table, without registration. */
export async function insertDevice(
  db: Database,
  tenantId: string,
  device: { siteId: string; code: string; number?: number },
): Promise<void> {
  await db.transaction((tx) =>
    insert(tx, tenantScope(tenantId), devices, { id: newId(), number: 1, type: 'claw', ...device }),
  );
}
