import { Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import {
  ChannelRefused,
  type ChannelTransfer,
  ChannelUnavailable,
  type PayChannel,
  type TransferRequest,
} from '../pay-channel.ts';
import type { Gateway } from './gateway.ts';
import type { Merchant } from './merchant.ts';
import { clipped } from './wire-format.ts';

/** The answer to a transfer has the package, the one to a query the amount and the reason. */
export const transferRecord = z.object({
  out_bill_no: z.string(),
  transfer_bill_no: z.string().optional(),
  state: z.string(),
  transfer_amount: z.int().optional(),
  package_info: z.string().optional(),
  fail_reason: z.string().optional(),
});

const transferStates: Readonly<Record<string, ChannelTransfer['state']>> = {
  ACCEPTED: 'processing',
  PROCESSING: 'processing',
  WAIT_USER_CONFIRM: 'waitConfirm',
  TRANSFERING: 'processing',
  CANCELING: 'processing',
  SUCCESS: 'done',
  FAIL: 'failed',
  CANCELLED: 'failed',
};

/** undefined for a state nobody here knows */
export function transferOf(
  record: z.output<typeof transferRecord>,
  merchant: Merchant,
): ChannelTransfer | undefined {
  const state = transferStates[record.state];
  if (!state) return undefined;
  return {
    outBillNo: record.out_bill_no,
    state,
    billNo: record.transfer_bill_no,
    amountFen: record.transfer_amount,
    confirm:
      state === 'waitConfirm' && record.package_info
        ? { mchId: merchant.mchId, appId: merchant.appId, package: record.package_info }
        : undefined,
    reason: record.fail_reason || undefined,
  };
}

const remarkCharacters = 32;
/** Below it the platform takes no name; from ¥2000 on it demands one. */
const minNamedFen = 30;

interface Channel {
  gateway: Gateway;
  merchant: Merchant;
}

function checked(
  { merchant }: Channel,
  record: z.output<typeof transferRecord>,
  outBillNo: string,
): ChannelTransfer {
  const transfer = transferOf(record, merchant);
  if (transfer?.outBillNo !== outBillNo) {
    throw new ChannelUnavailable(`unclear answer about a transfer: ${record.state}`);
  }
  return transfer;
}

async function queryTransfer(channel: Channel, outBillNo: string): Promise<ChannelTransfer> {
  const path = `/v3/fund-app/mch-transfer/transfer-bills/out-bill-no/${encodeURIComponent(outBillNo)}`;
  const record = await channel.gateway.find({ method: 'GET', path }, transferRecord);
  return record ? checked(channel, record, outBillNo) : { outBillNo, state: 'absent' };
}

async function send(channel: Channel, request: TransferRequest): Promise<ChannelTransfer> {
  const { gateway, merchant } = channel;
  const isNamed = request.payeeName !== undefined && request.amountFen >= minNamedFen;
  const secretsFor = isNamed ? await gateway.keys.forSecrets() : undefined;
  const record = await gateway.call(
    {
      method: 'POST',
      path: '/v3/fund-app/mch-transfer/transfer-bills',
      secretsFor,
      body: {
        appid: merchant.appId,
        out_bill_no: request.outBillNo,
        transfer_scene_id: merchant.transferSceneId,
        openid: request.payeeId,
        user_name: secretsFor && Rsa.encrypt(request.payeeName ?? '', secretsFor.key),
        transfer_amount: request.amountFen,
        transfer_remark: clipped(request.remark, remarkCharacters),
        notify_url: request.notifyUrl,
        transfer_scene_report_infos: merchant.transferReportInfos.map((info) => ({
          info_type: info.infoType,
          info_content: info.infoContent,
        })),
      },
    },
    transferRecord,
  );
  return checked(channel, record, request.outBillNo);
}

async function transfer(channel: Channel, request: TransferRequest): Promise<ChannelTransfer> {
  try {
    return await send(channel, request);
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    // The platform says that a refusal is about the request, not about the bill: one sent before may be alive.
    const earlier = await queryTransfer(channel, request.outBillNo);
    if (earlier.state === 'absent') throw error;
    return earlier;
  }
}

export function createTransfers(
  gateway: Gateway,
  merchant: Merchant,
): Pick<PayChannel, 'transfer' | 'queryTransfer'> {
  const channel: Channel = { gateway, merchant };
  return {
    transfer: (request) => transfer(channel, request),
    queryTransfer: (outBillNo) => queryTransfer(channel, outBillNo),
  };
}
