import { and, asc, inArray, like, sql } from 'drizzle-orm';
import { invalid } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { remove, rows } from '#kit/server/tables.ts';
import { keyData } from '../tables.ts';

const maxKeysPerTenant = 500;

export type Settings = ReadonlyMap<string, string | null>;

export function readSettings(
  reader: Reader,
  tenantId: string,
  wanted: { keys?: readonly string[]; prefix?: string },
) {
  const setting = rows(tenantScope(tenantId), keyData);
  const { keys, prefix } = wanted;
  return reader
    .select({ dataKey: setting.dataKey, dataValue: setting.dataValue, updatedAt: setting.updatedAt })
    .from(setting)
    .where(
      and(
        keys ? inArray(setting.dataKey, [...keys]) : undefined,
        prefix ? like(setting.dataKey, `${prefix.replace(/_/g, '\\_')}%`) : undefined,
      ),
    )
    .orderBy(asc(setting.dataKey));
}

/** Saves settings of one tenant (null removes one) and answers what they were before. */
export async function writeSettings(
  tx: Tx,
  tenantId: string,
  values: Settings,
  now: Date,
): Promise<Record<string, string>> {
  // Two savers of one tenant wait for each other, so that the limit and the log are true.
  await holdName(tx, 'key data', tenantId);
  const before = await readSettings(tx, tenantId, { keys: [...values.keys()] });
  const scope = tenantScope(tenantId);
  const removed = [...values].filter(([, value]) => value === null).map(([key]) => key);
  if (removed.length > 0) await remove(tx, scope, keyData, (columns) => inArray(columns.dataKey, removed));
  for (const [key, value] of values) {
    if (value === null) continue;
    await tx.execute(sql`
      insert into common_key_data (tenant_id, data_key, data_value, updated_at)
      values (${tenantId}, ${key}, ${value}, ${now.toISOString()}::timestamptz)
      on conflict (tenant_id, data_key)
      do update set data_value = excluded.data_value, updated_at = excluded.updated_at`);
  }
  if ((await tx.$count(rows(scope, keyData))) > maxKeysPerTenant)
    throw invalid('content:error.tooManyKeys', { max: maxKeysPerTenant });
  return Object.fromEntries(before.map(({ dataKey, dataValue }) => [dataKey, dataValue]));
}
