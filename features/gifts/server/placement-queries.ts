import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { type DeviceSummary, listDevices, listDevicesBySite } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { PlacementRecord } from '../contract/records.ts';
import { giftPlacements, gifts } from '../tables.ts';
import { isLow } from './gift-queries.ts';

type Placements = typeof giftPlacements extends TenantTable<infer T> ? T : never;
export type PlacementRow = Placements['$inferSelect'];

export interface HeldGift extends PlacementRow {
  giftName: string;
  picture: string | null;
  costFen: number;
  warehouseStock: number;
}

interface HeldFilter {
  deviceIds?: readonly string[];
  low?: boolean;
}

/** What lies in devices, whether the caller may see those devices or not. */
export async function selectHeld(reader: Reader, scope: Scope, filter: HeldFilter): Promise<HeldGift[]> {
  if (filter.deviceIds?.length === 0) return [];
  const placement = rows(scope, giftPlacements);
  const gift = rows(scope, gifts);
  const found = await reader
    .select({
      placement: {
        tenantId: placement.tenantId,
        id: placement.id,
        createdAt: placement.createdAt,
        deviceId: placement.deviceId,
        giftId: placement.giftId,
        stock: placement.stock,
        capacity: placement.capacity,
        alarmThreshold: placement.alarmThreshold,
      },
      gift: { giftName: gift.name, picture: gift.picture, costFen: gift.costFen, warehouseStock: gift.stock },
    })
    .from(placement)
    .innerJoin(gift, and(eq(gift.tenantId, placement.tenantId), eq(gift.id, placement.giftId)))
    .where(
      and(
        filter.deviceIds && inArray(placement.deviceId, [...filter.deviceIds]),
        filter.low ? lte(placement.stock, placement.alarmThreshold) : undefined,
      ),
    );
  return found.map((row) => ({ ...row.placement, ...row.gift }));
}

/** In the order of their ids, so that callers with the same devices never wait for each other crosswise. */
export async function lockPlacements(
  tx: Tx,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<PlacementRow[]> {
  const placement = rows(scope, giftPlacements);
  return tx
    .select()
    .from(placement)
    .where(inArray(placement.deviceId, [...deviceIds]))
    .orderBy(asc(placement.id))
    .for('update');
}

/** Covers the device that holds nothing yet, where there is no row to lock. */
export async function lockDevice(tx: Tx, tenantId: string, deviceId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`gift_device:${tenantId}:${deviceId}`}, 0))`,
  );
}

export const seesAllSites = (scope: Scope) => scope.kind !== 'tenant' || scope.siteIds === null;

export async function devicesInReach(reader: Reader, scope: Scope): Promise<Map<string, DeviceSummary>> {
  const bySite = await listDevicesBySite(reader, scope);
  return new Map([...bySite.values()].flat().map((device) => [device.id, device]));
}

export async function findDevices(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, DeviceSummary>> {
  const found = await listDevices(reader, scope, { ids });
  return new Map(found.map((device) => [device.deviceId, { ...device, id: device.deviceId }]));
}

const unknownDevice = {
  equipmentNo: null,
  equipmentName: null,
  equipmentType: null,
  code: null,
  fieldId: null,
};
const nothing = {
  giftId: null,
  giftName: null,
  picture: null,
  costFen: null,
  stock: 0,
  capacity: null,
  alarmThreshold: null,
  warehouseStock: null,
};

function toRecord(
  deviceId: string,
  device: DeviceSummary | undefined,
  held: HeldGift | undefined,
  siteNameOf: ReadonlyMap<string, string>,
): PlacementRecord {
  return {
    equipmentId: deviceId,
    ...(device
      ? {
          equipmentNo: device.number,
          equipmentName: device.name,
          equipmentType: device.type,
          code: device.code,
          fieldId: device.siteId,
        }
      : unknownDevice),
    fieldName: (device && siteNameOf.get(device.siteId)) ?? null,
    state: held ? (isLow(held) ? 'low' : 'ok') : 'none',
    ...(held
      ? {
          giftId: held.giftId,
          giftName: held.giftName,
          picture: held.picture,
          costFen: held.costFen,
          stock: held.stock,
          capacity: held.capacity,
          alarmThreshold: held.alarmThreshold,
          warehouseStock: held.warehouseStock,
        }
      : nothing),
  };
}

export async function toPlacementRecords(
  reader: Reader,
  scope: Scope,
  list: readonly { deviceId: string; device: DeviceSummary | undefined; held: HeldGift | undefined }[],
): Promise<PlacementRecord[]> {
  const siteIds = new Set(list.flatMap(({ device }) => (device ? [device.siteId] : [])));
  const names = await siteNames(reader, scope, [...siteIds]);
  return list.map(({ deviceId, device, held }) => toRecord(deviceId, device, held, names));
}
