import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type LaneLevel, stockedDeviceTypes } from '../contract/records.ts';
import { daysUntil, expiryState, isShort, laneLevel } from '../rules/need-rules.ts';
import { laneKey, selectExpiringDevices, selectHeld, selectShortDevices } from './lane-queries.ts';
import { type LaneResult, lanesOf } from './lane-records.ts';
import { readLaneSettings } from './lane-settings.ts';

export { productView, soldView } from './sold-queries.ts';

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
): Promise<LaneResult[]> => lanesOf(reader, scope, device, now);

/** Lanes with a product of some machines, by the layout that each confirmed. */
async function productLanes(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceView[],
): Promise<(LaneNotice & { expiryDate: string | null; warnDays: number })[]> {
  const ids = devices.map(({ deviceId }) => deviceId);
  const [settings, held] = await Promise.all([
    readLaneSettings(reader, scope, devices),
    selectHeld(reader, scope, ids),
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
          expiryDate: found.held.expiryDate ?? found.product.expiryDate,
          warnDays: found.product.warnDays,
        },
      ];
    }),
  );
}

const devicesPerTurn = 1000;

/** The same of machines by their ids, some at a time: all merchants together may have very many. */
async function lanesOfDevices(reader: Reader, scope: Scope, ids: readonly string[]) {
  const lanes: Awaited<ReturnType<typeof productLanes>> = [];
  for (let from = 0; from < ids.length; from += devicesPerTurn) {
    const turn = ids.slice(from, from + devicesPerTurn);
    const devices = await listDevices(reader, scope, { ids: turn, types: stockedDeviceTypes });
    lanes.push(...(await productLanes(reader, scope, devices)));
  }
  return lanes;
}

/** Lanes on sale that are empty or low. */
export async function listLowLanes(reader: Reader, scope: Scope): Promise<LaneNotice[]> {
  const lanes = await lanesOfDevices(reader, scope, await selectShortDevices(reader, scope));
  return lanes.filter(isShort);
}

/** Lanes with goods that have expired or soon will, each product by the days set with it. */
export async function listExpiring(reader: Reader, scope: Scope, now: Date): Promise<ExpiryNotice[]> {
  const today = businessDay(now);
  const lanes = await lanesOfDevices(reader, scope, await selectExpiringDevices(reader, scope, today));
  return lanes.flatMap(({ expiryDate, warnDays, ...lane }) =>
    expiryDate !== null && lane.stock > 0 && expiryState({ expiryDate, warnDays }, today) !== null
      ? [{ ...lane, expiryDate, daysLeft: daysUntil(expiryDate, today) }]
      : [],
  );
}
