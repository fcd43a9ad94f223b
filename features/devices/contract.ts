import { controlContract } from './contract/control.ts';
import { fleetContract } from './contract/fleet.ts';

export { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
export {
  type CommandRecord,
  type DeviceRecordLine,
  type DeviceStateRecord,
  staffCommands,
} from './contract/control.ts';
export { type DeviceRecord, deviceFilterStates } from './contract/shared.ts';

export const devicesContract = { ...fleetContract, ...controlContract };
