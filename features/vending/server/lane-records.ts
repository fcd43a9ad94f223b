import type { DeviceView } from '#features/devices/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { LaneRecord } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';
import { type LayoutLane, sortedLanes } from '../lane-layout.ts';
import { expiryState, laneLevel } from '../lane-need.ts';
import { deviceRecordsOf, laneDevice } from './lane-devices.ts';
import { type LaneRow, laneKey, selectHeld, selectSoldLately, type TemplateRow } from './lane-queries.ts';
import { readLaneSettings } from './lane-settings.ts';

function laneRecord(
  setting: LayoutLane,
  found: { held: LaneRow; product: TemplateRow | null } | undefined,
  soldLately: number,
  today: string,
): LaneRecord {
  const held = found?.held;
  const product = found?.product ?? null;
  const fill = {
    open: setting.open,
    capacity: setting.capacity,
    templateId: held?.templateId ?? null,
    stock: held?.stock ?? 0,
    lowAt: held?.lowAt ?? null,
  };
  return {
    ...setting,
    ...fill,
    level: laneLevel(fill),
    templateName: product?.name ?? null,
    image: product?.image ?? null,
    expiryDate: product?.expiryDate ?? null,
    expiry: product && expiryState(product, today),
    soldLately,
    reportedStock: held?.differsSince ? held.reportedStock : null,
    filledAt: held?.filledAt?.toISOString() ?? null,
  };
}

/** Lanes of many devices: how they are laid out, from their settings, and what lies in them, from our book. */
export async function laneRecordsOf(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceView[],
  now: Date,
): Promise<Map<string, LaneRecord[]>> {
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
  device: DeviceView,
  now: Date,
): Promise<LaneRecord[]> {
  return (await laneRecordsOf(reader, scope, [device], now)).get(device.deviceId) ?? [];
}

export const readLanes: Handler<typeof vendingContract.readLanes> = async (context, { equipmentId }) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const device = await laneDevice(reader, scope, equipmentId);
  const [[record], lanes] = await Promise.all([
    deviceRecordsOf(reader, scope, [device]),
    lanesOf(reader, scope, device, context.clock.now()),
  ]);
  return { device: record!, lanes };
};
