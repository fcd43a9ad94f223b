import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows, update } from '#kit/server/tables.ts';
import { factory } from '../rules/document-rules.ts';
import { deviceSettings, type PresetGiver } from '../tables.ts';

type Rows = ColumnsOf<typeof deviceSettings>;
export type Confirmed = RowOf<typeof deviceSettings>;
export interface DeviceKey {
  tenantId: string;
  deviceId: string;
  type: DeviceType;
}

export const tenantsOf = (list: readonly { tenantId: string }[]): string[] => [
  ...new Set(list.map(({ tenantId }) => tenantId)),
];

const asMade = ({ tenantId, deviceId, type }: DeviceKey): Confirmed => ({
  tenantId,
  deviceId,
  version: 0,
  ...factory[type],
  appliedAt: null,
  issuedVersion: 0,
  reported: null,
  reportedHash: null,
  reportedVersion: null,
  reportAskedAt: null,
  presetDue: null,
});

/** What each device confirmed last, by device; those nobody has configured yet run as they were made. */
export async function selectConfirmed(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceKey[],
): Promise<Map<string, Confirmed>> {
  const settings = rows(scope, deviceSettings);
  const found =
    devices.length > 0 ? await reader.select().from(settings).where(among(settings, devices)) : [];
  return byDevice(devices, found);
}

/** What one device confirmed last. */
export async function findConfirmed(reader: Reader, scope: Scope, device: DeviceKey): Promise<Confirmed> {
  const { tenantId, deviceId } = device;
  const [found] = await find(reader, scope, deviceSettings, { tenantId, deviceId });
  return found ?? asMade(device);
}

/** Only what tells whether a device runs with what it confirmed. */
export async function selectRunning(
  reader: Reader,
  devices: readonly DeviceKey[],
): Promise<Map<string, Pick<Confirmed, 'version' | 'hash' | 'reportedHash' | 'presetDue'>>> {
  const settings = rows(platformScope, deviceSettings);
  const found =
    devices.length > 0
      ? await reader
          .select({
            ...pick(settings, 'deviceId', 'version', 'hash', 'reportedHash', 'presetDue'),
          })
          .from(settings)
          .where(among(settings, devices))
      : [];
  const known = new Map(found.map((row) => [row.deviceId, row]));
  return new Map(devices.map((device) => [device.deviceId, known.get(device.deviceId) ?? asMade(device)]));
}

/** The same as `selectConfirmed`, held until the transaction ends: whatever changes a device's settings waits here for its turn. */
export async function lockConfirmed(tx: Tx, devices: readonly DeviceKey[]): Promise<Map<string, Confirmed>> {
  if (devices.length === 0) return new Map();
  const settings = rows(platformScope, deviceSettings);
  await insertMissing(tx, devices);
  const found = await tx
    .select()
    .from(settings)
    .where(among(settings, devices))
    .orderBy(asc(settings.deviceId))
    .for('update');
  return byDevice(devices, found);
}

const among = (settings: Rows, devices: readonly DeviceKey[]) =>
  and(
    inArray(settings.tenantId, tenantsOf(devices)),
    inArray(
      settings.deviceId,
      devices.map(({ deviceId }) => deviceId),
    ),
  );

function byDevice(devices: readonly DeviceKey[], found: Confirmed[]): Map<string, Confirmed> {
  const known = new Map(found.map((row) => [row.deviceId, row]));
  return new Map(devices.map((device) => [device.deviceId, known.get(device.deviceId) ?? asMade(device)]));
}

async function insertMissing(tx: Tx, devices: readonly DeviceKey[]): Promise<void> {
  const wanted = devices.map(({ tenantId, deviceId, type }) => ({ tenantId, deviceId, type }));
  const types = [...new Set(devices.map(({ type }) => type))].map((type) => ({ type, ...factory[type] }));
  await tx.execute(sql`
    insert into device_settings (tenant_id, device_id, settings, hash)
    select device."tenantId", device."deviceId", made.settings, made.hash
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as device("tenantId" text, "deviceId" uuid, type text)
    join jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as made(type text, settings jsonb, hash text)
      using (type)
    order by device."deviceId"
    on conflict do nothing`);
}

/** What the device itself says: settings other than ours, or null when it runs with ours under this number. */
export async function noteReported(
  tx: Tx,
  { device, version, hash }: { device: DeviceKey; version: number; hash: string },
  settings: SettingsDocument | null,
): Promise<void> {
  await update(
    tx,
    tenantScope(device.tenantId),
    deviceSettings,
    (row) => eq(row.deviceId, device.deviceId),
    settings
      ? { reported: settings, reportedHash: hash, reportedVersion: version }
      : { reported: null, reportedHash: null, reportedVersion: null, version },
  );
}

export async function noteAsked(tx: Tx, devices: readonly DeviceKey[], now: Date): Promise<void> {
  if (devices.length === 0) return;
  await update(tx, platformScope, deviceSettings, (row) => among(row, devices), { reportAskedAt: now });
}

/** null: it has its preset, or there is none for it. */
export async function notePresetDue(
  tx: Tx,
  devices: readonly DeviceKey[],
  giver: PresetGiver | null,
): Promise<void> {
  if (devices.length === 0) return;
  await update(tx, platformScope, deviceSettings, (row) => among(row, devices), { presetDue: giver });
}

/** Makes a document the confirmed one without a change that was sent: taken over from the machine, or as it was made. */
export async function replaceConfirmed(
  tx: Tx,
  { tenantId, deviceId }: Pick<DeviceKey, 'tenantId' | 'deviceId'>,
  confirmed: { settings: SettingsDocument; hash: string; version: number; appliedAt: Date },
): Promise<void> {
  await update(tx, tenantScope(tenantId), deviceSettings, (row) => eq(row.deviceId, deviceId), {
    ...confirmed,
    reported: null,
    reportedHash: null,
    reportedVersion: null,
  });
}
