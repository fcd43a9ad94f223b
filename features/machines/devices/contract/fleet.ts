import { fleetDevicesContract } from './devices.ts';
import { firstStepsContract } from './first-steps.ts';
import { productionContract } from './production.ts';
import { transfersContract } from './transfers.ts';

export const fleetContract = {
  ...fleetDevicesContract,
  ...firstStepsContract,
  ...transfersContract,
  ...productionContract,
};
