import { siteNames } from '#features/base/sites/server/public.ts';
import { type DeviceView, findDevice, presenceOf } from '#features/machines/devices/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { invalid } from '#kit/kernel/errors.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { laneDeviceTypes } from '../contract/records.ts';
import type { vendingContract } from '../contract.ts';

export type LaneDevice = ResultOf<typeof vendingContract.listLaneDevices>['records'][number];

export const deviceRecordOf = (device: DeviceView, fieldName: string): LaneDevice => ({
  equipmentId: device.deviceId,
  equipmentNo: device.number,
  equipmentName: device.name,
  code: device.code,
  type: device.type,
  fieldId: device.siteId,
  fieldName,
  ...presenceOf(device),
  controlled: device.controlled,
});

export async function deviceRecordsOf(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceView[],
): Promise<LaneDevice[]> {
  const names = await siteNames(reader, scope, [...new Set(devices.map(({ siteId }) => siteId))]);
  return devices.map((device) => deviceRecordOf(device, names.get(device.siteId) ?? ''));
}

/** A device in reach whose type has what the call is about. */
export async function laneDevice(
  reader: Reader,
  scope: Scope,
  deviceId: string,
  types: readonly DeviceType[] = laneDeviceTypes,
): Promise<DeviceView> {
  const device = await findDevice(reader, scope, deviceId);
  if (!types.includes(device.type)) throw invalid('vending:error.noLanes', { code: device.code });
  return device;
}
