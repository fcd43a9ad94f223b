import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere, deviceView } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, rows, update } from '#kit/server/tables.ts';
import { vendingContract } from '../contract.ts';
import { vendingMovements, vendingNeeds, vendingVisits } from '../tables.ts';

/** Who does nothing at a machine for so long has left it. */
const breakMs = 30 * minuteMs;

export interface VisitPlace {
  deviceId: string;
  siteId: string;
  at: Date;
}

/** The visit that a person is on at a machine, or a new one. Held until the transaction ends. */
export async function joinVisit(
  tx: Tx,
  tenantId: string,
  { deviceId, siteId, at }: VisitPlace,
  mover: { userId: string; userName: string },
): Promise<string> {
  const scope = tenantScope(tenantId);
  const visit = rows(scope, vendingVisits);
  // Two calls of one person at one machine are one after the other here, so that they find one visit.
  await find(tx, scope, vendingNeeds, { deviceId }, 'update');
  const [found] = await tx
    .select({ id: visit.id, lastAt: visit.lastAt })
    .from(visit)
    .where(
      and(
        eq(visit.deviceId, deviceId),
        eq(visit.siteId, siteId),
        eq(visit.userId, mover.userId),
        gte(visit.lastAt, new Date(at.getTime() - breakMs)),
      ),
    )
    .orderBy(desc(visit.lastAt))
    .limit(1);
  if (found) {
    if (found.lastAt < at)
      await update(tx, scope, vendingVisits, (own) => eq(own.id, found.id), { lastAt: at });
    return found.id;
  }
  const id = newId(at.getTime());
  await insert(tx, scope, vendingVisits, { id, createdAt: at, lastAt: at, deviceId, siteId, ...mover });
  return id;
}

export const pageVisits = listing(vendingContract.listVisits, (reader, scope, input) => {
  const visit = rows(scope, vendingVisits);
  const device = deviceView(scope);
  const site = siteView(scope);
  const isDevice = and(
    eq(device.tenantId, visit.tenantId),
    eq(device.id, visit.deviceId),
    isNull(device.unboundAt),
  );
  return pageRows(reader, input, {
    of: visit,
    from: () =>
      reader
        .select({
          id: visit.id,
          createdAt: visit.createdAt,
          equipmentId: visit.deviceId,
          equipmentNo: device.number,
          equipmentName: device.name,
          fieldId: visit.siteId,
          fieldName: site.name,
          userName: visit.userName,
        })
        .from(visit)
        .leftJoin(device, isDevice)
        .leftJoin(site, atSite(site, visit)),
    filters: {
      equipmentId: equals(visit.deviceId),
      fieldId: equals(visit.siteId),
      userName: search(visit.userName),
      ...daysThere(visit),
    },
    ...newestFirst(visit),
  });
});

const pieces = (movement: { kind: unknown; amount: unknown }, kind: string) =>
  sql<number>`coalesce(sum(${movement.amount}) filter (where ${movement.kind} = ${kind}), 0)::int`;

/** What visits came to. */
export async function sumVisits(reader: Reader, scope: Scope, visitIds: readonly string[]) {
  if (visitIds.length === 0) return new Map<string, never>();
  const movement = rows(scope, vendingMovements);
  const found = await reader
    .select({
      visitId: movement.visitId,
      laneNumber: sql<number>`count(distinct ${movement.lane})::int`,
      loaded: pieces(movement, 'load'),
      taken: pieces(movement, 'unload'),
      lost: pieces(movement, 'loss'),
      lossFen: sql<number>`coalesce(sum(${movement.amount} * ${movement.costFen}::bigint)
        filter (where ${movement.kind} = 'loss'), 0)::bigint`.mapWith(Number),
    })
    .from(movement)
    .where(inArray(movement.visitId, [...visitIds]))
    .groupBy(movement.visitId);
  return new Map(found.map(({ visitId, ...sums }) => [visitId as string, sums]));
}
