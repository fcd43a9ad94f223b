import { fleetDevicesContract } from './devices.ts';
import { productionContract } from './production.ts';
import { transfersContract } from './transfers.ts';

export const fleetContract = { ...fleetDevicesContract, ...transfersContract, ...productionContract };
