import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondMs } from '#kit/kernel/time.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { type AlipaySimulator, startAlipaySimulator } from '#providers/alipay/simulator.ts';
import { startWechatPaySimulator, type WechatPaySimulator } from '#providers/wechatpay/simulator.ts';
import { type Payment, preparePayment } from '../server/public.ts';
import { openShop, type Shop, tenantId } from './shop.ts';

/** Platforms outside of this process's assembly, reached by nothing but configuration: as in production. */
let shop: Shop;
let wechat: WechatPaySimulator;
let alipay: AlipaySimulator;
let folder: string;

const merchant = {
  mchId: '1900000109',
  appId: 'wx0123456789abcdef',
  apiV3Key: '0123456789abcdef0123456789abcdef',
  merchantSerial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
};
const seller = { appId: '2021000000000001', sellerId: '2088000000000009' };
const openId = 'oSomebodyReal00000000000001';

const deliver: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input));
  const answer = await shop.server.app.inject({
    method: 'POST',
    url: pathname,
    headers: Object.fromEntries(new Headers(init?.headers)),
    payload: String(init?.body),
  });
  return new Response(answer.body, { status: answer.statusCode });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinyard-configured-'));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const merchantPublicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const keyFile = join(folder, 'key.pem');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  wechat = await startWechatPaySimulator({ ...merchant, merchantPublicKeyPem, deliver, repeatScaleMs: 1 });
  alipay = await startAlipaySimulator({
    ...seller,
    merchantPublicKeyPem,
    people: [{ openId, name: '某人' }],
    deliver,
    repeatScale: 0.001,
  });
  const { appPem, alipayPem, rootPem } = alipay.certificates;
  const certificate = (name: string) => join(folder, `${name}.crt`);
  await writeFile(certificate('app'), appPem);
  await writeFile(certificate('alipay'), alipayPem);
  await writeFile(certificate('root'), rootPem);
  shop = await openShop({
    PUBLIC_URL: 'https://yard.example',
    WECHAT_PAY_MCH_ID: merchant.mchId,
    WECHAT_PAY_APP_ID: merchant.appId,
    WECHAT_PAY_API_V3_KEY: merchant.apiV3Key,
    WECHAT_PAY_CERT_SERIAL: merchant.merchantSerial,
    WECHAT_PAY_PRIVATE_KEY_FILE: keyFile,
    WECHAT_PAY_BASE_URL: wechat.url,
    ALIPAY_APP_ID: seller.appId,
    ALIPAY_SELLER_ID: seller.sellerId,
    ALIPAY_PRIVATE_KEY_FILE: keyFile,
    ALIPAY_APP_CERT_FILE: certificate('app'),
    ALIPAY_PUBLIC_CERT_FILE: certificate('alipay'),
    ALIPAY_ROOT_CERT_FILE: certificate('root'),
    ALIPAY_GATEWAY: alipay.gateway,
  });
});
afterAll(async () => {
  await Promise.all([wechat.stop(), alipay.stop()]);
  await shop.server.close();
  await rm(folder, { recursive: true });
});

const offer = async (channel: 'wechat' | 'alipay'): Promise<Payment> => {
  const payment = await shop.order({ channel, payerId: openId });
  await preparePayment(shop.server.services, tenantId, payment.id);
  return payment;
};

it.each(['wechat', 'alipay'] as const)('pays and refunds at %s as it is configured', async (channel) => {
  expect(shop.server.services.demoPay[channel]).toBeUndefined();
  const payment = await offer(channel);
  const { control } = channel === 'wechat' ? wechat : alipay;
  control.pay(payment.outTradeNo, { openId });
  await control.flushNotices();
  expect((await shop.read(payment)).state).toBe('paid');
  const { id } = await shop.refund(payment, 250);
  await expect
    .poll(
      async () => {
        shop.server.clock.forward(20 * secondMs);
        await shop.work();
        return shop.told.find((told) => told.id === id)?.state;
      },
      { timeout: patient(20_000), interval: 200 },
    )
    .toBe('done');
});

it('tells the platforms the address that people reach us at', () => {
  const [trade] = wechat.control.trades();
  expect(trade?.notifyUrl).toBe('https://yard.example/api/pay/notify/wechat');
});
