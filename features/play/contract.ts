import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { choiceOf, moneyFen, text } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/**
 * ready: it can be played now; busy: somebody plays; offline: it does not hear us; fault: it takes no money until it is
 * mended; closed: its site is; unsold: it sells nothing by itself.
 */
export const machineStates = ['ready', 'busy', 'offline', 'fault', 'closed', 'unsold'] as const;
export type MachineState = (typeof machineStates)[number];

const price = z.object({
  /** what the amount is for: one play, the coins beside it, or one piece of the goods inside */
  per: choiceOf('play:price', ['play', 'coins', 'piece']),
  lowFen: moneyFen(),
  /** above `lowFen` where pieces differ */
  highFen: moneyFen(),
  /** coins a play takes, or that come out */
  coins: z.int().nullable(),
});
export type MachinePrice = z.infer<typeof price>;

const machine = z.object({
  merchantName: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
  equipmentNo: z.int(),
  equipmentName: z.string().nullable(),
  type: choiceOf('devices:type', deviceTypes),
  typeName: z.string(),
  state: choiceOf('play:state', machineStates),
  price: price.nullable(),
});
export type Machine = z.infer<typeof machine>;

export const playContract = {
  readMachine: defineEndpoint({
    method: 'GET',
    path: '/api/blade-player/player/scannedEquipment',
    access: 'public',
    rate: { max: 240, windowSeconds: 60 },
    /** the code printed on the machine */
    input: z.object({ equipmentId: text(36) }),
    output: machine,
    summary:
      'What a machine tells whoever scans its code: where it is, whether it can be played, what that costs',
  }),
};
