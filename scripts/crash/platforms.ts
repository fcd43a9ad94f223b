import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoMerchant, loadDemoMerchant } from '#app/server/demo-merchant.ts';
import { freePort } from '#kit/server/embedded/postgres-process.ts';
import type { SimulatedTrade as AlipayTrade } from '#providers/alipay/simulated-books.ts';
import type { Ready as AlipayReady } from '#providers/alipay/simulator-process.ts';
import { demoApps } from '#providers/demo-people.ts';
import type {
  SimulatedRefund,
  SimulatedTransfer,
  SimulatedTrade as WechatTrade,
} from '#providers/wechatpay/simulated-records.ts';
import type { Ready as WechatReady } from '#providers/wechatpay/simulator-process.ts';
import { type Helper, startHelper } from '../helper-process.ts';
import { clockAhead } from './clock.ts';

/** What a platform remembers, said in one way for both. */
export interface PlatformTrade {
  channel: 'wechat' | 'alipay';
  outTradeNo: string;
  amountFen: number;
  isPaid: boolean;
  refundedFen: number;
}
export interface PlatformPayout {
  outBillNo: string;
  amountFen: number;
  isPaid: boolean;
}

/** Both payment platforms as processes of their own: they live on when the server dies, as the real ones would. */
export interface Platforms {
  /** how the server reaches them */
  env: NodeJS.ProcessEnv;
  /** a person pays on the sheet that a prepared order opens; false when the platform says it is too late */
  pay(prepared: { prepay_id?: string; sign_package?: { package: string } }, openId: string): Promise<boolean>;
  trades(): Promise<PlatformTrade[]>;
  payouts(): Promise<PlatformPayout[]>;
  flushNotices(): Promise<void>;
  setClock(aheadMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** pauses between repeated callbacks: fifteen seconds become a third of one */
const wechatSecondMs = 20;
const alipayRepeatScale = 0.002;
const settleMs = 300;
const confirmMs = 400;

export async function startPlatforms(folder: string): Promise<Platforms> {
  const merchant = await loadDemoMerchant(folder);
  const ports = { wechat: await freePort(), alipay: await freePort() };
  const files = { key: join(folder, 'merchant-key.pem'), alipay: join(folder, 'alipay-public.pem') };
  await writeFile(files.key, merchant.privateKeyPem, { mode: 0o600 });
  let wechat = await startWechat(folder, merchant, ports.wechat, 0);
  let alipay = await startAlipay(folder, merchant, ports.alipay, 0);
  await writeFile(files.alipay, alipay.ready.alipayPublicKeyPem);
  return {
    env: {
      WECHAT_PAY_MCH_ID: merchant.wechatMchId,
      WECHAT_PAY_APP_ID: demoApps.wechat,
      WECHAT_PAY_PRIVATE_KEY_FILE: files.key,
      WECHAT_PAY_CERT_SERIAL: merchant.certificateSerial,
      WECHAT_PAY_API_V3_KEY: merchant.apiV3Key,
      WECHAT_PAY_BASE_URL: wechat.ready.url,
      ALIPAY_APP_ID: demoApps.alipay,
      ALIPAY_SELLER_ID: merchant.alipaySellerId,
      ALIPAY_PRIVATE_KEY_FILE: files.key,
      ALIPAY_PUBLIC_KEY_FILE: files.alipay,
      ALIPAY_GATEWAY: alipay.ready.gateway,
    },
    async pay({ prepay_id: tradeNo = '', sign_package }, openId) {
      const prepayId = sign_package?.package.replace('prepay_id=', '');
      const answer = await fetch(`${(prepayId ? wechat : alipay).ready.url}/sheet`, {
        method: 'POST',
        body: new URLSearchParams(
          prepayId
            ? { do: 'pay', prepay_id: prepayId, openid: openId }
            : { do: 'pay', trade_no: tradeNo, person: openId },
        ),
      });
      return answer.ok && /支付成功|付款成功/.test(await answer.text());
    },
    async trades() {
      const [ofWechat, refunds, ofAlipay] = [
        await wechat.ask<WechatTrade[]>('trades'),
        await wechat.ask<SimulatedRefund[]>('refunds'),
        await alipay.ask<AlipayTrade[]>('trades'),
      ];
      return [...ofWechat.map((trade) => wechatTrade(trade, refunds)), ...ofAlipay.map(alipayTrade)];
    },
    async payouts() {
      const transfers = await wechat.ask<SimulatedTransfer[]>('transfers');
      return transfers.map(({ outBillNo, amountFen, state }) => ({
        outBillNo,
        amountFen,
        isPaid: state === 'SUCCESS',
      }));
    },
    async flushNotices() {
      await wechat.ask('flushNotices');
      await alipay.ask('flushNotices');
    },
    async setClock(aheadMs) {
      await Promise.all([wechat.stop(), alipay.stop()]);
      // the kernel may hold a port for a moment
      await sleep(50);
      wechat = await startWechat(folder, merchant, ports.wechat, aheadMs);
      alipay = await startAlipay(folder, merchant, ports.alipay, aheadMs);
    },
    async stop() {
      await Promise.all([wechat.stop(), alipay.stop()]);
    },
  };
}

const startWechat = (
  folder: string,
  merchant: DemoMerchant,
  port: number,
  aheadMs: number,
): Promise<Helper<WechatReady>> =>
  startHelper(
    'providers/wechatpay/simulator-process.ts',
    {
      port,
      mchId: merchant.wechatMchId,
      appId: demoApps.wechat,
      apiV3Key: merchant.apiV3Key,
      merchantPublicKeyPem: merchant.publicKeyPem,
      merchantSerial: merchant.certificateSerial,
      repeatScaleMs: wechatSecondMs,
      settleMs,
      autoConfirmMs: confirmMs,
      stateFile: join(folder, 'wechat.jsonl'),
    },
    clockAhead(aheadMs),
  );

const startAlipay = (
  folder: string,
  merchant: DemoMerchant,
  port: number,
  aheadMs: number,
): Promise<Helper<AlipayReady>> =>
  startHelper(
    'providers/alipay/simulator-process.ts',
    {
      port,
      appId: demoApps.alipay,
      sellerId: merchant.alipaySellerId,
      merchantPublicKeyPem: merchant.publicKeyPem,
      repeatScale: alipayRepeatScale,
      stateFile: join(folder, 'alipay.json'),
    },
    clockAhead(aheadMs),
  );

function wechatTrade(trade: WechatTrade, refunds: readonly SimulatedRefund[]): PlatformTrade {
  const { outTradeNo, totalFen, state } = trade;
  return {
    channel: 'wechat',
    outTradeNo,
    amountFen: totalFen,
    isPaid: state === 'SUCCESS' || state === 'REFUND',
    refundedFen: refunds
      .filter((refund) => refund.outTradeNo === outTradeNo && refund.status === 'SUCCESS')
      .reduce((sum, { amountFen }) => sum + amountFen, 0),
  };
}

const alipayTrade = ({ outTradeNo, amountFen, paidAtMs, refunds }: AlipayTrade): PlatformTrade => ({
  channel: 'alipay',
  outTradeNo,
  amountFen,
  isPaid: paidAtMs !== undefined,
  refundedFen: refunds.reduce((sum, refund) => sum + refund.amountFen, 0),
});
