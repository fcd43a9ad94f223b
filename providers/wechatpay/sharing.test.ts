import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import type { SharingReceiver } from '../pay-channel.ts';
import { type Bench, eventually, newNumber, payOrder, startBench } from './testing/bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.stop());

const partner: SharingReceiver = { type: 'MERCHANT_ID', account: '1900000110', name: '东街娱乐有限公司' };
const owner: SharingReceiver = { type: 'PERSONAL_OPENID', account: 'oDemoZhangWei00000000000002' };

/** A payment of ¥10, old enough to be shared, and two people who may receive. */
async function sharable(): Promise<string> {
  await bench.channel.sharing.addReceiver(partner);
  await bench.channel.sharing.addReceiver(owner);
  const { transactionId } = await payOrder(bench, { profitSharing: true });
  bench.clock.forward(2 * minuteMs);
  return transactionId;
}

const request = (transactionId: string, amountsFen: [number, number?], unfreezeRest = false) => ({
  transactionId,
  outOrderNo: newNumber('S'),
  receivers: [partner, owner].slice(0, amountsFen.length).map((receiver, index) => ({
    ...receiver,
    amountFen: amountsFen[index] ?? 0,
    description: '场地分成',
  })),
  unfreezeRest,
});

describe('profit sharing', () => {
  it('sends names encrypted', async () => {
    await bench.channel.sharing.addReceiver(partner);
    expect(bench.platform.control.receivers()).toEqual([partner]);
  });

  it('is under way, then finished, each receiver with a result of its own', async () => {
    const transactionId = await sharable();
    bench.platform.control.refuseReceiver(owner.account, 'ACCOUNT_ABNORMAL');
    const share = request(transactionId, [200, 100]);
    expect(await bench.channel.sharing.share(share)).toMatchObject({ state: 'processing' });
    await eventually(async () =>
      expect(await bench.channel.sharing.queryShare(share)).toEqual({
        outOrderNo: share.outOrderNo,
        state: 'finished',
        receivers: [
          { account: partner.account, amountFen: 200, result: 'success', reason: undefined },
          { account: owner.account, amountFen: 100, result: 'closed', reason: 'ACCOUNT_ABNORMAL' },
        ],
      }),
    );
  });

  it('said again is the same sharing', async () => {
    const share = request(await sharable(), [200]);
    await bench.channel.sharing.share(share);
    await bench.channel.sharing.share(share);
    expect(bench.platform.control.shares()).toHaveLength(1);
    await expect(bench.channel.sharing.share({ ...share, unfreezeRest: true })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('is limited to thirty percent in all', async () => {
    const transactionId = await sharable();
    await bench.channel.sharing.share(request(transactionId, [200]));
    await expect(bench.channel.sharing.share(request(transactionId, [101]))).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'RULE_LIMIT',
    });
    await bench.channel.sharing.share(request(transactionId, [100]));
  });

  it('is refused in the first minute, after thirty days, to strangers, and for payments not kept apart', async () => {
    const fresh = await payOrder(bench, { profitSharing: true });
    await bench.channel.sharing.addReceiver(partner);
    const share = (transactionId: string) => bench.channel.sharing.share(request(transactionId, [100]));
    await expect(share(fresh.transactionId)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const plain = await payOrder(bench, { profitSharing: false });
    bench.clock.forward(2 * minuteMs);
    await expect(share(plain.transactionId)).rejects.toThrow('非分账订单');
    await expect(bench.channel.sharing.share(request(fresh.transactionId, [100, 100]))).rejects.toThrow(
      '关系不存在',
    );
    bench.clock.forward(30 * dayMs);
    await expect(share(fresh.transactionId)).rejects.toMatchObject({ code: 'insufficient' });
  });

  it('releases the rest to ourselves, and nothing is left to share', async () => {
    const transactionId = await sharable();
    const share = request(transactionId, [200], true);
    expect((await bench.channel.sharing.share(share)).receivers).toHaveLength(1);
    const lines = bench.platform.control.shares()[0]?.lines.map(({ amountFen }) => amountFen);
    expect(lines).toEqual([200, 800]);
    await expect(bench.channel.sharing.share(request(transactionId, [50]))).rejects.toMatchObject({
      code: 'insufficient',
    });
  });

  it('can be released without sharing, once', async () => {
    const transactionId = await sharable();
    const release = { transactionId, outOrderNo: newNumber('S'), description: '解冻' };
    await bench.channel.sharing.unfreeze(release);
    await bench.channel.sharing.unfreeze(release);
    expect(bench.platform.control.shares()[0]?.lines).toMatchObject([{ amountFen: 1000 }]);
    await expect(
      bench.channel.sharing.unfreeze({ ...release, outOrderNo: newNumber('S') }),
    ).rejects.toMatchObject({ code: 'insufficient' });
  });

  it('nobody has heard of is absent', async () => {
    const transactionId = await sharable();
    const wanted = { transactionId, outOrderNo: 'S99999999' };
    expect(await bench.channel.sharing.queryShare(wanted)).toMatchObject({ state: 'absent', receivers: [] });
  });

  it('is given back by a merchant up to what it got', async () => {
    const share = request(await sharable(), [200]);
    await bench.channel.sharing.share(share);
    await eventually(async () =>
      expect(await bench.channel.sharing.queryShare(share)).toMatchObject({ state: 'finished' }),
    );
    const back = {
      outOrderNo: share.outOrderNo,
      outReturnNo: newNumber('B'),
      receiverMerchantId: partner.account,
      amountFen: 150,
      description: '退款退回',
    };
    expect(await bench.channel.sharing.returnShare(back)).toMatchObject({ state: 'processing' });
    await eventually(async () =>
      expect(await bench.channel.sharing.returnShare(back)).toMatchObject({ state: 'success' }),
    );
    await expect(
      bench.channel.sharing.returnShare({ ...back, outReturnNo: newNumber('B'), amountFen: 51 }),
    ).rejects.toMatchObject({ code: 'insufficient' });
  });
});
