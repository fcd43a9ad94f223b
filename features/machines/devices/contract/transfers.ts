import { z } from 'zod';
import { siteFilled } from '#features/base/sites/contract.ts';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { choiceOf, done, id, ids, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { machineFields } from '#kit/contract/things.ts';
import { deviceListed } from './events.ts';
import { deviceType } from './shared.ts';

const register = permit('devices.register');
const base = '/api/blade-zdEquipment/transfer';

export const transferStates = ['offered', 'accepted', 'refused', 'withdrawn'] as const;
export type TransferState = (typeof transferStates)[number];
export const transferDirections = ['in', 'out'] as const;
const transferState = () =>
  choiceOf('devices:transfer.state', transferStates, {
    offered: 'waiting',
    accepted: 'good',
    refused: 'bad',
    withdrawn: 'quiet',
  });
const transferDirection = () => choiceOf('devices:transfer.direction', transferDirections);

const transferRecord = z.object({
  id: z.string(),
  direction: transferDirection(),
  state: transferState(),
  code: z.string(),
  type: deviceType(),
  typeName: z.string(),
  /** as it was called when it was offered */
  equipmentName: machineFields.equipmentName,
  /** the merchant at the other end */
  partnerName: z.string(),
  offeredBy: z.string(),
  createdAt: instant(),
  decidedAt: instant().nullable(),
});
export type TransferRecord = z.infer<typeof transferRecord>;

export const transfersContract = {
  listTransfers: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: register,
    input: pageInput(
      {
        direction: transferDirection().optional(),
        state: transferState().optional(),
      },
      ['createdAt'],
    ),
    output: pageOf(transferRecord),
    refreshedBy: [deviceListed],
    summary: 'Devices offered to the merchant and by it',
  }),
  offerDevices: defineEndpoint({
    method: 'POST',
    path: `${base}/offer`,
    access: register,
    input: z.object({ ids: ids(), account: text(40).meta({ field: 'text' }) }),
    output: z.object({ partnerName: z.string(), count: z.int() }),
    emits: [deviceListed],
    rate: { max: 30, windowSeconds: 60 },
    summary:
      'Offers devices to another merchant, named by an account or phone of its; nothing moves until it accepts',
  }),
  acceptTransfers: defineEndpoint({
    method: 'POST',
    path: `${base}/accept`,
    access: register,
    input: z.object({ ids: ids(), fieldId: id().meta({ field: 'reference' }) }),
    output: z.object({ equipmentIds: z.array(z.string()) }),
    emits: [deviceListed, siteFilled],
    summary: 'Takes over offered devices to a site; records up to now stay with the former owner',
  }),
  refuseTransfers: defineEndpoint({
    method: 'POST',
    path: `${base}/refuse`,
    access: register,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [deviceListed],
    summary: 'Declines offered devices',
  }),
  withdrawTransfers: defineEndpoint({
    method: 'POST',
    path: `${base}/withdraw`,
    access: register,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [deviceListed],
    summary: 'Takes back an offer that was not answered yet',
  }),
};
