import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { NoticeRefused, type NoticeRequest } from '../pay-channel.ts';
import {
  type Bench,
  clientFor,
  eventually,
  merchant,
  newNumber,
  notifyUrl,
  payer,
  payOrder,
  startBench,
} from './testing/bench.ts';
import { ownPlatformKey } from './testing/own-signature.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const refusalOf = (notice: NoticeRequest) =>
  bench.channel.readNotice(notice).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof NoticeRefused) return error.refusal;
      throw error;
    },
  );

async function paidNotice() {
  const { outTradeNo, transactionId } = await payOrder(bench);
  return { outTradeNo, transactionId, letter: bench.platform.control.paymentNotice(outTradeNo) };
}

const lastReceived = async (eventType: string): Promise<NoticeRequest> => {
  const isIt = ({ body }: NoticeRequest) =>
    (JSON.parse(body) as { event_type: string }).event_type === eventType;
  await eventually(() => expect(bench.received.some(isIt)).toBe(true));
  return bench.received.findLast(isIt)!;
};

describe('a callback', () => {
  it('of a payment is read', async () => {
    const { outTradeNo, transactionId, letter } = await paidNotice();
    expect(await bench.channel.readNotice(letter)).toEqual({
      id: expect.any(String),
      kind: 'payment',
      merchantId: merchant.mchId,
      appId: merchant.appId,
      trade: {
        outTradeNo,
        state: 'paid',
        transactionId,
        amountFen: 1000,
        currency: 'CNY',
        paidAt: expect.any(Date),
        payerId: payer.openId,
        subMerchant: null,
      },
    });
  });

  it.each([
    ['SUCCESS', 'done'],
    ['ABNORMAL', 'abnormal'],
    ['CLOSED', 'closed'],
  ] as const)('of a refund that ended as %s is read', async (outcome, state) => {
    const { outTradeNo } = await payOrder(bench);
    const outRefundNo = newNumber('R');
    bench.platform.control.endRefundsAs(outcome);
    const refund = { outTradeNo, outRefundNo, amountFen: 1000, totalFen: 1000, reason: '未出币', notifyUrl };
    await bench.channel.refund(refund);
    expect(await bench.channel.readNotice(await lastReceived(`REFUND.${outcome}`))).toMatchObject({
      kind: 'refund',
      outTradeNo,
      refund: { outRefundNo, state, amountFen: 1000 },
    });
  });

  it.each(['mchid', 'mch_id'])('of a transfer is read with the merchant under %s', async (field) => {
    const outBillNo = newNumber('P');
    await bench.channel.transfer({
      outBillNo,
      amountFen: 100,
      payeeId: payer.openId,
      remark: '提现',
      notifyUrl,
    });
    bench.platform.control.confirmTransfer(outBillNo);
    const sent = bench.platform.control.notices().findLast(({ plain }) => plain.includes(outBillNo))!;
    const { mchid, ...plain } = JSON.parse(sent.plain) as Record<string, unknown>;
    const letter = bench.platform.control.notice({ ...sent, plain: { ...plain, [field]: mchid } });
    expect(await bench.channel.readNotice(letter)).toMatchObject({
      kind: 'transfer',
      merchantId: merchant.mchId,
      transfer: { outBillNo, state: 'done', amountFen: 100 },
    });
  });

  it('is the same whatever the case of its headers’ names', async () => {
    const { letter } = await paidNotice();
    const headers = Object.fromEntries(
      Object.entries(letter.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await refusalOf({ headers, body: letter.body })).toBe('accepted');
  });
});

describe('a callback is refused', () => {
  it('with the platform’s deliberately wrong signature', async () => {
    const { letter } = await paidNotice();
    const wrong = `WECHATPAY/SIGNTEST/${letter.headers['wechatpay-signature']}`;
    expect(await refusalOf({ ...letter, headers: { ...letter.headers, 'wechatpay-signature': wrong } })).toBe(
      'signature',
    );
  });

  it('more than five minutes after it was signed, or before', async () => {
    const own = await startBench();
    try {
      const { outTradeNo } = await payOrder(own);
      const letter = own.platform.control.paymentNotice(outTradeNo);
      await own.channel.readNotice(letter);
      own.clock.forward(6 * minuteMs);
      await expect(own.channel.readNotice(letter)).rejects.toMatchObject({ refusal: 'clock' });
      own.clock.forward(-12 * minuteMs);
      await expect(own.channel.readNotice(letter)).rejects.toMatchObject({ refusal: 'clock' });
    } finally {
      await own.stop();
    }
  });

  it('without one of its headers, or with one of them twice', async () => {
    const { letter } = await paidNotice();
    for (const name of Object.keys(letter.headers).filter((header) => header.startsWith('wechatpay-'))) {
      expect(await refusalOf({ ...letter, headers: { ...letter.headers, [name]: undefined } })).toBe(
        'malformed',
      );
      expect(await refusalOf({ ...letter, headers: { ...letter.headers, [name]: ['a', 'b'] } })).toBe(
        'malformed',
      );
    }
  });

  it.each([
    ['about another merchant', { mchid: '1900000999' }, 'merchant'],
    ['about another app', { appid: 'wxother' }, 'merchant'],
    ['without a merchant', { mchid: undefined }, 'malformed'],
    ['of a payment that is none', { trade_state: 'NOTPAY' }, 'malformed'],
    ['with an amount that is no whole number', { amount: { total: 1.5, currency: 'CNY' } }, 'malformed'],
    ['with a state nobody knows', { trade_state: 'MAYBE' }, 'malformed'],
  ])('%s, though truly signed', async (_, changes, refusal) => {
    const { outTradeNo } = await payOrder(bench);
    expect(await refusalOf(bench.platform.control.paymentNotice(outTradeNo, changes))).toBe(refusal);
  });

  it.each([
    ['another kind', { eventType: 'COUPON.USE', plain: {} }],
    ['the right kind and no content', { eventType: 'TRANSACTION.SUCCESS', plain: {} }],
    ['a refund without a number', { eventType: 'REFUND.SUCCESS', plain: { mchid: merchant.mchId } }],
    [
      'a transfer of nobody',
      { eventType: 'MCHTRANSFER.BILL.FINISHED', plain: { out_bill_no: 'P1', state: 'SUCCESS' } },
    ],
  ])('of %s, though truly signed', async (_, content) => {
    const letter = bench.platform.control.notice({ summary: '', originalType: 'x', ...content });
    expect(await refusalOf(letter)).toBe('malformed');
  });

  it('when it was encrypted for somebody else', async () => {
    const { letter } = await paidNotice();
    const channel = clientFor(bench.platform.url, {
      clock: bench.clock,
      apiV3Key: 'another-merchant-key-of-32-bytes',
    });
    const other = clientFor(bench.platform.url, {
      clock: bench.clock,
      apiV3Key: 'another-merchant-key-of-32-bytes',
      platformKeys: bench.platform.platformKeys,
    });
    try {
      // without the right key not even the certificates can be read
      await expect(channel.readNotice(letter)).rejects.toMatchObject({ refusal: 'serial' });
      await expect(other.readNotice(letter)).rejects.toMatchObject({ refusal: 'decrypt' });
    } finally {
      channel.stop();
      other.stop();
    }
  });
});

describe('one changed byte', () => {
  it('anywhere in a callback makes it refused', async () => {
    const { letter } = await paidNotice();
    expect(await refusalOf(letter)).toBe('accepted');
    const names = [
      'wechatpay-timestamp',
      'wechatpay-nonce',
      'wechatpay-serial',
      'wechatpay-signature',
    ] as const;
    const fields = [letter.body, ...names.map((name) => letter.headers[name])];
    const change = fc
      .record({
        field: fc.nat(fields.length - 1),
        at: fc.nat(10_000),
        to: fc.integer({ min: 0x21, max: 0x7e }),
      })
      .map(({ field, at, to }) => {
        const text = fields[field]!;
        const position = at % text.length;
        const sign = String.fromCharCode(to) === text[position] ? '~' : String.fromCharCode(to);
        return { field, text: text.slice(0, position) + sign + text.slice(position + 1) };
      })
      .filter(({ field, text }) => text !== fields[field]);
    await fc.assert(
      fc.asyncProperty(change, async ({ field, text }) => {
        const changed =
          field === 0
            ? { ...letter, body: text }
            : { ...letter, headers: { ...letter.headers, [names[field - 1]!]: text } };
        expect(await refusalOf(changed)).not.toBe('accepted');
      }),
      { numRuns: 2000 },
    );
  });

  it('in the unused bits at the end of the signature, too', async () => {
    const { letter } = await paidNotice();
    const signature = letter.headers['wechatpay-signature'];
    expect(signature).toMatch(/==$/);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const last = signature.at(-3)!;
    const other = alphabet[alphabet.indexOf(last) + 1]!;
    const spelledOtherwise = `${signature.slice(0, -3)}${other}==`;
    expect(Buffer.from(spelledOtherwise, 'base64')).toEqual(Buffer.from(signature, 'base64'));
    const headers = { ...letter.headers, 'wechatpay-signature': spelledOtherwise };
    expect(await refusalOf({ headers, body: letter.body })).toBe('signature');
  });

  it('in the encrypted part or its tag is found even under a true signature', async () => {
    const { outTradeNo } = await payOrder(bench);
    const platform = ownPlatformKey();
    const channel = clientFor(bench.platform.url, { clock: bench.clock, platformKeys: platform.publicKeys });
    try {
      const body = bench.platform.control.paymentNotice(outTradeNo).body;
      expect(await channel.readNotice(platform.signed(body, bench.clock.now()))).toMatchObject({
        kind: 'payment',
      });
      const letter = JSON.parse(body) as { resource: { ciphertext: string } };
      const sealed = Buffer.from(letter.resource.ciphertext, 'base64');
      for (const position of [0, Math.floor(sealed.length / 2), sealed.length - 16, sealed.length - 1]) {
        const changed = Buffer.from(sealed);
        changed[position]! ^= 1;
        const resource = { ...letter.resource, ciphertext: changed.toString('base64') };
        const forged = platform.signed(JSON.stringify({ ...letter, resource }), bench.clock.now());
        await expect(channel.readNotice(forged)).rejects.toMatchObject({ refusal: 'decrypt' });
      }
    } finally {
      channel.stop();
    }
  });
});
