import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { exchangeSettings } from '../tables.ts';

export type SettingRow = RowOf<typeof exchangeSettings>;

/** What holds until the merchant says otherwise. */
const usual = {
  open: true,
  rules: '',
  banner: null,
  pickupDays: 7,
  shipping: false,
  passwordAbove: 1000,
};

export async function readSetting(reader: Reader, tenantId: string): Promise<SettingRow> {
  const [found] = await find(reader, tenantScope(tenantId), exchangeSettings, {});
  return found ?? { tenantId, ...usual };
}

/** Answers what held before; two who save at once do it one after the other. */
export async function writeSetting(tx: Tx, { tenantId, ...values }: SettingRow): Promise<SettingRow> {
  const scope = tenantScope(tenantId);
  await holdName(tx, 'exchange setting', tenantId);
  const before = await readSetting(tx, tenantId);
  const [changed] = await update(tx, scope, exchangeSettings, {}, values);
  if (!changed) await insert(tx, scope, exchangeSettings, values);
  return before;
}
