import { Aes } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import type { Clock } from '#kit/kernel/time.ts';
import { type Notice, NoticeRefused, type NoticeRequest } from '../pay-channel.ts';
import type { Merchant } from './merchant.ts';
import type { PlatformKeys } from './platform-keys.ts';
import { refundOf } from './refunds.ts';
import { readSigned, signatureFault } from './signed-text.ts';
import { tradeOf, tradeRecord } from './trades.ts';
import { transferOf, transferRecord } from './transfers.ts';

const envelope = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource_type: z.literal('encrypt-resource'),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
});

const refundFields = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string().optional(),
  refund_status: z.string(),
  amount: z.object({ refund: z.int() }),
});

const refundNotice = z.union([
  refundFields
    .extend({ sp_mchid: z.string(), sub_mchid: z.string().min(1) })
    .transform(({ sp_mchid, sub_mchid, ...fields }) => ({
      ...fields,
      mchId: sp_mchid,
      subMerchant: sub_mchid as string | null,
    })),
  refundFields
    .extend({ mchid: z.string() })
    .transform(({ mchid, ...fields }) => ({ ...fields, mchId: mchid, subMerchant: null as string | null })),
]);

/** The merchant is `mchid` in the platform's description of the callback and `mch_id` in its examples. */
const transferNotice = transferRecord
  .extend({ mchid: z.string().optional(), mch_id: z.string().optional() })
  .refine((record) => record.mchid !== undefined || record.mch_id !== undefined);

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoticeRefused('malformed');
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new NoticeRefused('malformed');
  return read.data;
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new NoticeRefused('malformed');
  return value;
}

function noticeOf({ id, event_type }: z.output<typeof envelope>, plain: string, merchant: Merchant): Notice {
  switch (event_type) {
    case 'TRANSACTION.SUCCESS': {
      const record = parsed(tradeRecord, plain);
      const trade = known(tradeOf(record));
      if (trade.state !== 'paid') throw new NoticeRefused('malformed');
      return { id, kind: 'payment', merchantId: record.mchId, appId: record.appId, trade };
    }
    case 'REFUND.SUCCESS':
    case 'REFUND.ABNORMAL':
    case 'REFUND.CLOSED': {
      const record = parsed(refundNotice, plain);
      const refund = known(refundOf({ ...record, status: record.refund_status }));
      const { mchId: merchantId, out_trade_no: outTradeNo, subMerchant } = record;
      return { id, kind: 'refund', merchantId, outTradeNo, subMerchant, refund };
    }
    case 'MCHTRANSFER.BILL.FINISHED': {
      const record = parsed(transferNotice, plain);
      const transfer = known(transferOf(record, merchant));
      return { id, kind: 'transfer', merchantId: known(record.mchid ?? record.mch_id), transfer };
    }
    default:
      throw new NoticeRefused('malformed');
  }
}

export function createNoticeReader(parts: {
  keys: PlatformKeys;
  merchant: Merchant;
  apiV3Key: string;
  clock: Clock;
}): (request: NoticeRequest) => Promise<Notice> {
  const { keys, merchant, apiV3Key, clock } = parts;

  async function verify(request: NoticeRequest): Promise<void> {
    const text = readSigned(request.headers, request.body);
    let fault = signatureFault(text, keys.find, clock.now());
    if (fault === 'serial') {
      await keys.learn();
      fault = signatureFault(text, keys.find, clock.now());
    }
    if (fault) throw new NoticeRefused(fault);
  }

  return async (request) => {
    await verify(request);
    const outer = parsed(envelope, request.body);
    const { ciphertext, nonce, associated_data } = outer.resource;
    let plain: string;
    try {
      plain = Aes.AesGcm.decrypt(ciphertext, apiV3Key, nonce, associated_data);
    } catch {
      throw new NoticeRefused('decrypt');
    }
    const notice = noticeOf(outer, plain, merchant);
    const isOurApp =
      notice.appId === undefined ||
      notice.appId === merchant.appId ||
      notice.appId === merchant.miniProgramAppId;
    if (notice.merchantId !== merchant.mchId || !isOurApp) throw new NoticeRefused('merchant');
    return notice;
  };
}
