import type { Handlers } from '#kit/server/context.ts';
import type { fleetContract } from '../../contract/fleet.ts';
import { acceptTransfers } from './accept-transfers.ts';
import { checkDevice } from './check-device.ts';
import { listDevices, listDevicesOfSite, proposeNumber, readDevice } from './list-devices.ts';
import { moveDevice, moveDevices, sortDevices } from './move-devices.ts';
import { printLabels, readPlayerQr } from './print-labels.ts';
import { blockIdentities, listIdentities, produceIdentities, raiseGeneration } from './production.ts';
import { readFigures } from './read-figures.ts';
import { registerDevice } from './register-device.ts';
import { listTransfers, offerDevices, refuseTransfers, withdrawTransfers } from './transfers.ts';
import { unbindDevices } from './unbind-devices.ts';
import { readDescription, saveDescription, updateDevice } from './update-device.ts';

export const fleetHandlers: Handlers<typeof fleetContract> = {
  listDevices,
  readDevice,
  listDevicesOfSite,
  readFigures,
  checkDevice,
  proposeNumber,
  registerDevice,
  updateDevice,
  moveDevice,
  moveDevices,
  sortDevices,
  unbindDevices,
  readDescription,
  saveDescription,
  readPlayerQr,
  printLabels,
  listTransfers,
  offerDevices,
  acceptTransfers,
  refuseTransfers,
  withdrawTransfers,
  listIdentities,
  produceIdentities,
  blockIdentities,
  raiseGeneration,
};
