import { siteNames } from '#features/base/sites/server/public.ts';
import { type DeviceView, presenceOf } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { settingsContract } from '../contract.ts';

type DeviceBrief = ResultOf<typeof settingsContract.readSettings>['device'];

function toBrief(device: DeviceView, sites: ReadonlyMap<string, string>): DeviceBrief {
  return {
    equipmentId: device.deviceId,
    equipmentNo: device.number,
    equipmentName: device.name,
    code: device.code,
    type: device.type,
    fieldId: device.siteId,
    fieldName: sites.get(device.siteId) ?? '',
    ...presenceOf(device),
  };
}

export async function briefsOf(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceView[],
): Promise<DeviceBrief[]> {
  const sites = await siteNames(reader, scope, [...new Set(devices.map(({ siteId }) => siteId))]);
  return devices.map((device) => toBrief(device, sites));
}

export async function briefOf(reader: Reader, scope: Scope, device: DeviceView): Promise<DeviceBrief> {
  const [brief] = await briefsOf(reader, scope, [device]);
  return brief as DeviceBrief;
}
