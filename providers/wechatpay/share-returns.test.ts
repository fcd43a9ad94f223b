import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import type { SharingReceiver } from '../pay-channel.ts';
import { type Bench, eventually, newNumber, payOrder, startBench } from './testing/bench.ts';

const partner: SharingReceiver = { type: 'MERCHANT_ID', account: '1900000110', name: '东街娱乐有限公司' };
const subMerchant = '1900008888';
const other = '1900007777';
const foreign = '1900009999';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({
    subMerchants: [
      { mchId: subMerchant, bound: true },
      { mchId: other, bound: true },
      { mchId: foreign, bound: false },
    ],
  });
});
afterEach(() => bench.stop());

const sharing = () => bench.channel.sharing;

/** ¥2 of a payment of ¥10, given to a merchant. */
async function shared(of: { subMerchant?: string } = {}) {
  await sharing().addReceiver({ ...partner, ...of });
  const { transactionId, outTradeNo } = await payOrder(bench, { profitSharing: true, ...of });
  bench.clock.forward(2 * minuteMs);
  const share = {
    ...of,
    transactionId,
    outOrderNo: newNumber('S'),
    receivers: [{ ...partner, amountFen: 200, description: '场地分成' }],
    unfreezeRest: true,
  };
  await sharing().share(share);
  await eventually(async () =>
    expect(await sharing().queryShare(share)).toMatchObject({ state: 'finished' }),
  );
  return { outTradeNo, transactionId, outOrderNo: share.outOrderNo, ...of };
}

const back = (share: { outOrderNo: string; subMerchant?: string }, amountFen: number) => ({
  outOrderNo: share.outOrderNo,
  outReturnNo: newNumber('B'),
  receiverMerchantId: partner.account,
  amountFen,
  description: '退款退回',
  ...(share.subMerchant && { subMerchant: share.subMerchant }),
});

describe('a share that a merchant gives back', () => {
  it('is asked for and then asked about, several times up to what it got', async () => {
    const share = await shared();
    for (const amountFen of [120, 80]) {
      const request = back(share, amountFen);
      expect(await sharing().queryReturn(request)).toMatchObject({ state: 'absent' });
      expect(await sharing().returnShare(request)).toMatchObject({ state: 'processing', amountFen });
      await eventually(async () =>
        expect(await sharing().queryReturn(request)).toMatchObject({ state: 'success', amountFen }),
      );
    }
    await expect(sharing().returnShare(back(share, 1))).rejects.toMatchObject({ code: 'insufficient' });
  });

  it('fails with WeChat’s reason, and may be asked for again under another number', async () => {
    const share = await shared();
    bench.platform.control.refuseReturns(partner.account, 'PAYER_ACCOUNT_ABNORMAL');
    const request = back(share, 200);
    await sharing().returnShare(request);
    await eventually(async () =>
      expect(await sharing().queryReturn(request)).toMatchObject({
        state: 'failed',
        reason: 'PAYER_ACCOUNT_ABNORMAL',
      }),
    );
    bench.platform.control.refuseReturns(partner.account, undefined);
    const again = back(share, 200);
    await sharing().returnShare(again);
    await eventually(async () =>
      expect(await sharing().queryReturn(again)).toMatchObject({ state: 'success' }),
    );
  });

  it('is refused while its balance does not reach, and goes through under the same number later', async () => {
    const request = back(await shared(), 200);
    bench.platform.control.emptyReceiver(partner.account, true);
    await expect(sharing().returnShare(request)).rejects.toMatchObject({ code: 'insufficient' });
    expect(await sharing().queryReturn(request)).toMatchObject({ state: 'processing' });
    bench.platform.control.emptyReceiver(partner.account, false);
    await sharing().returnShare(request);
    await eventually(async () =>
      expect(await sharing().queryReturn(request)).toMatchObject({ state: 'success' }),
    );
    expect(bench.platform.control.returns()).toHaveLength(1);
  });

  it('is taken back for 180 days', async () => {
    const share = await shared();
    bench.clock.forward(181 * dayMs);
    await expect(sharing().returnShare(back(share, 1))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('what is kept apart', () => {
  it('pays the refunds of the trade; the rest is released, and nothing where all went back', async () => {
    for (const [refundFen, releasedFen] of [
      [400, 600],
      [1000, undefined],
    ] as const) {
      const { outTradeNo, transactionId } = await payOrder(bench, { profitSharing: true });
      bench.clock.forward(2 * minuteMs);
      await bench.channel.refund({
        outTradeNo,
        outRefundNo: newNumber('R'),
        amountFen: refundFen,
        totalFen: 1000,
        reason: '退款',
        notifyUrl: 'https://shop.example/notify',
      });
      const request = { transactionId, outOrderNo: newNumber('U'), description: '解冻' };
      if (releasedFen === undefined) {
        await expect(sharing().unfreeze(request)).rejects.toMatchObject({ code: 'insufficient' });
        continue;
      }
      expect(await sharing().unfreeze(request)).toMatchObject({ state: 'processing', receivers: [] });
      await eventually(async () =>
        expect(await sharing().queryShare(request)).toMatchObject({ state: 'finished' }),
      );
      expect(bench.platform.control.shares().at(-1)?.lines).toMatchObject([{ amountFen: releasedFen }]);
    }
  });
});

describe('in the name of a merchant under us', () => {
  it('everything carries its number, and the rest goes to it', async () => {
    const share = await shared({ subMerchant });
    expect(bench.platform.control.shares()[0]).toMatchObject({
      subMerchant,
      lines: [
        { account: partner.account, amountFen: 200 },
        { account: subMerchant, amountFen: 800 },
      ],
    });
    // what is released to the one who collected is no receiver of ours
    expect((await sharing().queryShare(share)).receivers).toMatchObject([{ account: partner.account }]);
    const request = back(share, 50);
    await sharing().returnShare(request);
    await eventually(async () =>
      expect(await sharing().queryReturn(request)).toMatchObject({ state: 'success' }),
    );
    expect(bench.platform.control.returns()).toMatchObject([{ subMerchant }]);
  });

  it('releases a whole payment to it', async () => {
    const { transactionId } = await payOrder(bench, { profitSharing: true, subMerchant });
    bench.clock.forward(2 * minuteMs);
    await sharing().unfreeze({ transactionId, outOrderNo: newNumber('U'), description: '解冻', subMerchant });
    expect(bench.platform.control.shares().at(-1)?.lines).toMatchObject([
      { account: subMerchant, amountFen: 1000 },
    ]);
  });

  it.each([
    ['our own number', undefined],
    ['another merchant under us', other],
    ['a merchant that did not let us act for it', foreign],
    ['a number nobody has', '1900000001'],
  ])('nothing of it is reached with %s', async (_name, wrong) => {
    const share = await shared({ subMerchant });
    const as = <T extends object>(request: T) => ({ ...request, subMerchant: wrong as string });
    const absentOrRefused = async (asked: Promise<{ state: string }>) =>
      asked.then(
        ({ state }) => state,
        (error: { name: string }) => error.name,
      );
    const request = back(share, 50);
    expect(['absent', 'ChannelRefused']).toContain(await absentOrRefused(sharing().queryShare(as(share))));
    await expect(sharing().returnShare(as(request))).rejects.toMatchObject({ name: 'ChannelRefused' });
    const release = { ...share, outOrderNo: newNumber('U'), description: '解冻' };
    await expect(sharing().unfreeze(as(release))).rejects.toMatchObject({ name: 'ChannelRefused' });
    expect(bench.platform.control.returns()).toEqual([]);
  });

  it('it has receivers of its own', async () => {
    await sharing().addReceiver(partner);
    const { transactionId } = await payOrder(bench, { profitSharing: true, subMerchant });
    bench.clock.forward(2 * minuteMs);
    await expect(
      sharing().share({
        transactionId,
        subMerchant,
        outOrderNo: newNumber('S'),
        receivers: [{ ...partner, amountFen: 100, description: '分成' }],
        unfreezeRest: false,
      }),
    ).rejects.toThrow('关系不存在');
    await expect(sharing().addReceiver({ ...partner, subMerchant: foreign })).rejects.toMatchObject({
      name: 'ChannelRefused',
    });
  });
});
