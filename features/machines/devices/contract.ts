import { deviceClockContract } from './contract/device-clock.ts';
import { productionContract } from './contract/production.ts';

export { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
export type { CommandState } from './contract/command-states.ts';
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

export const devicesContract = { ...productionContract, ...deviceClockContract };
