/** A simulated Alipay and a client that talks to it, for the tests beside this file. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { PrepareRequest } from '../pay-channel.ts';
import { createAlipay } from './client.ts';
import { type AlipaySimulatorOptions, startAlipaySimulator } from './simulator.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
export const merchant = pair();
export const stranger = pair();
export const appId = '2021000199990001';
export const sellerId = '2088100000000009';
export const buyer = '2088000000000001';
const anHour = 3_600_000;

export const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function world({
  trust = 'certificates',
  ...options
}: Partial<AlipaySimulatorOptions> & { trust?: 'certificates' | 'key' } = {}) {
  const simulator = await startAlipaySimulator({
    appId,
    sellerId,
    merchantPublicKeyPem: merchant.publicKeyPem,
    ...options,
  });
  closing.push(simulator.stop);
  const alipay = createAlipay({
    appId,
    sellerId,
    privateKeyPem: merchant.privateKeyPem,
    ...(trust === 'key'
      ? { alipayPublicKeyPem: simulator.alipayPublicKeyPem }
      : { certificates: simulator.certificates }),
    gateway: simulator.gateway,
    authorizePage: simulator.authorizePage,
    timeoutMs: 60_000,
  });
  return { simulator, alipay, control: simulator.control };
}

/** Our end of the notices: keeps what came, answers what the test says. */
export async function inbox(answer: () => string = () => 'success') {
  const bodies: string[] = [];
  const url = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end(answer());
    });
  });
  return { bodies, notifyUrl: `${url}/notify` };
}

export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const order = (changes: Partial<PrepareRequest> = {}): PrepareRequest => ({
  outTradeNo: 'T1',
  amountFen: 1230,
  description: '欢乐抓抓乐园 3号机',
  scene: 'jsapi',
  payerId: buyer,
  notifyUrl: 'http://127.0.0.1:9/nobody',
  expiresAt: new Date(Date.now() + anHour),
  profitSharing: false,
  ...changes,
});
