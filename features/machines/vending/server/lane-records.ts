import type { DeviceView } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { vendingContract } from '../contract.ts';
import { type LayoutLane, sortedLanes } from '../rules/layout-rules.ts';
import { expiryState, laneLevel } from '../rules/need-rules.ts';
import { type LaneRow, laneKey, selectHeld, selectSoldLately, type TemplateRow } from './lane-queries.ts';
import { readLaneSettings } from './lane-settings.ts';

export type LaneDeviceKey = Pick<DeviceView, 'tenantId' | 'deviceId' | 'type'>;
/** A lane as the contract says it, and for how many days its goods are watched. */
export type LaneResult = ResultOf<typeof vendingContract.readLanes>['lanes'][number] & {
  warnDays: number | null;
};

function laneRecord(
  setting: LayoutLane,
  found: { held: LaneRow; product: TemplateRow | null } | undefined,
  soldLately: number,
  today: string,
): LaneResult {
  const held = found?.held;
  const product = found?.product ?? null;
  const fill = {
    open: setting.open,
    capacity: setting.capacity,
    templateId: held?.templateId ?? null,
    stock: held?.stock ?? 0,
    alarmThreshold: held?.alarmThreshold ?? null,
  };
  const expiryDate = held?.expiryDate ?? product?.expiryDate ?? null;
  return {
    ...setting,
    ...fill,
    level: laneLevel(fill),
    templateName: product?.name ?? null,
    image: product?.image ?? null,
    expiryDate,
    warnDays: product?.warnDays ?? null,
    // of an empty lane nothing can expire
    expiry: product && fill.stock > 0 ? expiryState({ ...product, expiryDate }, today) : null,
    needsDate: product !== null && expiryState(product, today) === 'expired',
    soldLately,
    reportedStock: held?.differsSince ? held.reportedStock : null,
    filledAt: held?.filledAt ?? null,
  };
}

/** Lanes of many devices: how they are laid out, from their settings, and what lies in them, from our book. */
export async function laneRecordsOf(
  reader: Reader,
  scope: Scope,
  devices: readonly LaneDeviceKey[],
  now: Date,
): Promise<Map<string, LaneResult[]>> {
  const ids = devices.map(({ deviceId }) => deviceId);
  const [settings, held, sold] = await Promise.all([
    readLaneSettings(reader, scope, devices),
    selectHeld(reader, scope, ids),
    selectSoldLately(reader, scope, ids, now),
  ]);
  const byLane = new Map(held.map((found) => [laneKey(found.held), found]));
  const today = businessDay(now);
  return new Map(
    ids.map((deviceId) => [
      deviceId,
      sortedLanes(settings.get(deviceId) ?? []).map((setting) => {
        const key = laneKey({ deviceId, lane: setting.lane });
        return laneRecord(setting, byLane.get(key), sold.get(key) ?? 0, today);
      }),
    ]),
  );
}

export async function lanesOf(
  reader: Reader,
  scope: Scope,
  device: LaneDeviceKey,
  now: Date,
): Promise<LaneResult[]> {
  return (await laneRecordsOf(reader, scope, [device], now)).get(device.deviceId) ?? [];
}
