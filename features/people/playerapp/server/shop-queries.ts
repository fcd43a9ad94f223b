import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceStateView, deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { playerAppContract } from '../contract.ts';

interface Here {
  latitude?: number | undefined;
  longitude?: number | undefined;
}

const earthMetres = 6_371_000;

/** Along the surface of the earth; null where either place is unknown. */
function distanceTo(here: Here, latitude: AnyPgColumn, longitude: AnyPgColumn): SQL<number | null> {
  if (here.latitude === undefined || here.longitude === undefined) return sql<null>`null::int`;
  const half = (from: number, to: AnyPgColumn) => sql`power(sin(radians(${to} - ${from}::float8) / 2), 2)`;
  const rise = half(here.latitude, latitude);
  const turn = sql`cos(radians(${here.latitude}::float8)) * cos(radians(${latitude})) * ${half(here.longitude, longitude)}`;
  return sql<number | null>`round(${2 * earthMetres}::float8 * asin(sqrt(least(1, ${rise} + ${turn}))))::int`;
}

/** Shops of every merchant that is in business. */
function shops(reader: Reader, here: Here) {
  const site = siteView(platformScope);
  const tenant = tenantView(platformScope);
  const distance = distanceTo(here, site.latitude, site.longitude);
  return {
    site,
    distance,
    where: and(isNull(site.removedAt), eq(tenant.state, 'active')),
    select: () =>
      reader
        .select({
          ...pick(site, 'tenantId', 'id', 'name'),
          merchantName: tenant.name,
          ...pick(site, 'regionCode', 'address', 'latitude', 'longitude', 'photo', 'enabled'),
          ...pick(site, 'contactNumber', 'openingHours'),
          distanceMetres: distance,
        })
        .from(site)
        .innerJoin(tenant, eq(tenant.id, site.tenantId)),
  };
}

export type ShopRow = Awaited<ReturnType<ReturnType<typeof shops>['select']>>[number];

/** Open ones before closed ones, then the nearest, then by name. */
export function pageShops(reader: Reader, input: ParsedInputOf<typeof playerAppContract.listShops>) {
  const { site, distance, where, select } = shops(reader, input);
  return pageRows(reader, input, {
    from: select,
    where,
    filters: { name: search(site.name, site.address), latitude: elsewhere, longitude: elsewhere },
    sort: { name: site.name },
    usual: [sql`${site.enabled} desc`, asc(distance), asc(site.name)],
    tie: site.id,
  });
}

export async function findShop(reader: Reader, id: string, here: Here): Promise<ShopRow | undefined> {
  const { site, where, select } = shops(reader, here);
  const [found] = await select().where(and(where, eq(site.id, id)));
  return found;
}

/** What a player may know of the machines at some shops: those that are sold over the phone. */
export async function machinesAt(reader: Reader, siteIds: readonly string[]) {
  if (siteIds.length === 0) return [];
  const device = deviceView(platformScope);
  const state = deviceStateView(platformScope);
  return reader
    .select({
      ...pick(device, 'siteId', 'number', 'name', 'type'),
      ...pick(state, 'online', 'busy', 'faults'),
    })
    .from(device)
    .innerJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
    .where(and(isNull(device.unboundAt), device.controlled, inArray(device.siteId, [...siteIds])))
    .orderBy(asc(device.sort), asc(device.number));
}

export type MachineRow = Awaited<ReturnType<typeof machinesAt>>[number];
