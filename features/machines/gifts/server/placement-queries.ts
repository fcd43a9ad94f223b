import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { type DeviceView, deviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { giftDeviceTypes, giftsContract } from '../contract.ts';
import { giftPlacements, gifts } from '../tables.ts';

export type PlacementRow = RowOf<typeof giftPlacements>;

export const seesAllSites = (scope: Scope) => scope.kind !== 'tenant' || scope.siteIds === null;

const isHere = (device: ReturnType<typeof deviceView>) =>
  and(isNull(device.unboundAt), inArray(device.type, [...giftDeviceTypes]));

/** Machines that are gone but still hold a gift on the books; only who sees all sites sees them. */
function isGone(scope: Scope, device: ReturnType<typeof deviceView>) {
  if (!seesAllSites(scope)) return sql`false`;
  const placement = rows(scope, giftPlacements);
  const held = new QueryBuilder()
    .select({ id: placement.id })
    .from(placement)
    .where(and(eq(placement.tenantId, device.tenantId), eq(placement.deviceId, device.id)));
  return and(isNotNull(device.unboundAt), exists(held));
}

/** Machines that could hold a gift, and those that are gone with one; one alone is found whatever its type. */
function machines(scope: Scope, id?: string) {
  const device = deviceView(scope);
  const here = id === undefined ? isHere(device) : and(isNull(device.unboundAt), eq(device.id, id));
  const gone = and(isGone(scope, device), id === undefined ? undefined : eq(device.id, id));
  return new QueryBuilder().select().from(device).where(or(here, gone)).as('device');
}

/** The same machines in two halves, each of which is counted along its own index. */
function halves(scope: Scope) {
  const device = deviceView(scope);
  const ofKind = (where: SQL | undefined) => new QueryBuilder().select().from(device).where(where);
  return ofKind(isHere(device))
    .unionAll(ofKind(isGone(scope, device)))
    .as('device');
}

/** Each machine with what lies in it. */
function placed(reader: Reader, scope: Scope, id?: string) {
  const machine = machines(scope, id);
  const placement = rows(scope, giftPlacements);
  const gift = rows(scope, gifts);
  const site = siteView(scope);
  const isPlaced = and(eq(placement.tenantId, machine.tenantId), eq(placement.deviceId, machine.id));
  const isGift = and(eq(gift.tenantId, placement.tenantId), eq(gift.id, placement.giftId));
  const isSite = atSite(site, machine);
  const query = () =>
    reader
      .select({
        equipmentId: machine.id,
        ...pick(machine, 'unboundAt', 'number', 'name', 'type', 'code', 'siteId'),
        siteName: site.name,
        giftId: placement.giftId,
        giftName: gift.name,
        picture: gift.picture,
        costFen: gift.costFen,
        ...pick(placement, 'stock', 'capacity', 'alarmThreshold'),
        warehouseStock: gift.stock,
      })
      .from(machine)
      .leftJoin(placement, isPlaced)
      .leftJoin(gift, isGift)
      .leftJoin(site, isSite);
  const counted = () =>
    reader
      .select({ id: machine.id })
      .from(halves(scope))
      .leftJoin(placement, isPlaced)
      .leftJoin(gift, isGift);
  return { machine, placement, gift, query, counted };
}

export type PlacedRow = Awaited<ReturnType<ReturnType<typeof placed>['query']>>[number];

export const pagePlacements = listing(giftsContract.listPlacements, (reader, scope, input) => {
  const { machine, placement, gift, query, counted } = placed(reader, scope);
  const low = lte(placement.stock, placement.alarmThreshold);
  const states = {
    none: isNull(placement.id),
    low: or(eq(placement.stock, 0), low),
    ok: and(isNotNull(placement.id), sql`not ${low}`, sql`${placement.stock} > 0`),
  };
  return pageRows(reader, input, {
    from: query,
    counted,
    filters: {
      name: search(machine.name, machine.code, gift.name, sql`${machine.number}::text`),
      // One that is gone stands nowhere.
      fieldId: (siteId) => and(eq(machine.siteId, siteId), isNull(machine.unboundAt)),
      giftId: equals(placement.giftId),
      state: (state) => states[state],
    },
    sort: { equipmentNo: machine.number, stock: sql`coalesce(${placement.stock}, 0)` },
    usual: [sql`(${machine.unboundAt} is not null) desc`, asc(machine.siteId), asc(machine.number)],
    tie: machine.id,
  });
});

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

/** What lies in some machines, or in all of some sites, with how much more fits and how much the warehouse has. */
export async function selectHeldGifts(
  reader: Reader,
  scope: Scope,
  where: { deviceIds: readonly string[] } | { siteIds: readonly string[] },
) {
  const placement = rows(scope, giftPlacements);
  const device = deviceView(scope);
  const among =
    'deviceIds' in where
      ? inArray(placement.deviceId, [...where.deviceIds])
      : inArray(device.siteId, [...where.siteIds]);
  return reader
    .select({
      deviceId: placement.deviceId,
      siteId: device.siteId,
      ...pick(placement, 'giftId', 'stock', 'capacity', 'alarmThreshold'),
    })
    .from(placement)
    .innerJoin(device, and(eq(device.tenantId, placement.tenantId), eq(device.id, placement.deviceId)))
    .where(and(isHere(device), among))
    .orderBy(asc(device.siteId), asc(device.number));
}

/** In the order of their ids, so that callers with the same devices never deadlock. */
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
  await holdName(tx, 'gifts in machine', tenantId, deviceId);
}
