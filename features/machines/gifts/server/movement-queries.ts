import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere, deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, matching, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { giftsContract } from '../contract.ts';
import { giftMovements, gifts } from '../tables.ts';

type Movements = ColumnsOf<typeof giftMovements>;

/** Accounts with some sites see the warehouse and what happened at their sites. */
function within(scope: Scope, movement: Movements): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  return scope.siteIds.length > 0
    ? or(isNull(movement.deviceId), inArray(movement.siteId, [...scope.siteIds]))
    : isNull(movement.deviceId);
}

/** A movement, and beside it the gift, the machine as long as the merchant has it, and the site where it stood. */
function movementParts(scope: Scope) {
  const movement = rows(scope, giftMovements);
  const gift = rows(scope, gifts);
  const device = deviceView(scope);
  const site = siteView(scope);
  return {
    movement,
    gift,
    device,
    site,
    isGift: and(eq(gift.tenantId, movement.tenantId), eq(gift.id, movement.giftId)),
    isDevice: and(
      eq(device.tenantId, movement.tenantId),
      eq(device.id, movement.deviceId),
      isNull(device.unboundAt),
    ),
    isSite: atSite(site, movement),
    names: {
      giftId: movement.giftId,
      giftName: gift.name,
      equipmentId: movement.deviceId,
      equipmentNo: device.number,
      equipmentName: device.name,
      fieldId: movement.siteId,
      fieldName: site.name,
    },
  };
}

export const pageMovements = listing(giftsContract.listMovements, (reader, scope, input) => {
  const { movement, gift, device, site, isGift, isDevice, isSite, names } = movementParts(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...names,
          ...pick(movement, 'id', 'createdAt', 'kind', 'amount', 'missing', 'costFen', 'stockBefore'),
          ...pick(movement, 'stockAfter'),
          equipmentStockBefore: movement.deviceStockBefore,
          equipmentStockAfter: movement.deviceStockAfter,
          userName: movement.userName,
          note: movement.note,
        })
        .from(movement)
        .leftJoin(gift, isGift)
        .leftJoin(device, isDevice)
        .leftJoin(site, isSite),
    where: within(scope, movement),
    filters: {
      giftId: equals(movement.giftId),
      equipmentId: equals(movement.deviceId),
      kind: equals(movement.kind),
      ...daysThere(movement),
    },
    ...newestFirst(movement),
  });
});

const total = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);
const ofKind = (movement: Movements, kind: string) =>
  total(sql`case when ${movement.kind} = ${kind} then ${movement.amount} else 0 end`);

/** Prizes a machine gave out cost money whether the books held them or not. */
export async function sumByDevice(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof giftsContract.giftStatistics>,
) {
  const { movement, gift, device, site, isGift, isDevice, isSite, names } = movementParts(scope);
  const reported = sql`case when ${movement.kind} = 'won' then ${movement.amount} + ${movement.missing} else 0 end`;
  return reader
    .select({
      ...names,
      giftName: sql<string>`${gift.name}`,
      equipmentId: sql<string>`${movement.deviceId}`,
      loaded: ofKind(movement, 'load'),
      takenBack: ofKind(movement, 'unload'),
      out: total(reported),
      missing: total(sql`${movement.missing}`),
      costFen: total(sql`(${reported})::bigint * ${movement.costFen}`),
    })
    .from(movement)
    .innerJoin(gift, isGift)
    .leftJoin(device, isDevice)
    .leftJoin(site, isSite)
    .where(
      and(
        isNotNull(movement.deviceId),
        within(scope, movement),
        matching(input, {
          fieldId: equals(movement.siteId),
          equipmentId: equals(movement.deviceId),
          ...daysThere(movement),
        }),
      ),
    )
    .groupBy(...Object.values(names))
    .orderBy(desc(total(reported)), movement.giftId, movement.deviceId);
}
