import type { Handlers } from '#kit/server/context.ts';
import type { controlContract } from '../../contract/control.ts';
import { listDeviceTypes } from './list-device-types.ts';
import { listExchangeStock } from './list-exchange-stock.ts';
import { listCommands, listRecords, listRefusals } from './list-records.ts';
import { readState } from './read-state.ts';
import { dispenseCoins, locateDevice, sendCommand } from './send-commands.ts';

export const controlHandlers: Handlers<typeof controlContract> = {
  readState,
  listExchangeStock,
  dispenseCoins,
  locateDevice,
  sendCommand,
  listCommands,
  listRecords,
  listDeviceTypes,
  listRefusals,
};
