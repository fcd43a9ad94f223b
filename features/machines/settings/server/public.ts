import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type DeviceKey, findConfirmed, selectConfirmed } from './confirmed-queries.ts';

export { lastChangesOf } from './change-queries.ts';
export { changeSettings } from './change-settings.ts';
export { startBatchFrom } from './start-batch.ts';
export { onSettingsConfirmed } from './tell-confirmed.ts';

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
  const confirmed = await findConfirmed(reader, scope, device);
  return confirmed.settings;
}
