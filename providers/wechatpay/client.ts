import { type Clock, systemClock } from '#kit/kernel/time.ts';
import { ChannelRefused, NoticeRefused, type PayChannel, type ProfitSharing } from '../pay-channel.ts';
import { createBills } from './bills.ts';
import { createGateway } from './gateway.ts';
import type { Merchant, TransferReportInfo } from './merchant.ts';
import { createNoticeReader } from './notices.ts';
import { createRefunds } from './refunds.ts';
import { createSharing } from './sharing.ts';
import { createTrades } from './trades.ts';
import { createTransfers } from './transfers.ts';

/** A number at WeChat Pay and what proves that it is ours. */
export interface WechatPayIdentity {
  mchId: string;
  /** of the merchant's API certificate */
  privateKeyPem: string;
  certificateSerial: string;
  /** 32 bytes, set by the merchant at the platform; encrypts callbacks and certificates */
  apiV3Key: string;
  /** by serial: certificates known already, or the platform's public key under its `PUB_KEY_ID_…` */
  platformKeys?: Readonly<Record<string, string>>;
}

export interface WechatPayOptions extends WechatPayIdentity {
  /** the official account the pages belong to */
  appId: string;
  miniProgramAppId?: string;
  baseUrl?: string;
  /**
   * Our number as a service provider (服务商), under which merchants collect with numbers of their own. WeChat lets such
   * a number collect nothing for itself, so it is another one than ours; without it merchants can not collect.
   */
  partner?: WechatPayIdentity;
  /** the kind of transfers the merchant was admitted to */
  transferSceneId: string;
  transferReportInfos: readonly TransferReportInfo[];
  clock?: Clock;
  timeoutMs?: number;
}

export type WechatPay = PayChannel & {
  readonly miniProgramAppId: string | undefined;
  readonly sharing: ProfitSharing;
  /** ends the regular look at the platform's certificates */
  stop(): void;
};

/** Everything that is done under one number. */
function openNumber(options: WechatPayOptions, identity: WechatPayIdentity) {
  const clock = options.clock ?? systemClock;
  const gateway = createGateway({
    mchId: identity.mchId,
    privateKeyPem: identity.privateKeyPem,
    certificateSerial: identity.certificateSerial,
    apiV3Key: identity.apiV3Key,
    baseUrl: options.baseUrl ?? 'https://api.mch.weixin.qq.com',
    platformKeys: identity.platformKeys ?? {},
    clock,
    timeoutMs: options.timeoutMs ?? 8_000,
  });
  const merchant: Merchant = {
    mchId: identity.mchId,
    appId: options.appId,
    miniProgramAppId: options.miniProgramAppId,
    transferSceneId: options.transferSceneId,
    transferReportInfos: options.transferReportInfos,
  };
  return {
    trades: createTrades(gateway, merchant, clock),
    refunds: createRefunds(gateway),
    transfers: createTransfers(gateway, merchant),
    sharing: createSharing(gateway, merchant),
    bills: createBills(gateway),
    readNotice: createNoticeReader({ keys: gateway.keys, merchant, apiV3Key: identity.apiV3Key, clock }),
    stop: () => gateway.keys.stop(),
  };
}
type OpenNumber = ReturnType<typeof openNumber>;

const sharingBy = (numberFor: (subMerchant: string | undefined) => OpenNumber): ProfitSharing => ({
  addReceiver: (receiver) => numberFor(receiver.subMerchant).sharing.addReceiver(receiver),
  share: (request) => numberFor(request.subMerchant).sharing.share(request),
  queryShare: (share) => numberFor(share.subMerchant).sharing.queryShare(share),
  unfreeze: (request) => numberFor(request.subMerchant).sharing.unfreeze(request),
  returnShare: (request) => numberFor(request.subMerchant).sharing.returnShare(request),
  queryReturn: (wanted) => numberFor(wanted.subMerchant).sharing.queryReturn(wanted),
});

/** WeChat Pay, API v3: we collect in our own name or, as service provider, for merchants with numbers of their own. */
export function createWechatPay(options: WechatPayOptions): WechatPay {
  const { partner } = options;
  const ours = openNumber(options, options);
  const theirs = partner && (partner.mchId === options.mchId ? ours : openNumber(options, partner));

  function numberFor(subMerchant: string | undefined): OpenNumber {
    if (!subMerchant) return ours;
    if (!theirs) throw new ChannelRefused('NO_AUTH', 'no service provider is configured');
    return theirs;
  }

  return {
    name: 'wechat',
    merchantId: options.mchId,
    appId: options.appId,
    miniProgramAppId: options.miniProgramAppId,
    partnerId: partner?.mchId,
    prepare: async (request) => numberFor(request.subMerchant).trades.prepare(request),
    query: async (outTradeNo, subMerchant) => numberFor(subMerchant).trades.query(outTradeNo, subMerchant),
    close: async (outTradeNo, subMerchant) => numberFor(subMerchant).trades.close(outTradeNo, subMerchant),
    refund: async (request) => numberFor(request.subMerchant).refunds.refund(request),
    queryRefund: async (refund) => numberFor(refund.subMerchant).refunds.queryRefund(refund),
    ...ours.transfers,
    async readBill(day) {
      const parts = [ours.bills.trades(day), ours.bills.transfers(day)];
      // merchants with numbers of their own stand in the bill of the number above them
      if (theirs && theirs !== ours) parts.push(theirs.bills.trades(day));
      return (await Promise.all(parts)).flat();
    },
    async readNotice(request) {
      try {
        return await ours.readNotice(request);
      } catch (error) {
        // each number has its own key: what ours can not open may be for the other
        if (!(error instanceof NoticeRefused) || !theirs || theirs === ours) throw error;
        return theirs.readNotice(request);
      }
    },
    sharing: sharingBy(numberFor),
    stop() {
      ours.stop();
      theirs?.stop();
    },
  };
}
