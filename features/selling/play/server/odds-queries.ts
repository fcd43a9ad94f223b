import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { machineView } from '#features/machines/devices/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import { oddsCalls } from '../contract/odds.ts';
import { oddsTypes } from '../rules/odds-rules.ts';
import { machineOdds } from '../tables.ts';

export const pageOdds = listing(oddsCalls.listOdds, (reader, scope, input) => {
  const { device, site, names, ofSite } = machineView(scope);
  const odds = rows(scope, machineOdds);
  const published = sql<boolean>`(${odds.deviceId} is not null)`;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ id: device.id, tenantId: device.tenantId, ...names, type: device.type, published })
        .from(device)
        .leftJoin(site, ofSite)
        .leftJoin(odds, and(eq(odds.tenantId, device.tenantId), eq(odds.deviceId, device.id))),
    where: and(isNull(device.unboundAt), device.controlled, inArray(device.type, [...oddsTypes])),
    filters: {
      fieldId: equals(device.siteId),
      published: equals(published),
      word: search(device.name, device.code, site.name, sql`${device.number}::text`),
    },
    sort: { equipmentNo: device.number },
    usual: [asc(device.siteId), asc(device.sort), asc(device.number)],
    tie: device.id,
  });
});

export async function isPublished(
  reader: Reader,
  { tenantId, deviceId }: { tenantId: string; deviceId: string },
): Promise<boolean> {
  return (await find(reader, tenantScope(tenantId), machineOdds, { deviceId })).length > 0;
}
