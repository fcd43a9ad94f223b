import { type Clock, systemClock } from '#kit/kernel/time.ts';
import type { PayChannel, ProfitSharing } from '../pay-channel.ts';
import { createGateway } from './gateway.ts';
import type { Merchant, TransferReportInfo } from './merchant.ts';
import { createNoticeReader } from './notices.ts';
import { createRefunds } from './refunds.ts';
import { createSharing } from './sharing.ts';
import { createTrades } from './trades.ts';
import { createTransfers } from './transfers.ts';

export interface WechatPayOptions {
  mchId: string;
  /** the official account the pages belong to */
  appId: string;
  miniProgramAppId?: string;
  /** of the merchant's API certificate */
  privateKeyPem: string;
  certificateSerial: string;
  /** 32 bytes, set by the merchant at the platform; encrypts callbacks and certificates */
  apiV3Key: string;
  baseUrl?: string;
  /** by serial: certificates known already, or the platform's public key under its `PUB_KEY_ID_…` */
  platformKeys?: Readonly<Record<string, string>>;
  /** the kind of transfers the merchant was admitted to */
  transferSceneId: string;
  transferReportInfos: readonly TransferReportInfo[];
  clock?: Clock;
  timeoutMs?: number;
}

export type WechatPay = PayChannel & {
  readonly sharing: ProfitSharing;
  /** ends the regular look at the platform's certificates */
  stop(): void;
};

/** WeChat Pay, API v3, of a merchant that collects in its own name. */
export function createWechatPay(options: WechatPayOptions): WechatPay {
  const clock = options.clock ?? systemClock;
  const gateway = createGateway({
    mchId: options.mchId,
    privateKeyPem: options.privateKeyPem,
    certificateSerial: options.certificateSerial,
    apiV3Key: options.apiV3Key,
    baseUrl: options.baseUrl ?? 'https://api.mch.weixin.qq.com',
    platformKeys: options.platformKeys ?? {},
    clock,
    timeoutMs: options.timeoutMs ?? 8_000,
  });
  const merchant: Merchant = {
    mchId: options.mchId,
    appId: options.appId,
    miniProgramAppId: options.miniProgramAppId,
    transferSceneId: options.transferSceneId,
    transferReportInfos: options.transferReportInfos,
  };
  return {
    name: 'wechat',
    merchantId: options.mchId,
    appId: options.appId,
    ...createTrades(gateway, merchant, clock),
    ...createRefunds(gateway),
    ...createTransfers(gateway, merchant),
    readNotice: createNoticeReader({ keys: gateway.keys, merchant, apiV3Key: options.apiV3Key, clock }),
    sharing: createSharing(gateway, merchant),
    stop: () => gateway.keys.stop(),
  };
}
