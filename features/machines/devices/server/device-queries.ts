import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { limits } from '#kit/protocol/limits.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite } from '#kit/server/listing.ts';
import { run } from '#kit/server/row-statements.ts';
import { reaches, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows, shapeOfTenant } from '#kit/server/tables.ts';
import { isDeviceId } from '../contract/shared.ts';
import { deviceIdentities, deviceStates, devices } from '../tables.ts';
import type { DeviceRef } from './device-facts.ts';

/** A device with what people wrote about it and what it last told of itself. */
export interface DeviceView extends DeviceRef {
  number: number;
  name: string | null;
  remark: string | null;
  priceFen: number | null;
  controlled: boolean;
  sort: number;
  createdAt: Date;
  online: boolean;
  changedAt: Date | null;
  lastSeenAt: Date | null;
  signalKind: 'wifi' | 'cellular' | 'wired' | null;
  signalDbm: number | null;
  model: string | null;
  hardware: string | null;
  firmware: string | null;
  app: string | null;
  busy: boolean;
  faults: string[];
  settingsVersion: number;
  settingsHash: string | null;
  contentVersion: number;
  freeBytes: number | null;
  counters: Record<string, number>;
  hoppers: { hopper: number; coins: number }[];
  lanes: { lane: number; stock: number }[];
}

type Devices = ColumnsOf<typeof devices>;
type States = ColumnsOf<typeof deviceStates>;

/** What other features may join of a machine; unbound ones too, which past records still name. */
export function deviceView(scope: Scope) {
  const device = rows(scope, devices);
  return new QueryBuilder()
    .select({
      ...pick(device, 'tenantId', 'id', 'siteId', 'code', 'number', 'type', 'name', 'remark', 'priceFen'),
      ...pick(device, 'controlled', 'sort', 'createdAt', 'unboundAt'),
    })
    .from(device)
    .as('device');
}

/** … and of what it last told of itself. */
export function deviceStateView(scope: Scope) {
  const state = rows(scope, deviceStates);
  return new QueryBuilder()
    .select({
      ...pick(state, 'tenantId', 'deviceId', 'online', 'busy', 'faults', 'lanes', 'hoppers', 'firmware'),
      ...pick(state, 'app', 'model', 'hardware', 'signalKind', 'signalDbm', 'settingsVersion'),
      ...pick(state, 'settingsHash', 'contentVersion', 'freeBytes', 'changedAt', 'lastSeenAt'),
    })
    .from(state)
    .as('device_state');
}

/** A machine with its state and where it stands, as lists of other features show it. */
export function machineView(scope: Scope) {
  const device = deviceView(scope);
  const state = deviceStateView(scope);
  const site = siteView(scope);
  return {
    device,
    state,
    site,
    /** what names it */
    names: {
      equipmentId: device.id,
      equipmentNo: device.number,
      equipmentName: device.name,
      code: device.code,
      fieldId: device.siteId,
      fieldName: site.name,
    },
    /** what its state is told by */
    standing: {
      type: device.type,
      controlled: device.controlled,
      ...pick(state, 'online', 'busy', 'faults', 'lastSeenAt'),
    },
    ofState: and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)),
    ofSite: atSite(site, device),
  };
}

function boundDevices(reader: Reader, scope: Scope, where: (device: Devices) => SQL | undefined) {
  const device = rows(scope, devices);
  const state = rows(scope, deviceStates);
  const query = reader
    .select()
    .from(device)
    .innerJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
    .where(and(isNull(device.unboundAt), where(device)));
  return { device, query };
}

function viewOf(own: Devices['$inferSelect'], told: States['$inferSelect']): DeviceView {
  return {
    tenantId: own.tenantId,
    deviceId: own.id,
    ...pick(own, 'siteId', 'code', 'type', 'number', 'name', 'remark', 'priceFen', 'controlled', 'sort'),
    ...pick(own, 'createdAt'),
    ...pick(told, 'online', 'changedAt', 'lastSeenAt', 'signalKind', 'signalDbm', 'model', 'hardware'),
    ...pick(told, 'firmware', 'app', 'busy', 'faults', 'settingsVersion', 'settingsHash', 'contentVersion'),
    ...pick(told, 'freeBytes', 'counters', 'hoppers', 'lanes'),
  };
}

const deviceShape = shapeOfTenant(devices);
const stateShape = shapeOfTenant(deviceStates);

/** Unknown, foreign and unbound devices are not found. */
export async function findDevice(reader: Reader, scope: Scope, deviceId: string): Promise<DeviceView> {
  const found = await findOne(reader, 'id', deviceId);
  if (!found || !reaches(scope, found)) throw missing();
  return found;
}

/** Any tenant's: for what players scan. */
export const findDeviceByCode = (reader: Reader, code: string): Promise<DeviceView | undefined> =>
  findOne(reader, 'code', code);

/** Any tenant's, by its id or the code on it. */
export const findNamed = (reader: Reader, named: string): Promise<DeviceView | undefined> =>
  findOne(reader, isDeviceId(named) ? 'id' : 'code', named);

/** Every sale and every command begins with it, and the builder would cost more than the statement. */
async function findOne(
  reader: Reader,
  column: 'id' | 'code',
  value: string,
): Promise<DeviceView | undefined> {
  const [found] = await run(
    reader,
    `select ${deviceShape.list('d.')}, ${stateShape.list('s.')} from device d
    join device_state s on s.tenant_id = d.tenant_id and s.device_id = d.id
    where d.${column} = $1 and d.unbound_at is null`,
    [value],
  );
  if (!found) return undefined;
  return viewOf(
    deviceShape.read(found) as Devices['$inferSelect'],
    stateShape.read(found, deviceShape.columns.size) as States['$inferSelect'],
  );
}

/**
 * By site, then in the order staff gave them, then by number; unbound ones are left out. They are named one by one,
 * because a fleet has no limit: who needs a whole one takes it in turns.
 */
export async function listDevices(
  reader: Reader,
  scope: Scope,
  { ids, types }: { ids: readonly string[]; types?: readonly DeviceType[] },
): Promise<DeviceView[]> {
  if (ids.length === 0 || types?.length === 0) return [];
  const { device, query } = boundDevices(reader, scope, (columns) =>
    and(inArray(columns.id, [...ids]), types && inArray(columns.type, [...types])),
  );
  const found = await query.orderBy(asc(device.siteId), asc(device.sort), asc(device.number));
  return found.map((row) => viewOf(row.device, row.device_state));
}

/** All devices that the scope reaches, a limited number at a time, tenant by tenant. */
export async function* devicesInTurns(
  reader: Reader,
  scope: Scope,
  atOnce: number,
): AsyncGenerator<DeviceView[]> {
  let last: { tenantId: string; deviceId: string } | undefined;
  for (;;) {
    const after = last;
    const { device, query } = boundDevices(
      reader,
      scope,
      (columns) =>
        after && sql`(${columns.tenantId}, ${columns.id}) > (${after.tenantId}, ${after.deviceId}::uuid)`,
    );
    const found = await query.orderBy(asc(device.tenantId), asc(device.id)).limit(atOnce);
    const turn = found.map((row) => viewOf(row.device, row.device_state));
    if (turn.length > 0) yield turn;
    if (turn.length < atOnce) return;
    last = turn.at(-1);
  }
}

/** Steering needs a controller of ours that is there to hear it. */
export function requireReachable(device: Pick<DeviceView, 'online' | 'controlled' | 'number'>): void {
  if (!device.controlled) throw invalid('devices:error.uncontrolled', { number: device.number });
  if (!device.online) throw invalid('devices:error.offline', { number: device.number });
}

/** Whether a machine nobody has claimed is switched on and connected. */
export async function isUnclaimedOnline(reader: Reader, code: string, now: Date): Promise<boolean> {
  const [identity] = await reader
    .select({ lastSeenAt: deviceIdentities.lastSeenAt })
    .from(deviceIdentities)
    .where(and(eq(deviceIdentities.code, code), isNull(deviceIdentities.deviceId)));
  return !!identity?.lastSeenAt && now.getTime() - identity.lastSeenAt.getTime() <= limits.silentAfterMs;
}
