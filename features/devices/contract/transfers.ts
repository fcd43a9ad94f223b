import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { done, id, ids, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

const register = permit('devices.register');
const base = '/api/blade-zdEquipment/transfer';

export const transferStates = ['offered', 'accepted', 'refused', 'withdrawn'] as const;
export type TransferState = (typeof transferStates)[number];
export const transferDirections = ['in', 'out'] as const;

const transferRecord = z.object({
  id: z.string(),
  direction: z.enum(transferDirections),
  state: z.enum(transferStates),
  code: z.string(),
  type: z.enum(deviceTypes),
  deviceName: z.string().nullable(),
  /** the merchant at the other end */
  partnerName: z.string(),
  offeredBy: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type TransferRecord = z.infer<typeof transferRecord>;

export const transfersContract = {
  listTransfers: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: register,
    input: pageInput(
      {
        direction: z.enum(transferDirections).optional(),
        state: z.enum(transferStates).optional(),
      },
      ['createdAt'],
    ),
    output: pageOf(transferRecord),
    summary: 'Devices offered to the merchant and by it',
  }),
  offerDevices: defineEndpoint({
    method: 'POST',
    path: `${base}/offer`,
    access: register,
    input: z.object({ ids: ids(), account: text(40).meta({ field: 'text' }) }),
    output: z.object({ partnerName: z.string(), count: z.int() }),
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
    summary: 'Takes over offered devices to a site; records up to now stay with the former owner',
  }),
  refuseTransfers: defineEndpoint({
    method: 'POST',
    path: `${base}/refuse`,
    access: register,
    input: z.object({ ids: ids() }),
    output: done(),
    summary: 'Declines offered devices',
  }),
  withdrawTransfers: defineEndpoint({
    method: 'POST',
    path: `${base}/withdraw`,
    access: register,
    input: z.object({ ids: ids() }),
    output: done(),
    summary: 'Takes back an offer that was not answered yet',
  }),
};
