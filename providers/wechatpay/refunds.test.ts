import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bench,
  eventually,
  newNumber,
  notifyUrl,
  order,
  payOrder,
  startBench,
} from './testing/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const refundOf = (outTradeNo: string, amountFen = 300) => ({
  outTradeNo,
  outRefundNo: newNumber('R'),
  amountFen,
  totalFen: 1000,
  reason: '未出币',
  notifyUrl,
});

describe('a refund', () => {
  it('is under way and then done', async () => {
    const { outTradeNo } = await payOrder(bench);
    const request = refundOf(outTradeNo);
    expect(await bench.channel.refund(request)).toMatchObject({ state: 'processing', amountFen: 300 });
    await eventually(async () =>
      expect(await bench.channel.queryRefund(request)).toMatchObject({ state: 'done', amountFen: 300 }),
    );
    expect(await bench.channel.query(outTradeNo)).toMatchObject({ state: 'paid' });
  });

  it('said again is the same one, with other words a refusal', async () => {
    const { outTradeNo } = await payOrder(bench);
    const request = refundOf(outTradeNo);
    const first = await bench.channel.refund(request);
    const again = await bench.channel.refund(request);
    expect(again.refundId).toBe(first.refundId);
    const ofTrade = bench.platform.control.refunds().filter((refund) => refund.outTradeNo === outTradeNo);
    expect(ofTrade).toHaveLength(1);
    await expect(bench.channel.refund({ ...request, amountFen: 301 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('never passes what was paid, however many ask at once', async () => {
    const { outTradeNo } = await payOrder(bench);
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, () => bench.channel.refund(refundOf(outTradeNo))),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('of an unpaid or unknown trade is refused', async () => {
    const request = order(bench.clock);
    await bench.channel.prepare(request);
    await expect(bench.channel.refund(refundOf(request.outTradeNo))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(bench.channel.refund(refundOf('T99999999'))).rejects.toMatchObject({
      code: 'RESOURCE_NOT_EXISTS',
    });
    expect(await bench.channel.queryRefund({ outTradeNo: 'T99999999', outRefundNo: 'R99999999' })).toEqual({
      outRefundNo: 'R99999999',
      state: 'absent',
    });
  });

  it('without money in the merchant’s account is refused as that, and passes under the same number afterwards', async () => {
    const { outTradeNo } = await payOrder(bench);
    const request = refundOf(outTradeNo);
    bench.platform.control.lackMoney(true);
    await expect(bench.channel.refund(request)).rejects.toMatchObject({ code: 'insufficient' });
    bench.platform.control.lackMoney(false);
    expect(await bench.channel.refund(request)).toMatchObject({ state: 'processing' });
  });

  it.each([
    ['ABNORMAL', 'abnormal'],
    ['CLOSED', 'closed'],
  ] as const)('that ends as %s is told as %s', async (outcome, state) => {
    const { outTradeNo } = await payOrder(bench);
    const request = refundOf(outTradeNo);
    bench.platform.control.endRefundsAs(outcome);
    await bench.channel.refund(request);
    bench.platform.control.endRefundsAs('SUCCESS');
    await eventually(async () => expect(await bench.channel.queryRefund(request)).toMatchObject({ state }));
  });
});
