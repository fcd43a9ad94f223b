import { controlContract } from './contract/control.ts';
import { deviceClockContract } from './contract/device-clock.ts';
import { fleetContract } from './contract/fleet.ts';

export { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
export type { CommandState } from './contract/command-states.ts';
export {
  type CommandRecord,
  commandTicket,
  type DeviceRecordLine,
  type DeviceStateRecord,
  staffCommands,
} from './contract/control.ts';
export {
  deviceChanged,
  deviceCommanded,
  deviceListed,
  deviceLogged,
  thatDeviceChanged,
  thatDeviceCommanded,
  thatDeviceLogged,
} from './contract/events.ts';
export {
  type DeviceRecord,
  deviceFilterStates,
  deviceNames,
  deviceState,
  deviceType,
  presence,
} from './contract/shared.ts';

export const devicesContract = { ...fleetContract, ...controlContract, ...deviceClockContract };
