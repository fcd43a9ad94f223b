/** The simulated platform, driven by a client that other people wrote: `wechatpay-node-v3`. */
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { selfSignedCertificate } from '../simulated-certificate.ts';
import { billRows } from './bills.ts';
import {
  type Bench,
  eventually,
  merchant,
  newNumber,
  notifyUrl,
  payer,
  startBench,
} from './testing/bench.ts';

interface ForeignAnswer {
  status: number;
  data?: Record<string, unknown> & string;
  error?: unknown;
}

/** What we use of the package; its own types do not say what an answer holds. */
interface ForeignClient {
  createHttp(service: object): void;
  transactions_native(order: object): Promise<ForeignAnswer>;
  transactions_jsapi(order: object): Promise<ForeignAnswer>;
  transactions_h5(order: object): Promise<ForeignAnswer>;
  transactions_app(order: object): Promise<ForeignAnswer>;
  query(wanted: { transaction_id?: string; out_trade_no?: string }): Promise<ForeignAnswer>;
  close(outTradeNo: string): Promise<ForeignAnswer>;
  refunds(refund: object): Promise<ForeignAnswer>;
  find_refunds(outRefundNo: string): Promise<ForeignAnswer>;
  tradebill(wanted: object): Promise<ForeignAnswer>;
  fundflowbill(wanted: object): Promise<ForeignAnswer>;
  downloadBill(url: string): Promise<ForeignAnswer>;
  verifySign(signed: object): Promise<boolean>;
  decipher_gcm(ciphertext: string, associatedData: string, nonce: string, key: string): unknown;
}

const Foreign = createRequire(import.meta.url)('wechatpay-node-v3') as new (options: object) => ForeignClient;

/** It asks for the merchant's certificate, of which it wants the serial. */
function certificateOf(): string {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return selfSignedCertificate({
    serial: merchant.serial,
    name: 'merchant',
    ...keys,
    validFrom: new Date(Date.now() - dayMs),
    validTo: new Date(Date.now() + dayMs),
  });
}

let bench: Bench;
let foreign: ForeignClient;
/** each answer as it came, to be verified by the package's own code */
const answers: { headers: Headers; body: string; status: number; path: string }[] = [];

beforeAll(async () => {
  bench = await startBench();
  foreign = new Foreign({
    appid: merchant.appId,
    mchid: merchant.mchId,
    publicKey: Buffer.from(certificateOf()),
    privateKey: Buffer.from(merchant.privateKeyPem),
    serial_no: merchant.serial,
    key: merchant.apiV3Key,
  });
  // the package knows one address; everything else about its requests is its own
  async function send(url: string, headers: Record<string, string>, body?: string) {
    const { pathname, search } = new URL(url);
    const response = await fetch(bench.platform.url + pathname + search, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    answers.push({
      headers: response.headers,
      body: bytes.toString('utf8'),
      status: response.status,
      path: pathname,
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0;
    const data = isJson ? JSON.parse(bytes.toString('utf8')) : bytes;
    return response.ok
      ? { status: response.status, data }
      : { status: response.status, error: bytes.toString('utf8') };
  }
  foreign.createHttp({
    get: (url: string, headers: Record<string, string>) => send(url, headers),
    post: (url: string, params: object, headers: Record<string, string>) =>
      send(url, headers, JSON.stringify(params)),
  });
});
afterAll(() => bench.stop());

const order = (changes: object = {}) => ({
  description: '10 枚游戏币',
  out_trade_no: newNumber('F'),
  notify_url: notifyUrl,
  attach: '门店 3,机器 `7`',
  amount: { total: 1000, currency: 'CNY' },
  ...changes,
});

async function paidOrder(): Promise<{ out_trade_no: string; transactionId: string }> {
  const asked = order({ payer: { openid: payer.openId } });
  await foreign.transactions_jsapi(asked);
  const { transactionId } = bench.platform.control.pay(asked.out_trade_no, payer);
  return { out_trade_no: asked.out_trade_no, transactionId: transactionId ?? '' };
}

const signedPartsOf = (headers: Headers, body: string) => ({
  timestamp: headers.get('wechatpay-timestamp'),
  nonce: headers.get('wechatpay-nonce'),
  serial: headers.get('wechatpay-serial'),
  signature: headers.get('wechatpay-signature'),
  apiSecret: merchant.apiV3Key,
  body,
});

describe('a client of WeChat Pay that others wrote', () => {
  it('orders in all four ways', async () => {
    const native = await foreign.transactions_native(order());
    expect(native.data?.code_url).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/);
    const jsapi = await foreign.transactions_jsapi(order({ payer: { openid: payer.openId } }));
    const { appId, timeStamp, nonceStr, package: prepared, paySign } = jsapi.data as Record<string, string>;
    const signed = Buffer.from(`${[appId, timeStamp, nonceStr, prepared].join('\n')}\n`);
    expect(verify('RSA-SHA256', signed, merchant.publicKey, Buffer.from(paySign ?? '', 'base64'))).toBe(true);
    const scene = { scene_info: { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } } };
    const h5 = await foreign.transactions_h5(order(scene));
    expect(h5.data?.h5_url).toMatch(/^https:\/\/wx\.tenpay\.com\/.*prepay_id=wx\w+&package=\d+$/);
    const app = await foreign.transactions_app(order());
    expect(app.data).toMatchObject({
      partnerid: merchant.mchId,
      package: 'Sign=WXPay',
      prepayid: expect.stringMatching(/^wx/),
    });
  });

  it('is refused an order of H5 that does not name the browser', async () => {
    expect(await foreign.transactions_h5(order())).toMatchObject({ status: 400 });
  });

  it('asks by its own number and by the platform’s, and gets its attachment back as it was sent', async () => {
    const { out_trade_no, transactionId } = await paidOrder();
    const byOurs = await foreign.query({ out_trade_no });
    const byTheirs = await foreign.query({ transaction_id: transactionId });
    expect(byOurs.data).toMatchObject({ trade_state: 'SUCCESS', attach: '门店 3,机器 `7`' });
    expect(byTheirs.data).toEqual(byOurs.data);
    expect(await foreign.query({ transaction_id: '4200000000000000000000000000' })).toMatchObject({
      status: 404,
    });
  });

  it('closes what nobody paid', async () => {
    const asked = order();
    await foreign.transactions_native(asked);
    expect(await foreign.close(asked.out_trade_no)).toMatchObject({ status: 204 });
    const { data } = await foreign.query({ out_trade_no: asked.out_trade_no });
    expect(data).toMatchObject({ trade_state: 'CLOSED' });
  });

  it('refunds by either number, and asks how it went', async () => {
    const { out_trade_no, transactionId } = await paidOrder();
    const refund = (changes: object) => ({
      out_refund_no: newNumber('FR'),
      amount: { refund: 400, total: 1000, currency: 'CNY' },
      ...changes,
    });
    const first = refund({ transaction_id: transactionId });
    const second = refund({ out_trade_no });
    expect((await foreign.refunds(first)).data).toMatchObject({ status: 'PROCESSING', out_trade_no });
    expect((await foreign.refunds(second)).data).toMatchObject({ transaction_id: transactionId });
    expect(await foreign.refunds(refund({ out_trade_no }))).toMatchObject({ status: 400 });
    expect(await foreign.refunds(refund({ transaction_id: '4200000' }))).toMatchObject({ status: 404 });
    await eventually(async () =>
      expect((await foreign.find_refunds(first.out_refund_no)).data).toMatchObject({
        status: 'SUCCESS',
        amount: { refund: 400 },
      }),
    );
  });

  it('finds the signature of every answer true, and a number of the answer in its head', async () => {
    expect(answers.length).toBeGreaterThan(10);
    const ids = answers.map(({ headers }) => headers.get('request-id'));
    expect(ids.every((id) => id && /^\w{20,}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { headers, body } of answers) {
      expect(await foreign.verifySign(signedPartsOf(headers, body))).toBe(true);
      expect(await foreign.verifySign(signedPartsOf(headers, `${body} `))).toBe(false);
    }
  });

  it('verifies and opens the callbacks', async () => {
    const { out_trade_no } = await paidOrder();
    await bench.platform.control.flushNotices();
    const letter = bench.received.at(-1);
    const headers = new Headers(letter?.headers as Record<string, string>);
    expect(await foreign.verifySign(signedPartsOf(headers, letter?.body ?? ''))).toBe(true);
    const { resource } = JSON.parse(letter?.body ?? '{}');
    const { ciphertext, associated_data, nonce } = resource;
    expect(foreign.decipher_gcm(ciphertext, associated_data, nonce, merchant.apiV3Key)).toMatchObject({
      out_trade_no,
      trade_state: 'SUCCESS',
      attach: '门店 3,机器 `7`',
    });
  });
});

describe('the bills of a day', () => {
  // The package signs with the machine's own time, so a later day has to come for both.
  afterEach(() => {
    vi.useRealTimers();
  });

  const announced = async (asked: Promise<ForeignAnswer>) => {
    const { data } = await asked;
    return data as unknown as { hash_type: string; hash_value: string; download_url: string };
  };
  const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');

  it('are announced with a hash, come plain or packed, and say what was paid, returned and transferred', async () => {
    const { control } = bench.platform;
    const { out_trade_no, transactionId } = await paidOrder();
    const out_refund_no = newNumber('FB');
    const amount = { refund: 250, total: 1000, currency: 'CNY' };
    await foreign.refunds({ transaction_id: transactionId, out_refund_no, amount });
    await eventually(() =>
      expect(control.refunds().find((one) => one.outRefundNo === out_refund_no)?.status).toBe('SUCCESS'),
    );
    const outBillNo = newNumber('B');
    const payeeId = payer.openId;
    await bench.channel.transfer({ outBillNo, amountFen: 300, payeeId, remark: '提现', notifyUrl });
    control.confirmTransfer(outBillNo);
    const day = businessDay(new Date());
    expect(await foreign.tradebill({ bill_date: day })).toMatchObject({ status: 400 });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * dayMs });
    const plain = await announced(foreign.tradebill({ bill_date: day }));
    const plainFile = (await foreign.downloadBill(plain.download_url)).data as unknown as Buffer;
    const packed = await announced(foreign.tradebill({ bill_date: day, tar_type: 'GZIP' }));
    const packedFile = (await foreign.downloadBill(packed.download_url)).data as unknown as Buffer;
    expect(plain).toMatchObject({ hash_type: 'SHA1', hash_value: sha1(plainFile) });
    expect(packed.hash_value).toBe(sha1(gunzipSync(packedFile)));
    expect(gunzipSync(packedFile)).toEqual(plainFile);

    const text = plainFile.toString('utf8');
    expect(text).toMatch(/^\uFEFF交易时间,公众账号ID,商户号,特约商户号,/);
    const [sumHead, sums] = text.trimEnd().split('\r\n').slice(-2);
    expect(sumHead).toMatch(/^总交易单数,应结订单总金额,退款总金额,/);
    const rows = billRows(text);
    expect(sums?.split(',')[0]).toBe(`\`${rows.length}`);
    const mine = rows.filter((row) => row.get('商户订单号') === out_trade_no);
    expect(mine.map((row) => Object.fromEntries(row))).toMatchObject([
      { 交易状态: 'SUCCESS', 订单金额: '10.00', 手续费: '0.06000', 商户数据包: '门店 3,机器 `7`' },
      { 交易状态: 'REFUND', 商户退款单号: out_refund_no, 申请退款金额: '2.50', 退款状态: 'SUCCESS' },
    ]);

    const flow = await announced(foreign.fundflowbill({ bill_date: day, account_type: 'OPERATION' }));
    const flowFile = (await foreign.downloadBill(flow.download_url)).data as unknown as Buffer;
    expect(flow.hash_value).toBe(sha1(flowFile));
    expect(Object.fromEntries(billRows(flowFile.toString('utf8')).at(-1) ?? [])).toMatchObject({
      '收支金额(元)': '3.00',
      收支类型: '支出',
      业务凭证号: outBillNo,
    });

    const own = await bench.channel.readBill?.(day);
    expect(own).toContainEqual({
      kind: 'payment',
      outNo: out_trade_no,
      platformNo: transactionId,
      amountFen: 1000,
      state: 'done',
    });
    expect(own).toContainEqual(
      expect.objectContaining({ kind: 'refund', outNo: out_refund_no, amountFen: 250, state: 'done' }),
    );
    expect(own).toContainEqual(
      expect.objectContaining({ kind: 'payout', outNo: outBillNo, amountFen: 300, state: 'done' }),
    );
  });

  it('are not there for a day without business, and then our client reads nothing', async () => {
    const day = businessDay(new Date(Date.now() - 20 * dayMs));
    expect(await foreign.tradebill({ bill_date: day })).toMatchObject({
      status: 400,
      error: expect.stringContaining('NO_STATEMENT_EXIST'),
    });
    expect(await bench.channel.readBill?.(day)).toEqual([]);
  });
});
