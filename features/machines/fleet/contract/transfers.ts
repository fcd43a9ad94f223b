import { z } from 'zod';
import { siteFilled } from '#features/base/sites/contract.ts';
import { deviceListed } from '#features/machines/devices/contract/events.ts';
import { deviceType } from '#features/machines/devices/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, id, ids, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { machineFields } from '#kit/contract/things.ts';

const register = permit('devices.register');
const base = '/api/blade-zdEquipment/transfer';

export const transferStates = ['offered', 'accepted', 'refused', 'withdrawn'] as const;
export type TransferState = (typeof transferStates)[number];
export const transferDirections = ['in', 'out'] as const;
const transferState = () =>
  choiceOf('fleet:transfer.state', transferStates, {
    offered: 'waiting',
    accepted: 'good',
    refused: 'bad',
    withdrawn: 'quiet',
  });
const transferDirection = () => choiceOf('fleet:transfer.direction', transferDirections);

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
  listTransfers: get(`${base}/list`, register, {
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
  offerDevices: post(`${base}/offer`, register, {
    input: z.object({ ids: ids(), account: text(40).meta({ field: 'text' }) }),
    output: z.object({ partnerName: z.string(), count: z.int() }),
    emits: [deviceListed],
    rate: { max: 30, windowSeconds: 60 },
    summary:
      'Offers devices to another merchant, named by an account or phone of its; nothing moves until it accepts',
  }),
  acceptTransfers: post(`${base}/accept`, register, {
    input: z.object({ ids: ids(), fieldId: id().meta({ field: 'reference' }) }),
    output: z.object({ equipmentIds: z.array(z.string()) }),
    emits: [deviceListed, siteFilled],
    summary: 'Takes over offered devices to a site; records up to now stay with the former owner',
  }),
  refuseTransfers: post(`${base}/refuse`, register, {
    input: z.object({ ids: ids() }),
    emits: [deviceListed],
    summary: 'Declines offered devices',
  }),
  withdrawTransfers: post(`${base}/withdraw`, register, {
    input: z.object({ ids: ids() }),
    emits: [deviceListed],
    summary: 'Takes back an offer that was not answered yet',
  }),
};
