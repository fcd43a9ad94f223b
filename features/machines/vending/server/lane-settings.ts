import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { LayoutLane } from '../rules/layout-rules.ts';

/** Where a type keeps its lanes among its settings. */
export const laneGroupOf = (type: DeviceType): 'lanes' | 'prizeLanes' =>
  type === 'vending' ? 'lanes' : 'prizeLanes';

/** The lanes each device confirmed last. */
export async function readLaneSettings(
  reader: Reader,
  scope: Scope,
  devices: readonly Pick<DeviceView, 'tenantId' | 'deviceId' | 'type'>[],
): Promise<Map<string, LayoutLane[]>> {
  const settings = await readManyDeviceSettings(reader, scope, devices);
  return new Map(
    devices.map(({ deviceId, type }) => [
      deviceId,
      (settings.get(deviceId)?.[laneGroupOf(type)]?.lanes as LayoutLane[] | undefined) ?? [],
    ]),
  );
}
