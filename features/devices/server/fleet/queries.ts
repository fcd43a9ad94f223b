import { and, asc, count, eq, ilike, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy } from '#kit/server/paging.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import type { DeviceFilterState } from '../../contract/shared.ts';
import { deviceCommands, deviceStates, devices, deviceTransfers } from '../../tables.ts';
import { openStates } from '../commands/command-states.ts';

type Devices = typeof devices extends TenantTable<infer T> ? T : never;
type States = typeof deviceStates extends TenantTable<infer T> ? T : never;
export type DeviceRow = Devices['$inferSelect'];
type ListInput = ParsedInputOf<typeof fleetContract.listDevices>;
type Filter = Partial<Pick<ListInput, 'fieldId' | 'type' | 'types' | 'state' | 'keyword' | 'ids'>>;

const hasFault = (state: States) => sql`jsonb_array_length(${state.faults}) > 0`;

function inState(device: Devices, state: States, wanted: DeviceFilterState): SQL | undefined {
  if (wanted === 'uncontrolled') return not(device.controlled);
  if (wanted === 'offline') return and(device.controlled, not(state.online));
  return and(device.controlled, state.online, wanted === 'fault' ? hasFault(state) : undefined);
}

function matching(device: Devices, state: States, filter: Filter): SQL | undefined {
  const pattern = filter.keyword ? likePattern(filter.keyword) : undefined;
  return and(
    isNull(device.unboundAt),
    filter.fieldId ? eq(device.siteId, filter.fieldId) : undefined,
    filter.type ? eq(device.type, filter.type) : undefined,
    filter.types ? inArray(device.type, filter.types) : undefined,
    filter.ids ? inArray(device.id, filter.ids) : undefined,
    filter.state ? inState(device, state, filter.state) : undefined,
    pattern
      ? or(
          sql`${device.number}::text like ${pattern}`,
          ilike(device.code, pattern),
          ilike(device.name, pattern),
          ilike(device.remark, pattern),
        )
      : undefined,
  );
}

function source(scope: Scope) {
  const device = rows(scope, devices);
  const state = rows(scope, deviceStates);
  const together = and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id));
  return { device, state, together };
}

export async function selectListed(
  reader: Reader,
  scope: Scope,
  filter: Filter & Partial<Pick<ListInput, 'sort' | 'order'>>,
  window: { limit: number; offset: number } = { limit: 5000, offset: 0 },
) {
  const { device, state, together } = source(scope);
  const order = filter.sort
    ? orderBy(
        filter,
        {
          number: device.number,
          name: device.name,
          code: device.code,
          type: device.type,
          createdAt: device.createdAt,
          lastSeenAt: state.lastSeenAt,
        },
        { sort: 'number', order: 'asc' },
        device.id,
      )
    : [asc(device.siteId), asc(device.sort), asc(device.number)];
  const found = await reader
    .select()
    .from(device)
    .innerJoin(state, together)
    .leftJoin(
      deviceTransfers,
      and(
        eq(deviceTransfers.fromTenantId, device.tenantId),
        eq(deviceTransfers.deviceId, device.id),
        eq(deviceTransfers.state, 'offered'),
      ),
    )
    .where(matching(device, state, filter))
    .orderBy(...order)
    .limit(window.limit)
    .offset(window.offset);
  return found.map((row) => ({
    device: row.device,
    state: row.device_state,
    offered: row.device_transfer !== null,
  }));
}
export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number];

export async function countListed(reader: Reader, scope: Scope, filter: Filter): Promise<number> {
  const { device, state, together } = source(scope);
  const [found] = await reader
    .select({ total: count() })
    .from(device)
    .innerJoin(state, together)
    .where(matching(device, state, filter));
  return found?.total ?? 0;
}

/** How many devices of each type are in which state. */
export async function countStates(reader: Reader, scope: Scope, siteId: string | undefined) {
  const { device, state, together } = source(scope);
  return reader
    .select({
      type: device.type,
      controlled: device.controlled,
      online: state.online,
      faulty: sql<boolean>`${hasFault(state)}`.as('faulty'),
      number: count(),
    })
    .from(device)
    .innerJoin(state, together)
    .where(matching(device, state, { fieldId: siteId }))
    .groupBy(device.type, device.controlled, state.online, sql`faulty`);
}

/** Also of devices that were unbound since: what they took stays taken. */
export async function selectTypes(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, DeviceRow['type']>> {
  if (ids.length === 0) return new Map();
  const device = rows(scope, devices);
  const found = await reader
    .select({ id: device.id, type: device.type })
    .from(device)
    .where(inArray(device.id, [...ids]));
  return new Map(found.map(({ id, type }) => [id, type]));
}

/** Held until the transaction ends, in one order for everybody; throws when one is unknown, foreign or unbound. */
export async function lockDevices(tx: Tx, scope: Scope, ids: readonly string[]): Promise<DeviceRow[]> {
  const wanted = [...new Set(ids)];
  const device = rows(scope, devices);
  const found = await tx
    .select()
    .from(device)
    .where(and(isNull(device.unboundAt), inArray(device.id, wanted)))
    .orderBy(asc(device.id))
    .for('update');
  if (found.length < wanted.length) throw missing();
  return found;
}

/** The first of these devices that is still busy with a command. */
export async function findBusyDevice(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<string | undefined> {
  const command = rows(scope, deviceCommands);
  const [found] = await tx
    .select({ deviceId: command.deviceId })
    .from(command)
    .where(and(inArray(command.deviceId, [...ids]), inArray(command.state, [...openStates])))
    .limit(1);
  return found?.deviceId;
}

/** What players read; they name a device without its tenant. */
export async function selectDescription(reader: Reader, by: { id: string } | { code: string }) {
  const device = rows(platformScope, devices);
  const [found] = await reader
    .select({
      equipmentId: device.id,
      code: device.code,
      name: device.name,
      text: device.descriptionText,
      pictures: device.descriptionPictures,
    })
    .from(device)
    .where(and(isNull(device.unboundAt), 'id' in by ? eq(device.id, by.id) : eq(device.code, by.code)));
  return found;
}
