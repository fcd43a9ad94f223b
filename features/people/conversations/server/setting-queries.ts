import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { usualTargets } from '../contract/replies.ts';
import { serviceSettings } from '../tables.ts';

export type SettingRow = RowOf<typeof serviceSettings>;

export async function readSetting(reader: Reader, tenantId: string): Promise<SettingRow> {
  const [found] = await find(reader, tenantScope(tenantId), serviceSettings, {});
  return found ?? { tenantId, awayText: '', ...usualTargets };
}

/** Answers what held before; two who save at once do it one after the other. */
export async function writeSetting(tx: Tx, { tenantId, ...values }: SettingRow): Promise<SettingRow> {
  const scope = tenantScope(tenantId);
  await holdName(tx, 'setting of customer service', tenantId);
  const before = await readSetting(tx, tenantId);
  const [changed] = await update(tx, scope, serviceSettings, {}, values);
  if (!changed) await insert(tx, scope, serviceSettings, values);
  return before;
}
