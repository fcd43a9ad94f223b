import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { deviceStateView, deviceView } from '#features/devices/server/public.ts';
import { siteView } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { oneOf, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { laneDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';

/** Machines with lanes, as one looks for one of them. */
export function pageLaneDevices(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof vendingContract.listLaneDevices>,
) {
  const device = deviceView(scope);
  const state = deviceStateView(scope);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          equipmentId: device.id,
          equipmentNo: device.number,
          equipmentName: device.name,
          code: device.code,
          type: device.type,
          fieldId: device.siteId,
          fieldName: site.name,
          online: state.online,
          controlled: device.controlled,
        })
        .from(device)
        .innerJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
        .leftJoin(site, and(eq(site.tenantId, device.tenantId), eq(site.id, device.siteId)))
        .$dynamic(),
    where: and(isNull(device.unboundAt), inArray(device.type, [...laneDeviceTypes])),
    filters: {
      types: oneOf(device.type),
      word: search(device.name, device.code, site.name, sql`${device.number}::text`),
    },
    sort: { equipmentNo: device.number },
    usual: [asc(device.siteId), asc(device.sort), asc(device.number)],
    tie: device.id,
  });
}
