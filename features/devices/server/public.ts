import { and, asc, count, inArray, isNull } from 'drizzle-orm';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { devices } from '../tables.ts';
import { addToHours } from './device-hours.ts';
import { type DeviceView, devicesInTurns } from './device-queries.ts';

export { drawLabels, type Label } from './fleet/draw-labels.ts';

import type { CounterIncrement } from './hub.ts';
import { addToDays } from './link/state-queries.ts';

export { playerPath } from '../contract/qr-labels.ts';
export { presenceOf } from '../rules/device-rules.ts';
export { playedTypes } from '../rules/use-rules.ts';
export { createBrokerAccess } from './broker-access.ts';
export { type CommandView, piecesOfSubject, readCommands } from './commands/command-queries.ts';
export { answerFor } from './commands/let-out.ts';
export { type CommandRequest, requestCommand } from './commands/request-command.ts';
export { sumCounters, sumCountersByDay, sumCountersSince } from './device-days.ts';
export { logDeviceEvents } from './device-log.ts';
export { listDeviceLogins } from './device-logins.ts';
export {
  type DeviceView,
  deviceStateView,
  devicesInTurns,
  deviceView,
  findDevice,
  findDeviceByCode,
  listDevices,
  machineView,
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
  providePriceSetter,
  provideSettings,
  provideTakings,
  type RegisteredDevice,
  type SettledCommand,
  type StockReport,
} from './hub.ts';
export { judgeLabel, type LabelVerdict, signLabel } from './label-signature.ts';
export { countMachineDays, type MachineFilter } from './machine-days.ts';
export { notePrices } from './note-prices.ts';
export { noteOldLabels } from './old-labels.ts';
export { counterHourView, countPlayedHours, type PlayedHours } from './played-hours.ts';
export {
  countLanePlays,
  countPrizes,
  playsSincePrize,
  winView,
} from './prize-queries.ts';
export { sendToDevice } from './send-message.ts';
export { shownCodeWindow } from './shown-code.ts';

export interface DeviceSummary {
  id: string;
  siteId: string;
  code: string;
  number: number;
  type: DeviceType;
  name: string | null;
}

/** For demo data: what machines counted in earlier days, as the link stores it. */
export async function addCounters(tx: Tx, increments: readonly CounterIncrement[]): Promise<void> {
  await addToDays(tx, increments);
  await addToHours(tx, increments);
}

/** Sites without devices are absent from the map. */
export async function countDevicesBySite(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
): Promise<Map<string, number>> {
  if (siteIds.length === 0) return new Map();
  const device = rows(scope, devices);
  const counts = await reader
    .select({ siteId: device.siteId, number: count() })
    .from(device)
    .where(and(isNull(device.unboundAt), inArray(device.siteId, [...siteIds])))
    .groupBy(device.siteId);
  return new Map(counts.map(({ siteId, number }) => [siteId, number]));
}

/** The whole fleet in memory: for seeds and tests alone, which know how few machines there are. */
export async function listDemoFleet(reader: Reader, scope: Scope): Promise<DeviceView[]> {
  const fleet: DeviceView[] = [];
  for await (const turn of devicesInTurns(reader, scope, 500)) fleet.push(...turn);
  return fleet.sort((a, b) => a.siteId.localeCompare(b.siteId) || a.sort - b.sort || a.number - b.number);
}

export async function listDevicesBySite(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
): Promise<Map<string, DeviceSummary[]>> {
  if (siteIds.length === 0) return new Map();
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
    .where(and(isNull(device.unboundAt), inArray(device.siteId, [...siteIds])))
    .orderBy(asc(device.siteId), asc(device.number));
  return Map.groupBy(list, (entry) => entry.siteId);
}
