import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import type { PackageKind } from '../contract/price-rules.ts';
import type { packagesContract } from '../contract.ts';
import { packages } from '../tables.ts';

export type PackageRow = RowOf<typeof packages>;

/** What a list is of: a kind at sites, or all that single machines have. */
export type Shelf = PackageKind | 'devices';

export function pagePackages(
  reader: Reader,
  scope: Scope,
  shelf: Shelf,
  input: ParsedInputOf<typeof packagesContract.listDevicePackages>,
) {
  const one = rows(scope, packages);
  const site = siteView(scope);
  const device = deviceView(scope);
  const { id, kind, name, priceFen, coins, bonusCoins, points, active, recommended, createdAt } = one;
  const { audience, awayDays, perPlayer, perPlayerDay, discountable, withCards, fromDay, toDay, hours } = one;
  const what = { id, kind, name, priceFen, coins, bonusCoins, points, recommended, discountable, createdAt };
  const toWhom = { audience, awayDays, perPlayer, perPlayerDay, withCards };
  const term = { active, fromDay, toDay, hours };
  const where: SQL | undefined =
    shelf === 'devices' ? isNotNull(one.deviceId) : and(eq(kind, shelf), isNull(one.deviceId));
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...what,
          ...toWhom,
          ...term,
          fieldId: one.siteId,
          fieldName: site.name,
          equipmentId: one.deviceId,
          equipmentNo: device.number,
          equipmentName: device.name,
        })
        .from(one)
        .leftJoin(site, atSite(site, one))
        .leftJoin(device, and(eq(device.tenantId, one.tenantId), eq(device.id, one.deviceId))),
    of: one,
    where: and(isNull(one.removedAt), where),
    filters: {
      fieldId: equals(one.siteId),
      name: search(name),
      equipmentId: equals(one.deviceId),
      kind: equals(kind),
    },
    sort: { priceFen, name, createdAt },
    usual: [asc(site.name), asc(priceFen)],
    tie: id,
  });
}

/** Those that are still on a shelf; one that is not there or beyond the scope is missing. */
export async function requirePackages(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
  shelf?: Shelf,
): Promise<PackageRow[]> {
  const wanted = [...new Set(ids)];
  const found = await find(reader, scope, packages, (columns) => inArray(columns.id, wanted));
  const there = found.filter(
    ({ removedAt, kind, deviceId }) =>
      removedAt === null &&
      (!shelf || (shelf === 'devices' ? deviceId !== null : kind === shelf && deviceId === null)),
  );
  if (there.length < wanted.length) throw missing();
  return there;
}

/** The packages beside one another: of one kind, at one site or one machine. */
export interface Place {
  siteId: string;
  deviceId: string | null;
  kind: PackageKind;
}

const isAt = (one: { siteId: SQL; deviceId: SQL; kind: SQL }, { siteId, deviceId, kind }: Place) =>
  and(
    eq(one.siteId, siteId),
    deviceId === null ? isNull(one.deviceId) : eq(one.deviceId, deviceId),
    eq(one.kind, kind),
  );

export async function packagesAtPlace(tx: Tx, scope: Scope, place: Place): Promise<PackageRow[]> {
  const one = rows(scope, packages);
  return tx
    .select()
    .from(one)
    .where(and(isNull(one.removedAt), isAt(one as never, place)));
}

export async function countAtPlace(tx: Tx, scope: Scope, place: Place): Promise<number> {
  const one = rows(scope, packages);
  const [found] = await tx
    .select({ number: count() })
    .from(one)
    .where(and(isNull(one.removedAt), isAt(one as never, place)));
  return found?.number ?? 0;
}
