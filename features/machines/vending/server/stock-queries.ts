import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceStateView, deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { stockedDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import { vendingNeeds } from '../tables.ts';

/** Machines that hold products, with how much each needs a visit. */
export function pageStock(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof vendingContract.listStock>,
  today: string,
) {
  const need = rows(scope, vendingNeeds);
  const device = deviceView(scope);
  const state = deviceStateView(scope);
  const site = siteView(scope);
  const isSame = and(eq(need.tenantId, device.tenantId), eq(need.deviceId, device.id));
  const isState = and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id));
  const isSite = atSite(site, device);
  const shown = {
    tenantId: device.tenantId,
    deviceId: device.id,
    equipmentNo: device.number,
    equipmentName: device.name,
    ...pick(device, 'code', 'type', 'siteId'),
    fieldName: site.name,
    ...pick(state, 'online', 'busy', 'faults', 'lastSeenAt'),
    controlled: device.controlled,
    need: need.need,
  };
  return pageRows(reader, input, {
    // Along the index of needs: the most urgent ones are found without looking at the others …
    from: () =>
      reader
        .select(shown)
        .from(need)
        .innerJoin(device, isSame)
        .leftJoin(state, isState)
        .leftJoin(site, isSite),
    // … and counted without looking at needs, where nobody asks for them.
    counted: () =>
      reader.select({ id: device.id }).from(device).leftJoin(need, isSame).leftJoin(site, isSite),
    where: and(isNull(device.unboundAt), inArray(device.type, [...stockedDeviceTypes])),
    filters: {
      name: search(device.name, device.code, site.name, sql`${device.number}::text`),
      fieldId: equals(device.siteId),
      needy: (needy) => (needy ? or(gt(need.shortLanes, 0), lte(need.warnFrom, today)) : undefined),
    },
    sort: { need: need.need, equipmentNo: device.number },
    usual: { by: 'need', order: 'desc' },
    tie: need.deviceId,
  });
}

export type StockRow = Awaited<ReturnType<typeof pageStock>>['records'][number];
