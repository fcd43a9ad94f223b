import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { machineView } from '#features/machines/devices/server/public.ts';
import { listing } from '#kit/server/listing.ts';
import { oneOf, pageRows, search } from '#kit/server/page-rows.ts';
import { laneDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';

/** Machines with lanes, as one looks for one of them. */
export const pageLaneDevices = listing(vendingContract.listLaneDevices, (reader, scope, input) => {
  const { device, state, site, names, standing, ofState, ofSite } = machineView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ ...names, ...standing })
        .from(device)
        .innerJoin(state, ofState)
        .leftJoin(site, ofSite),
    where: and(isNull(device.unboundAt), inArray(device.type, [...laneDeviceTypes])),
    filters: {
      types: oneOf(device.type),
      word: search(device.name, device.code, site.name, sql`${device.number}::text`),
    },
    sort: { equipmentNo: device.number },
    usual: [asc(device.siteId), asc(device.sort), asc(device.number)],
    tie: device.id,
  });
});
