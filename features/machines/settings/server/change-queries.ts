import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { dayAtSite } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { elsewhere, pageRows } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { ChangeFailure, settingsContract } from '../contract.ts';
import { settingsChanges } from '../tables.ts';
import { type DeviceKey, tenantsOf } from './confirmed-queries.ts';

export type Changes = ColumnsOf<typeof settingsChanges>;
export type ChangeRow = RowOf<typeof settingsChanges>;

/** Without the documents: what it takes to follow a change. */
const outline = (change: Changes) => ({
  ...pick(change, 'tenantId', 'id', 'deviceId', 'deviceCode', 'version', 'state', 'reason', 'hash', 'sentAt'),
  ...pick(change, 'batchId', 'siteId', 'userName'),
});
export type ChangeOutline = Pick<
  ChangeRow,
  | 'tenantId'
  | 'siteId'
  | 'id'
  | 'deviceId'
  | 'deviceCode'
  | 'version'
  | 'state'
  | 'reason'
  | 'hash'
  | 'sentAt'
  | 'batchId'
  | 'userName'
>;

/** The change under way, or the last one. */
export async function selectLatestChange(
  reader: Reader,
  { tenantId, deviceId }: DeviceKey,
): Promise<ChangeRow | undefined> {
  const change = rows(tenantScope(tenantId), settingsChanges);
  const [found] = await reader
    .select()
    .from(change)
    .where(eq(change.deviceId, deviceId))
    .orderBy(sql`${change.state} = 'pending' desc`, desc(change.id))
    .limit(1);
  return found;
}

export function pageChanges(
  reader: Reader,
  { tenantId, deviceId }: DeviceKey,
  input: ParsedInputOf<typeof settingsContract.listChanges>,
) {
  const change = rows(tenantScope(tenantId), settingsChanges);
  return pageRows(reader, input, {
    from: () => reader.select().from(change),
    where: eq(change.deviceId, deviceId),
    // The device itself: found before, which is how the scope is kept.
    filters: { equipmentId: elsewhere },
    sort: { startedAt: change.startedAt },
    usual: { by: 'startedAt', order: 'desc' },
    tie: change.id,
  });
}

function ofDevices(change: Changes, devices: readonly DeviceKey[]): SQL | undefined {
  return and(
    inArray(change.tenantId, tenantsOf(devices)),
    inArray(
      change.deviceId,
      devices.map(({ deviceId }) => deviceId),
    ),
  );
}

/** What a word of these devices can be about: the changes under way, and those given up whose version it names. */
export async function lockAnswerable(
  tx: Tx,
  devices: readonly DeviceKey[],
  versions: readonly number[],
): Promise<ChangeOutline[]> {
  const change = rows(platformScope, settingsChanges);
  return tx
    .select(outline(change))
    .from(change)
    .where(
      and(
        ofDevices(change, devices),
        or(
          eq(change.state, 'pending'),
          and(
            isNotNull(change.sentAt),
            inArray(change.reason, ['noAnswer', 'superseded']),
            inArray(change.version, [...new Set(versions)]),
          ),
        ),
      ),
    )
    .orderBy(change.id)
    .for('update');
}

/** The oldest that wait for their wave; other server processes take others. */
export async function takeQueued(tx: Tx, now: Date, limit: number): Promise<ChangeOutline[]> {
  const change = rows(platformScope, settingsChanges);
  return tx
    .select(outline(change))
    .from(change)
    .where(and(eq(change.state, 'pending'), isNull(change.sentAt), gt(change.deadlineAt, now)))
    .orderBy(change.startedAt, change.id)
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function takeOverdue(tx: Tx, now: Date, limit: number): Promise<ChangeOutline[]> {
  const change = rows(platformScope, settingsChanges);
  return tx
    .select(outline(change))
    .from(change)
    .where(and(eq(change.state, 'pending'), lte(change.deadlineAt, now)))
    .orderBy(change.deadlineAt)
    .limit(limit)
    .for('update', { skipLocked: true });
}

type ChangeKey = Pick<ChangeRow, 'tenantId' | 'id'>;

/** Tenants stand in every key first, so they are named though the ids alone would do. */
const these = (change: Changes, keys: readonly ChangeKey[]) =>
  and(
    inArray(change.tenantId, tenantsOf(keys)),
    inArray(
      change.id,
      keys.map(({ id }) => id),
    ),
  );

export async function markSent(
  tx: Tx,
  keys: readonly ChangeKey[],
  sentAt: Date,
  deadlineAt: Date,
): Promise<ChangeRow[]> {
  if (keys.length === 0) return [];
  return update(tx, platformScope, settingsChanges, (change) => these(change, keys), { sentAt, deadlineAt });
}

/** Documents travel once each, however many changes carry the same. */
export async function insertChanges(tx: Tx, changes: readonly ChangeRow[]): Promise<void> {
  if (changes.length === 0) return;
  const documents = new Map(
    changes.flatMap(({ hash, settings }) => (hash && settings ? [[hash, settings]] : [])),
  );
  const list = changes.map(({ settings: _, ...change }) => change);
  await tx.execute(sql`
    insert into settings_change (tenant_id, id, device_id, site_id, device_code, device_number, device_type, version,
      state, reason, path, wanted, settings, hash, differences, user_id, user_name, started_at, sent_at, deadline_at,
      ended_at, batch_id, attempt, retried_at)
    select "tenantId", id, "deviceId", "siteId", "deviceCode", "deviceNumber", "deviceType", version,
      state, reason, path, wanted, document.settings, hash, differences, "userId", "userName", "startedAt", "sentAt",
      "deadlineAt", "endedAt", "batchId", attempt, "retriedAt"
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as change("tenantId" text, id uuid, "deviceId" uuid,
      "siteId" uuid, "deviceCode" text, "deviceNumber" integer, "deviceType" text, version bigint, state text,
      reason text, path text, wanted jsonb, hash text, differences jsonb, "userId" uuid, "userName" text,
      "startedAt" timestamptz, "sentAt" timestamptz, "deadlineAt" timestamptz, "endedAt" timestamptz, "batchId" uuid,
      attempt integer, "retriedAt" timestamptz)
    left join (
      select key as hash, value as settings from jsonb_each(${JSON.stringify(Object.fromEntries(documents))}::jsonb)
    ) document using (hash)`);
}

export interface Failure extends ChangeKey {
  reason: ChangeFailure;
  path?: string | null;
}

/** Ends changes that are still under way. */
export async function markFailed(tx: Tx, failures: readonly Failure[], now: Date): Promise<void> {
  if (failures.length === 0) return;
  await tx.execute(sql`
    update settings_change change
    set state = 'failed', reason = failure.reason, path = failure.path, ended_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failure("tenantId" text, id uuid, reason text, path text)
    where change.tenant_id = failure."tenantId" and change.id = failure.id and change.state = 'pending'`);
}

/** Ends changes as applied and makes their documents the confirmed ones. */
export async function markApplied(tx: Tx, keys: readonly ChangeKey[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await update(tx, platformScope, settingsChanges, (change) => these(change, keys), {
    state: 'applied',
    reason: null,
    path: null,
    endedAt: now,
  });
  await tx.execute(sql`
    update device_settings confirmed
    set version = change.version, settings = change.settings, hash = change.hash, applied_at = change.ended_at,
      reported = null, reported_hash = null, reported_version = null, preset_due = null
    from settings_change change
    where change.tenant_id in ${tenantsOf(keys)} and change.id in ${keys.map(({ id }) => id)}
      and confirmed.tenant_id = change.tenant_id and confirmed.device_id = change.device_id`);
}

/** Their numbers are taken, whatever becomes of them. */
export async function noteIssued(tx: Tx, keys: readonly ChangeKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.execute(sql`
    update device_settings confirmed set issued_version = change.version
    from settings_change change
    where change.tenant_id in ${tenantsOf(keys)} and change.id in ${keys.map(({ id }) => id)}
      and confirmed.tenant_id = change.tenant_id and confirmed.device_id = change.device_id`);
}

/** Changes under way of these devices, for a newer one to end. */
export async function selectPending(tx: Tx, devices: readonly DeviceKey[]): Promise<ChangeOutline[]> {
  if (devices.length === 0) return [];
  const change = rows(platformScope, settingsChanges);
  return tx
    .select(outline(change))
    .from(change)
    .where(and(eq(change.state, 'pending'), ofDevices(change, devices)))
    .orderBy(change.id)
    .for('update');
}

/** What is on its way to devices, by device. */
export async function selectUnderWay(
  reader: Reader,
  devices: readonly DeviceKey[],
): Promise<Map<string, SettingsDocument>> {
  if (devices.length === 0) return new Map();
  const change = rows(platformScope, settingsChanges);
  const found = await reader
    .select({ deviceId: change.deviceId, wanted: change.wanted })
    .from(change)
    .where(and(eq(change.state, 'pending'), ofDevices(change, devices)));
  return new Map(found.map(({ deviceId, wanted }) => [deviceId, wanted]));
}

/** When a device last confirmed a change of one of these values, and on which day of its site; absent where it did not since then. */
export async function lastChangesOf(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
  { since, names }: { since: Date; names: readonly (readonly [group: string, name: string])[] },
): Promise<Map<string, { at: Date; day: string }>> {
  if (deviceIds.length === 0) return new Map();
  const change = rows(scope, settingsChanges);
  const dayThere = dayAtSite({ at: change.endedAt, tenantId: change.tenantId, siteId: change.siteId });
  const wanted = JSON.stringify(names.map(([group, name]) => `${group}.${name}`));
  const found = await reader
    .select({
      deviceId: change.deviceId,
      at: sql`max(${change.endedAt})`.mapWith(change.startedAt),
      day: sql<string>`max(${dayThere})::text`,
    })
    .from(change)
    .where(
      and(
        inArray(change.deviceId, [...deviceIds]),
        eq(change.state, 'applied'),
        gt(change.endedAt, since),
        sql`exists (select from jsonb_array_elements(${change.differences}) d
          where ${wanted}::jsonb ? ((d ->> 'group') || '.' || (d ->> 'name')))`,
      ),
    )
    .groupBy(change.deviceId);
  return new Map(found.map(({ deviceId, ...last }) => [deviceId, last]));
}
