import { and, eq } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { atSite } from '#kit/server/listing.ts';
import type { Scope } from '#kit/server/scope.ts';

interface OfMachine {
  tenantId: AnyPgColumn;
  deviceId: AnyPgColumn;
  siteId: AnyPgColumn;
}

/** What a record's machine and site are called, to be joined: `leftJoin(device, ofDevice(row))`. */
export function machineJoins(scope: Scope) {
  const device = deviceView(scope);
  const site = siteView(scope);
  return {
    device,
    site,
    ofDevice: (row: OfMachine) => and(eq(device.tenantId, row.tenantId), eq(device.id, row.deviceId)),
    ofSite: (row: Omit<OfMachine, 'deviceId'>) => atSite(site, row),
  };
}
