import { type SiteHours, siteHours } from '#features/base/sites/server/public.ts';
import { shopStoreOf } from '#features/loyalty/stock/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import { handoverSettings } from '../tables.ts';

export type SettingRow = RowOf<typeof handoverSettings>;

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
  const [found] = await find(reader, tenantScope(tenantId), handoverSettings, {});
  return found ?? { tenantId, ...usual };
}

/** Answers what held before; two who save at once do it one after the other. */
export async function writeSetting(tx: Tx, { tenantId, ...values }: SettingRow): Promise<SettingRow> {
  const scope = tenantScope(tenantId);
  await holdName(tx, 'setting of hand-over', tenantId);
  const before = await readSetting(tx, tenantId);
  const [changed] = await update(tx, scope, handoverSettings, {}, values);
  if (!changed) await insert(tx, scope, handoverSettings, values);
  return before;
}

export interface Shop {
  site: SiteHours;
  /** which hands out there; absent: there is nothing to have */
  store: Awaited<ReturnType<typeof shopStoreOf>>;
  setting: SettingRow;
  open: boolean;
}

/** A shop is public: everybody may look. */
export async function readShop(reader: Reader, siteId: string, scope: Scope = platformScope): Promise<Shop> {
  const site = (await siteHours(reader, scope, [siteId])).get(siteId);
  if (!site) throw missing('handover:error.noShop');
  const [store, setting] = await Promise.all([
    shopStoreOf(reader, site.tenantId, siteId),
    readSetting(reader, site.tenantId),
  ]);
  return { site, store, setting, open: store !== undefined && setting.open && site.enabled };
}

/** Refuses while nothing can be had there, for points or for money. */
export async function requireOpenShop(reader: Reader, siteId: string) {
  const { store, open, ...shop } = await readShop(reader, siteId);
  if (!store || !open) throw conflict('handover:error.closed');
  return { ...shop, store };
}
