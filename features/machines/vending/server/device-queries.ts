import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { machineView } from '#features/machines/devices/server/public.ts';
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
  const { device, state, site, names, standing, ofState, ofSite } = machineView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ ...names, ...standing })
        .from(device)
        .innerJoin(state, ofState)
        .leftJoin(site, ofSite)
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
