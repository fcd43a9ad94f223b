import { Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import {
  ChannelUnavailable,
  type ProfitSharing,
  type ShareReturn,
  type SharingOrder,
  type SharingReceiver,
} from '../pay-channel.ts';
import type { Gateway } from './gateway.ts';
import type { Merchant } from './merchant.ts';
import type { PlatformKey } from './platform-keys.ts';
import { clipped } from './wire-format.ts';

const sharingRecord = z.object({
  transaction_id: z.string(),
  out_order_no: z.string(),
  state: z.enum(['PROCESSING', 'FINISHED']),
  receivers: z
    .array(
      z.object({
        account: z.string(),
        amount: z.int(),
        result: z.enum(['PENDING', 'SUCCESS', 'CLOSED']),
        fail_reason: z.string().optional(),
      }),
    )
    .default([]),
});

const returnRecord = z.object({
  out_return_no: z.string(),
  amount: z.int(),
  result: z.enum(['PROCESSING', 'SUCCESS', 'FAILED']),
  fail_reason: z.string().optional(),
});

const lineResults = { PENDING: 'pending', SUCCESS: 'success', CLOSED: 'closed' } as const;
const returnStates = { PROCESSING: 'processing', SUCCESS: 'success', FAILED: 'failed' } as const;

const descriptionCharacters = 80;
/** The only relation that fits both a company and a person who gets a part of the takings. */
const relation = 'PARTNER';

interface Channel {
  gateway: Gateway;
  merchant: Merchant;
}

/** Who collected: in partner mode every call names the sub-merchant, whose money is shared. */
const onBehalf = (subMerchant: string | undefined) => ({ sub_mchid: subMerchant });

function queryText(values: Record<string, string | undefined>): string {
  const said = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(said).toString();
}

function orderOf(
  { merchant }: Channel,
  record: z.output<typeof sharingRecord>,
  { outOrderNo, subMerchant }: { outOrderNo: string; subMerchant?: string },
): SharingOrder {
  if (record.out_order_no !== outOrderNo) {
    throw new ChannelUnavailable('the answer is about another sharing order');
  }
  return {
    outOrderNo,
    state: record.state === 'FINISHED' ? 'finished' : 'processing',
    receivers: record.receivers
      // what is released to the merchant who collected stands among the receivers too
      .filter((receiver) => receiver.account !== (subMerchant ?? merchant.mchId))
      .map((receiver) => ({
        account: receiver.account,
        amountFen: receiver.amount,
        result: lineResults[receiver.result],
        reason: receiver.result === 'CLOSED' ? receiver.fail_reason : undefined,
      })),
  };
}

const receiverBody = ({ type, account, name }: SharingReceiver, secretsFor: PlatformKey | undefined) => ({
  type,
  account,
  name: name !== undefined && secretsFor ? Rsa.encrypt(name, secretsFor.key) : undefined,
});

const keyForNames = ({ gateway }: Channel, receivers: readonly SharingReceiver[]) =>
  receivers.some(({ name }) => name !== undefined) ? gateway.keys.forSecrets() : undefined;

async function addReceiver(
  channel: Channel,
  receiver: Parameters<ProfitSharing['addReceiver']>[0],
): Promise<void> {
  const secretsFor = await keyForNames(channel, [receiver]);
  await channel.gateway.call(
    {
      method: 'POST',
      path: '/v3/profitsharing/receivers/add',
      secretsFor,
      body: {
        ...onBehalf(receiver.subMerchant),
        appid: channel.merchant.appId,
        ...receiverBody(receiver, secretsFor),
        relation_type: relation,
      },
    },
    z.object({ type: z.literal(receiver.type), account: z.literal(receiver.account) }),
  );
}

async function share(
  channel: Channel,
  request: Parameters<ProfitSharing['share']>[0],
): Promise<SharingOrder> {
  const secretsFor = await keyForNames(channel, request.receivers);
  const record = await channel.gateway.call(
    {
      method: 'POST',
      path: '/v3/profitsharing/orders',
      secretsFor,
      body: {
        ...onBehalf(request.subMerchant),
        appid: channel.merchant.appId,
        transaction_id: request.transactionId,
        out_order_no: request.outOrderNo,
        receivers: request.receivers.map((receiver) => ({
          ...receiverBody(receiver, secretsFor),
          amount: receiver.amountFen,
          description: clipped(receiver.description, descriptionCharacters),
        })),
        unfreeze_unsplit: request.unfreezeRest,
      },
    },
    sharingRecord,
  );
  return orderOf(channel, record, request);
}

async function queryShare(
  channel: Channel,
  wanted: Parameters<ProfitSharing['queryShare']>[0],
): Promise<SharingOrder> {
  const { transactionId, outOrderNo, subMerchant } = wanted;
  const query = queryText({ ...onBehalf(subMerchant), transaction_id: transactionId });
  const record = await channel.gateway.find(
    { method: 'GET', path: `/v3/profitsharing/orders/${encodeURIComponent(outOrderNo)}?${query}` },
    sharingRecord,
  );
  return record ? orderOf(channel, record, wanted) : { outOrderNo, state: 'absent', receivers: [] };
}

async function unfreeze(
  channel: Channel,
  request: Parameters<ProfitSharing['unfreeze']>[0],
): Promise<SharingOrder> {
  const record = await channel.gateway.call(
    {
      method: 'POST',
      path: '/v3/profitsharing/orders/unfreeze',
      body: {
        ...onBehalf(request.subMerchant),
        transaction_id: request.transactionId,
        out_order_no: request.outOrderNo,
        description: clipped(request.description, descriptionCharacters),
      },
    },
    sharingRecord,
  );
  return orderOf(channel, record, request);
}

function returnOf(record: z.output<typeof returnRecord>, outReturnNo: string): ShareReturn {
  if (record.out_return_no !== outReturnNo) {
    throw new ChannelUnavailable('the answer is about another return of a share');
  }
  return {
    outReturnNo,
    state: returnStates[record.result],
    amountFen: record.amount,
    reason: record.result === 'FAILED' ? record.fail_reason : undefined,
  };
}

async function returnShare(
  { gateway }: Channel,
  request: Parameters<ProfitSharing['returnShare']>[0],
): Promise<ShareReturn> {
  const record = await gateway.call(
    {
      method: 'POST',
      path: '/v3/profitsharing/return-orders',
      body: {
        ...onBehalf(request.subMerchant),
        out_order_no: request.outOrderNo,
        out_return_no: request.outReturnNo,
        return_mchid: request.receiverMerchantId,
        amount: request.amountFen,
        description: clipped(request.description, descriptionCharacters),
      },
    },
    returnRecord,
  );
  return returnOf(record, request.outReturnNo);
}

async function queryReturn(
  { gateway }: Channel,
  { outOrderNo, outReturnNo, subMerchant }: Parameters<ProfitSharing['queryReturn']>[0],
): Promise<ShareReturn> {
  const query = queryText({ ...onBehalf(subMerchant), out_order_no: outOrderNo });
  const path = `/v3/profitsharing/return-orders/${encodeURIComponent(outReturnNo)}?${query}`;
  const record = await gateway.find({ method: 'GET', path }, returnRecord);
  return record ? returnOf(record, outReturnNo) : { outReturnNo, state: 'absent' };
}

export function createSharing(gateway: Gateway, merchant: Merchant): ProfitSharing {
  const channel: Channel = { gateway, merchant };
  return {
    addReceiver: (receiver) => addReceiver(channel, receiver),
    share: (request) => share(channel, request),
    queryShare: (wanted) => queryShare(channel, wanted),
    unfreeze: (request) => unfreeze(channel, request),
    returnShare: (request) => returnShare(channel, request),
    queryReturn: (wanted) => queryReturn(channel, wanted),
  };
}
