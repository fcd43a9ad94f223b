import { and, asc, count, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { DeviceFilterState } from '#features/machines/devices/contract/shared.ts';
import {
  type DeviceColumns,
  type DeviceRow,
  deviceRows,
  type StateColumns,
  stateRows,
} from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, oneOf, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { fleetContract } from '../contract.ts';
import { deviceTransfers } from '../tables.ts';

const hasFault = (state: StateColumns) => sql`jsonb_array_length(${state.faults}) > 0`;

function inState(device: DeviceColumns, state: StateColumns, wanted: DeviceFilterState): SQL | undefined {
  if (wanted === 'uncontrolled') return not(device.controlled);
  if (wanted === 'offline') return and(device.controlled, not(state.online));
  return and(device.controlled, state.online, wanted === 'fault' ? hasFault(state) : undefined);
}

const stateOf = (device: DeviceColumns, state: StateColumns) =>
  and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id));

/**
 * A device with its state, its site and an offer that is open. What a list does not ask about is joined outwards, so
 * that the count of a large fleet does not read it.
 */
function listed(reader: Reader, scope: Scope) {
  const device = deviceRows(scope);
  const state = stateRows(scope);
  const site = siteView(scope);
  const from = () =>
    reader
      .select()
      .from(device)
      .leftJoin(state, stateOf(device, state))
      .leftJoin(site, atSite(site, device))
      .leftJoin(
        deviceTransfers,
        and(
          eq(deviceTransfers.fromTenantId, device.tenantId),
          eq(deviceTransfers.deviceId, device.id),
          eq(deviceTransfers.state, 'offered'),
        ),
      )
      .$dynamic();
  return { device, state, from, usual: [asc(device.siteId), asc(device.sort), asc(device.number)] };
}
export type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['from']>>[number];

export const pageDevices = listing(fleetContract.listDevices, (reader, scope, input) => {
  const { device, state, from, usual } = listed(reader, scope);
  return pageRows(reader, input, {
    of: device,
    from,
    where: isNull(device.unboundAt),
    filters: {
      fieldId: equals(device.siteId),
      type: equals(device.type),
      types: oneOf(device.type),
      ids: oneOf(device.id),
      state: (wanted) => inState(device, state, wanted),
      keyword: search(sql`${device.number}::text`, device.code, device.name, device.remark),
    },
    sort: {
      equipmentNo: device.number,
      equipmentName: device.name,
      ...pick(device, 'code', 'type', 'createdAt'),
      lastSeenAt: state.lastSeenAt,
    },
    usual,
    tie: device.id,
  });
});

/** As many as one site or one call can name. */
const maxListed = 5000;

export async function selectListed(
  reader: Reader,
  scope: Scope,
  which: { ids: readonly string[] } | { siteId: string },
): Promise<ListedRow[]> {
  const { device, from, usual } = listed(reader, scope);
  const these = 'ids' in which ? inArray(device.id, [...which.ids]) : eq(device.siteId, which.siteId);
  return from()
    .where(and(isNull(device.unboundAt), these))
    .orderBy(...usual)
    .limit(maxListed);
}

/** How many devices of each type are in which state. */
export async function countStates(reader: Reader, scope: Scope, siteId: string | undefined) {
  const device = deviceRows(scope);
  const state = stateRows(scope);
  return reader
    .select({
      type: device.type,
      controlled: device.controlled,
      online: state.online,
      faulty: sql<boolean>`${hasFault(state)}`.as('faulty'),
      number: count(),
    })
    .from(device)
    .innerJoin(state, stateOf(device, state))
    .where(and(isNull(device.unboundAt), siteId ? eq(device.siteId, siteId) : undefined))
    .groupBy(device.type, device.controlled, state.online, sql`faulty`);
}

/** Also of devices that were unbound since: what they took stays taken. */
export async function selectTypes(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, DeviceRow['type']>> {
  if (ids.length === 0) return new Map();
  const device = deviceRows(scope);
  const found = await reader
    .select({ id: device.id, type: device.type })
    .from(device)
    .where(inArray(device.id, [...ids]));
  return new Map(found.map(({ id, type }) => [id, type]));
}

/** Numbers at a site with the device that has each. True to the end of a transaction that holds the site's row. */
export async function numbersAt(reader: Reader, scope: Scope, siteId: string): Promise<Map<number, string>> {
  const device = deviceRows(scope);
  const found = await reader
    .select({ number: device.number, id: device.id })
    .from(device)
    .where(and(eq(device.siteId, siteId), isNull(device.unboundAt)));
  return new Map(found.map(({ number, id }) => [number, id]));
}

/** What players read; they name a device without its tenant. */
export async function selectDescription(reader: Reader, by: { id: string } | { code: string }) {
  const device = deviceRows(platformScope);
  const [found] = await reader
    .select({
      equipmentId: device.id,
      equipmentNo: device.number,
      equipmentName: device.name,
      code: device.code,
      text: device.descriptionText,
      pictures: device.descriptionPictures,
    })
    .from(device)
    .where(and(isNull(device.unboundAt), 'id' in by ? eq(device.id, by.id) : eq(device.code, by.code)));
  return found;
}
