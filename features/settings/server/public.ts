import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type DeviceKey, selectConfirmed } from './confirmed.ts';
import { factory } from './documents.ts';

export { changeSettings } from './change-settings.ts';

/** What devices confirmed last, by device id. */
export async function readManyDeviceSettings(
  reader: Reader,
  scope: Scope,
  devices: readonly DeviceKey[],
): Promise<Map<string, SettingsDocument>> {
  const confirmed = await selectConfirmed(reader, scope, devices);
  return new Map([...confirmed].map(([deviceId, { settings }]) => [deviceId, settings]));
}

/** What a device confirmed last. */
export async function readDeviceSettings(
  reader: Reader,
  scope: Scope,
  device: DeviceKey,
): Promise<SettingsDocument> {
  const settings = await readManyDeviceSettings(reader, scope, [device]);
  return settings.get(device.deviceId) ?? factory[device.type].settings;
}
