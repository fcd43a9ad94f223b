/** A merchant with keys made for the occasion, a simulated platform, and our client between them. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { Clock } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import type { NoticeRequest, PrepareRequest } from '../../pay-channel.ts';
import { createWechatPay, type WechatPay, type WechatPayOptions } from '../client.ts';
import {
  startWechatPaySimulator,
  type WechatPaySimulator,
  type WechatPaySimulatorOptions,
} from '../simulator.ts';

export interface MovableClock extends Clock {
  forward(ms: number): void;
}

export function movableClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    forward: (ms) => {
      offsetMs += ms;
    },
  };
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const merchant = {
  mchId: '1900000109',
  appId: 'wx0123456789abcdef',
  miniProgramAppId: 'wxfedcba9876543210',
  serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  apiV3Key: '0123456789abcdefghijklmnopqrstuv',
  publicKey: keys.publicKey as KeyObject,
  privateKeyPem: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  publicKeyPem: keys.publicKey.export({ type: 'spki', format: 'pem' }) as string,
};

export const payer = { openId: 'oDemoLinXiaoyu0000000000001' };
export const notifyUrl = 'https://merchant.example/pay/notice';

export const clientFor = (baseUrl: string, options: Partial<WechatPayOptions> = {}): WechatPay =>
  createWechatPay({
    mchId: merchant.mchId,
    appId: merchant.appId,
    miniProgramAppId: merchant.miniProgramAppId,
    privateKeyPem: merchant.privateKeyPem,
    certificateSerial: merchant.serial,
    apiV3Key: merchant.apiV3Key,
    baseUrl,
    // the simulated platform lets one number collect for itself and for others
    partner: {
      mchId: merchant.mchId,
      privateKeyPem: merchant.privateKeyPem,
      certificateSerial: merchant.serial,
      apiV3Key: merchant.apiV3Key,
    },
    transferSceneId: '1000',
    transferReportInfos: [{ infoType: '活动名称', infoContent: '提现' }],
    // a slow machine is no failure
    timeoutMs: 60_000,
    ...options,
  });

export const simulatorOptions: WechatPaySimulatorOptions = {
  mchId: merchant.mchId,
  appId: merchant.appId,
  miniProgramAppId: merchant.miniProgramAppId,
  apiV3Key: merchant.apiV3Key,
  merchantPublicKeyPem: merchant.publicKeyPem,
  merchantSerial: merchant.serial,
  repeatScaleMs: 1,
  signTestEvery: 0,
  settleMs: 0,
};

export interface Bench {
  clock: MovableClock;
  platform: WechatPaySimulator;
  channel: WechatPay;
  /** what arrived at the merchant, as it came */
  received: (NoticeRequest & { url: string })[];
  /** the HTTP status the merchant answers with, one after the other; 200 when there are no more */
  answers: number[];
  stop(): Promise<void>;
}

export async function startBench(
  options: Partial<WechatPaySimulatorOptions> = {},
  clientOptions: Partial<WechatPayOptions> = {},
): Promise<Bench> {
  const clock = movableClock();
  const received: Bench['received'] = [];
  const answers: number[] = [];
  const deliver: typeof fetch = async (url, init) => {
    received.push({
      url: String(url),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: String(init?.body),
    });
    return new Response(null, { status: answers.shift() ?? 200 });
  };
  const platform = await startWechatPaySimulator({ ...simulatorOptions, clock, deliver, ...options });
  const channel = clientFor(platform.url, { clock, ...clientOptions });
  return {
    clock,
    platform,
    channel,
    received,
    answers,
    async stop() {
      channel.stop();
      await platform.stop();
    },
  };
}

/** With patience: the machine may be busy with others. */
export const eventually = (check: () => unknown) => vi.waitFor(check, soon);

let orderCount = 0;
export const newNumber = (prefix: string): string => {
  orderCount += 1;
  return `${prefix}${String(orderCount).padStart(8, '0')}`;
};

export const order = (clock: Clock, changes: Partial<PrepareRequest> = {}): PrepareRequest => ({
  outTradeNo: newNumber('T'),
  amountFen: 1000,
  description: '10 枚游戏币',
  scene: 'jsapi',
  payerId: payer.openId,
  notifyUrl,
  expiresAt: new Date(clock.now().getTime() + 600_000),
  profitSharing: false,
  ...changes,
});

/** Prepares and pays; answers our number and the platform's. */
export async function payOrder(
  { channel, platform, clock }: Bench,
  changes: Partial<PrepareRequest> = {},
): Promise<{ outTradeNo: string; transactionId: string }> {
  const request = order(clock, changes);
  await channel.prepare(request);
  const { transactionId } = platform.control.pay(request.outTradeNo, payer);
  return { outTradeNo: request.outTradeNo, transactionId: transactionId ?? '' };
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Somebody on the line who may change what the platform answered. */
export async function startMeddler(
  target: string,
  meddle: (reply: Reply, path: string) => Reply,
): Promise<{ url: string; stop(): void }> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method,
      headers: headers as Record<string, string>,
      body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
    });
    const reply = meddle(
      {
        status: answer.status,
        headers: Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('wechatpay-'))),
        body: await answer.text(),
      },
      request.url ?? '',
    );
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
