import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { type DeviceView, deviceView, listDevices } from '#features/devices/server/public.ts';
import { siteView } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { giftDeviceTypes, type giftsContract } from '../contract.ts';
import { giftPlacements, gifts } from '../tables.ts';

export type PlacementRow = RowOf<typeof giftPlacements>;

export const seesAllSites = (scope: Scope) => scope.kind !== 'tenant' || scope.siteIds === null;

/** Sorts before every site. */
const nowhere = '00000000-0000-0000-0000-000000000000';

/**
 * Machines that could hold a gift, and machines that are gone but still hold one on the books: those without number and
 * site, and only for who sees all sites. Two halves, so that each is found by its own index however large the fleet.
 * One alone is found whatever its type.
 */
function machines(scope: Scope, id?: string) {
  const device = deviceView(scope);
  const placement = rows(scope, giftPlacements);
  const here = new QueryBuilder()
    .select({
      tenantId: device.tenantId,
      id: device.id,
      number: sql<number | null>`${device.number}`.as('machine_number'),
      name: sql<string | null>`${device.name}`.as('machine_name'),
      type: sql<string | null>`${device.type}`.as('machine_type'),
      code: sql<string | null>`${device.code}`.as('machine_code'),
      siteId: sql<string | null>`${device.siteId}`.as('machine_site_id'),
      /** where it stands in a list */
      place: sql<string>`${device.siteId}`.as('machine_place'),
    })
    .from(device)
    .where(
      and(
        isNull(device.unboundAt),
        id === undefined ? inArray(device.type, [...giftDeviceTypes]) : eq(device.id, id),
      ),
    );
  const gone = new QueryBuilder()
    .select({
      tenantId: device.tenantId,
      id: device.id,
      number: sql<number | null>`null::integer`.as('machine_number'),
      name: sql<string | null>`null::text`.as('machine_name'),
      type: sql<string | null>`null::text`.as('machine_type'),
      code: sql<string | null>`null::text`.as('machine_code'),
      siteId: sql<string | null>`null::uuid`.as('machine_site_id'),
      place: sql<string>`${nowhere}::uuid`.as('machine_place'),
    })
    .from(device)
    .innerJoin(placement, and(eq(placement.tenantId, device.tenantId), eq(placement.deviceId, device.id)))
    .where(
      and(
        isNotNull(device.unboundAt),
        id === undefined ? undefined : eq(device.id, id),
        seesAllSites(scope) ? undefined : sql`false`,
      ),
    );
  return here.unionAll(gone).as('machine');
}

/** Each machine with what lies in it. */
function placed(reader: Reader, scope: Scope, id?: string) {
  const machine = machines(scope, id);
  const placement = rows(scope, giftPlacements);
  const gift = rows(scope, gifts);
  const site = siteView(scope);
  const query = () =>
    reader
      .select({
        equipmentId: machine.id,
        equipmentNo: machine.number,
        equipmentName: machine.name,
        equipmentType: machine.type,
        code: machine.code,
        fieldId: machine.siteId,
        fieldName: site.name,
        giftId: placement.giftId,
        giftName: gift.name,
        picture: gift.picture,
        costFen: gift.costFen,
        stock: placement.stock,
        capacity: placement.capacity,
        alarmThreshold: placement.alarmThreshold,
        warehouseStock: gift.stock,
      })
      .from(machine)
      .leftJoin(placement, and(eq(placement.tenantId, machine.tenantId), eq(placement.deviceId, machine.id)))
      .leftJoin(gift, and(eq(gift.tenantId, placement.tenantId), eq(gift.id, placement.giftId)))
      .leftJoin(site, and(eq(site.tenantId, machine.tenantId), eq(site.id, machine.siteId)))
      .$dynamic();
  return { machine, placement, gift, query };
}

export type PlacedRow = Awaited<ReturnType<ReturnType<typeof placed>['query']>>[number];

export function pagePlacements(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof giftsContract.listPlacements>,
) {
  const { machine, placement, gift, query } = placed(reader, scope);
  const low = lte(placement.stock, placement.alarmThreshold);
  const states = {
    none: isNull(placement.id),
    low: or(eq(placement.stock, 0), low),
    ok: and(isNotNull(placement.id), sql`not ${low}`, sql`${placement.stock} > 0`),
  };
  return pageRows(reader, input, {
    from: query,
    filters: {
      name: search(sql`${machine.name}`, sql`${machine.code}`, gift.name, sql`${machine.number}::text`),
      fieldId: equals(sql`${machine.siteId}`),
      giftId: equals(placement.giftId),
      state: (state) => states[state],
    },
    sort: { equipmentNo: sql`${machine.number}`, stock: sql`coalesce(${placement.stock}, 0)` },
    usual: [asc(machine.place), asc(machine.number)],
    tie: machine.id,
  });
}

export async function selectPlaced(
  reader: Reader,
  scope: Scope,
  deviceId: string,
): Promise<PlacedRow | undefined> {
  const [found] = await placed(reader, scope, deviceId).query();
  return found;
}

/** Gifts at or below their alarm threshold in machines the scope reaches. */
export async function selectLowPlacements(reader: Reader, scope: Scope) {
  const placement = rows(scope, giftPlacements);
  const gift = rows(scope, gifts);
  const device = deviceView(scope);
  return reader
    .select({
      tenantId: placement.tenantId,
      giftId: placement.giftId,
      giftName: gift.name,
      deviceId: placement.deviceId,
      siteId: device.siteId,
      stock: placement.stock,
      alarmThreshold: placement.alarmThreshold,
    })
    .from(placement)
    .innerJoin(gift, and(eq(gift.tenantId, placement.tenantId), eq(gift.id, placement.giftId)))
    .innerJoin(device, and(eq(device.tenantId, placement.tenantId), eq(device.id, placement.deviceId)))
    .where(and(isNull(device.unboundAt), lte(placement.stock, placement.alarmThreshold)))
    .orderBy(asc(placement.id));
}

/** In the order of their ids, so that callers with the same devices never wait for each other crosswise. */
export async function lockPlacements(
  tx: Tx,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<PlacementRow[]> {
  return find(tx, scope, giftPlacements, (row) => inArray(row.deviceId, [...deviceIds]), 'update');
}

export async function findDevices(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, DeviceView>> {
  const found = await listDevices(reader, scope, { ids });
  return new Map(found.map((device) => [device.deviceId, device]));
}

/** What a piece of the gifts in some devices costs. */
export async function selectHeldCosts(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<Map<string, number>> {
  const placement = rows(scope, giftPlacements);
  const gift = rows(scope, gifts);
  const found = await reader
    .select({ deviceId: placement.deviceId, costFen: gift.costFen })
    .from(placement)
    .innerJoin(gift, and(eq(gift.tenantId, placement.tenantId), eq(gift.id, placement.giftId)))
    .where(inArray(placement.deviceId, [...deviceIds]));
  return new Map(found.map(({ deviceId, costFen }) => [deviceId, costFen]));
}

/** Covers the device that holds nothing yet, where there is no row to lock. */
export async function lockDevice(tx: Tx, tenantId: string, deviceId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`gift_device:${tenantId}:${deviceId}`}, 0))`,
  );
}
