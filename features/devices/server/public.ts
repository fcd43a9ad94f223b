import { asc, count, isNull } from 'drizzle-orm';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { devices } from '../tables.ts';

export { createBrokerAccess } from './broker-access.ts';
export { type CommandView, piecesOfSubject, readCommands } from './commands/command-queries.ts';
export { answerFor } from './commands/let-out.ts';
export { type CommandRequest, requestCommand } from './commands/request-command.ts';
export { sumCounters } from './device-days.ts';
export { logDeviceEvents } from './device-log.ts';
export { listDeviceLogins } from './device-logins.ts';
export {
  type DeviceView,
  deviceStateView,
  deviceView,
  findDevice,
  findDeviceByCode,
  listDevices,
  requireReachable,
} from './device-queries.ts';
export {
  type CounterIncrement,
  type CounterOddity,
  type DeviceFact,
  type DeviceRef,
  type FactListener,
  type FaultChange,
  type Gatekeeper,
  type Letting,
  onDeviceFacts,
  onDeviceMessage,
  onUnclaimedHello,
  type PresenceChange,
  provideGatekeeper,
  provideSettings,
  type RegisteredDevice,
  type SettledCommand,
  type StockReport,
} from './hub.ts';
export { sendToDevice } from './send-message.ts';

export interface DeviceSummary {
  id: string;
  siteId: string;
  code: string;
  number: number;
  type: DeviceType;
  name: string | null;
}

/** Sites without devices are absent from the map. */
export async function countDevicesBySite(reader: Reader, scope: Scope): Promise<Map<string, number>> {
  const device = rows(scope, devices);
  const counts = await reader
    .select({ siteId: device.siteId, number: count() })
    .from(device)
    .where(isNull(device.unboundAt))
    .groupBy(device.siteId);
  return new Map(counts.map(({ siteId, number }) => [siteId, number]));
}

export async function listDevicesBySite(reader: Reader, scope: Scope): Promise<Map<string, DeviceSummary[]>> {
  const device = rows(scope, devices);
  const list = await reader
    .select({
      id: device.id,
      siteId: device.siteId,
      code: device.code,
      number: device.number,
      type: device.type,
      name: device.name,
    })
    .from(device)
    .where(isNull(device.unboundAt))
    .orderBy(asc(device.siteId), asc(device.number));
  return Map.groupBy(list, (entry) => entry.siteId);
}
