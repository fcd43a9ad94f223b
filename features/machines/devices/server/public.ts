import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { CounterIncrement } from './device-facts.ts';
import { addToHours } from './device-hours.ts';
import { type DeviceView, devicesInTurns } from './device-queries.ts';
import { addToDays } from './link/state-queries.ts';

export { simulatedCodes } from '../demo/fleet.ts';
export { openStates } from '../rules/command-rules.ts';
export { presenceOf } from '../rules/device-rules.ts';
export { createBrokerAccess } from './broker-access.ts';
export {
  type CommandRow,
  type CommandView,
  piecesOfSubject,
  readCommands,
} from './commands/command-queries.ts';
export { answerFor } from './commands/let-out.ts';
export { type CommandRequest, requestCommand } from './commands/request-command.ts';
export { sumCountersByDay, sumCountersSince, sumCountersToday } from './device-days.ts';
export type {
  CounterIncrement,
  CounterOddity,
  DeviceFact,
  DeviceRef,
  DeviceWarning,
  FaultChange,
  PresenceChange,
  RegisteredDevice,
  ScreenPlayReport,
  SettledCommand,
  StockReport,
} from './device-facts.ts';
export {
  type DeviceFile,
  type DeviceFiles,
  deviceFileUrl,
  mountDeviceFiles,
} from './device-files.ts';
export { selectSitePlays, selectUses } from './device-hours.ts';
export { logDeviceEvents } from './device-log.ts';
export { listDeviceLogins } from './device-logins.ts';
export {
  type DeviceView,
  deviceStateView,
  devicesInTurns,
  deviceView,
  findDevice,
  findDeviceByCode,
  isUnclaimedOnline,
  listDevices,
  machineView,
  requireReachable,
} from './device-queries.ts';
export {
  type FactListener,
  type Gatekeeper,
  type Letting,
  onDeviceFacts,
  onDeviceMessage,
  onUnclaimedHello,
  priceSetterOf,
  provideGatekeeper,
  providePriceSetter,
  provideSettings,
  provideTakings,
  runningSettings,
  takingsOf,
  warnOf,
} from './hub.ts';
export { checkClaimPin, newUncontrolledCode } from './identities/claim-identity.ts';
export { lockIdentity, setOwner } from './identities/identity-queries.ts';
export { judgeLabel, type LabelVerdict, signLabel } from './label-signature.ts';
export { countMachineDays, type MachineFilter, machineDays, stayView } from './machine-days.ts';
export {
  commandRows,
  type DeviceColumns,
  type DeviceRow,
  deviceRows,
  type EventRow,
  eventRows,
  findBusyDevice,
  findIdentity,
  insertDevice,
  lockDevices,
  type StateColumns,
  type StateRow,
  selectFreeIdentities,
  selectStates,
  stateRows,
  updateDevices,
  updateStates,
} from './machine-queries.ts';
export { countDevicesBySite, type DeviceSummary, listDevicesBySite } from './machines-at-sites.ts';
export { notePlays } from './note-prices.ts';
export { noteOldLabels } from './old-labels.ts';
export { playWorth } from './play-worth.ts';
export { counterHourView } from './played-hours.ts';
export {
  countLanePlays,
  countPrizes,
  playsSincePrize,
  winView,
} from './prize-queries.ts';
export { sendToDevice } from './send-message.ts';
export { shownCodeWindow } from './shown-code.ts';
export { dayAtSite, daysAtSite, daysThere, type Moment } from './site-days.ts';
export { deviceSubject, labelOf, tellChanges, tellListed, tellRegistered } from './tell-changes.ts';

/** For demo data: what machines counted in earlier days, as the link stores it. */
export async function addCounters(tx: Tx, increments: readonly CounterIncrement[]): Promise<void> {
  await addToDays(tx, increments);
  await addToHours(tx, increments);
}

/** The whole fleet in memory: for seeds and tests alone, which know how few machines there are. */
export async function listDemoFleet(reader: Reader, scope: Scope): Promise<DeviceView[]> {
  const fleet: DeviceView[] = [];
  for await (const turn of devicesInTurns(reader, scope, 500)) fleet.push(...turn);
  return fleet.sort((a, b) => a.siteId.localeCompare(b.siteId) || a.sort - b.sort || a.number - b.number);
}
