import { controlContract } from './contract/control.ts';
import { fleetDevicesContract } from './contract/devices.ts';
import { firstStepsContract } from './contract/first-steps.ts';
import { transfersContract } from './contract/transfers.ts';

export {
  type CommandRecord,
  commandTicket,
  type DeviceRecordLine,
  type DeviceStateRecord,
  staffCommands,
} from './contract/control.ts';

export const fleetContract = {
  ...fleetDevicesContract,
  ...firstStepsContract,
  ...transfersContract,
  ...controlContract,
};
