import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type LaneRecord, stockedDeviceTypes } from '../contract/records.ts';
import { daysUntil, type LaneLevel, laneLevel } from '../lane-need.ts';
import { laneKey, selectHeld } from './lane-queries.ts';
import { lanesOf } from './lane-records.ts';
import { readLaneSettings } from './lane-settings.ts';

export interface LaneNotice {
  tenantId: string;
  deviceId: string;
  siteId: string;
  lane: number;
  productName: string;
  stock: number;
  capacity: number;
  level: LaneLevel;
}

export interface ExpiryNotice extends LaneNotice {
  expiryDate: string;
  /** below zero: past */
  daysLeft: number;
}

/** The lanes of a device with product, price, capacity and stock; a sale looks here before it sends a command. */
export const readLanes = (
  reader: Reader,
  scope: Scope,
  device: DeviceView,
  now: Date,
): Promise<LaneRecord[]> => lanesOf(reader, scope, device, now);

/** Lanes with a product, of every machine in reach. */
async function productLanes(
  reader: Reader,
  scope: Scope,
): Promise<(LaneNotice & { expiryDate: string | null })[]> {
  const devices = await listDevices(reader, scope, { types: stockedDeviceTypes });
  const [settings, held] = await Promise.all([
    readLaneSettings(reader, scope, devices),
    selectHeld(
      reader,
      scope,
      devices.map(({ deviceId }) => deviceId),
    ),
  ]);
  const byLane = new Map(held.map((found) => [laneKey(found.held), found]));
  return devices.flatMap(({ tenantId, deviceId, siteId }) =>
    (settings.get(deviceId) ?? []).flatMap(({ lane, open, capacity }) => {
      const found = byLane.get(laneKey({ deviceId, lane }));
      if (!found?.product) return [];
      const { stock } = found.held;
      return [
        {
          tenantId,
          deviceId,
          siteId,
          lane,
          productName: found.product.name,
          stock,
          capacity,
          level: laneLevel({ ...found.held, open, capacity }),
          expiryDate: found.product.expiryDate,
        },
      ];
    }),
  );
}

/** Lanes on sale that are empty or low. */
export async function listLowLanes(reader: Reader, scope: Scope): Promise<LaneNotice[]> {
  const lanes = await productLanes(reader, scope);
  return lanes.filter(({ level }) => level === 'empty' || level === 'low');
}

/** Lanes with goods that expire within so many days, or have expired. */
export async function listExpiring(
  reader: Reader,
  scope: Scope,
  withinDays: number,
  now: Date,
): Promise<ExpiryNotice[]> {
  const today = businessDay(now);
  return (await productLanes(reader, scope)).flatMap(({ expiryDate, ...lane }) => {
    if (expiryDate === null || lane.stock === 0) return [];
    const daysLeft = daysUntil(expiryDate, today);
    return daysLeft <= withinDays ? [{ ...lane, expiryDate, daysLeft }] : [];
  });
}
