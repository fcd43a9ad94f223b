import { and, asc, count, inArray, isNull } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { devices } from '../tables.ts';

export interface DeviceSummary {
  id: string;
  siteId: string;
  code: string;
  number: number;
  type: DeviceType;
  name: string | null;
}

/** Sites without devices are absent from the map. */
export async function countDevicesBySite(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
): Promise<Map<string, number>> {
  if (siteIds.length === 0) return new Map();
  const device = rows(scope, devices);
  const counts = await reader
    .select({ siteId: device.siteId, number: count() })
    .from(device)
    .where(and(isNull(device.unboundAt), inArray(device.siteId, [...siteIds])))
    .groupBy(device.siteId);
  return new Map(counts.map(({ siteId, number }) => [siteId, number]));
}

export async function listDevicesBySite(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
): Promise<Map<string, DeviceSummary[]>> {
  if (siteIds.length === 0) return new Map();
  const device = rows(scope, devices);
  const list = await reader
    .select({
      ...pick(device, 'id', 'siteId', 'code', 'number', 'type', 'name'),
    })
    .from(device)
    .where(and(isNull(device.unboundAt), inArray(device.siteId, [...siteIds])))
    .orderBy(asc(device.siteId), asc(device.number));
  return Map.groupBy(list, (entry) => entry.siteId);
}
