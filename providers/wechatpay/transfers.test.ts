import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import {
  type Bench,
  eventually,
  merchant,
  newNumber,
  notifyUrl,
  payer,
  startBench,
} from './testing/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const transferOf = (changes: object = {}) => ({
  outBillNo: newNumber('P'),
  amountFen: 5000,
  payeeId: payer.openId,
  remark: '提现',
  notifyUrl,
  ...changes,
});

describe('a transfer', () => {
  it('waits for the person, who gets what the page needs, and is done after the yes', async () => {
    const request = transferOf();
    const sent = await bench.channel.transfer(request);
    expect(sent).toMatchObject({
      state: 'waitConfirm',
      confirm: { mchId: merchant.mchId, appId: merchant.appId, package: expect.any(String) },
    });
    expect(await bench.channel.transfer(request)).toEqual(sent);
    bench.platform.control.confirmTransfer(request.outBillNo);
    expect(await bench.channel.queryTransfer(request.outBillNo)).toMatchObject({
      state: 'done',
      billNo: sent.billNo,
      amountFen: 5000,
    });
    expect(() => bench.platform.control.confirmTransfer(request.outBillNo)).toThrow('待确认');
  });

  it('sends the name so that only the platform can read it, and only where it is taken', async () => {
    const named = transferOf({ payeeName: '林小雨', amountFen: 2000_00 });
    const small = transferOf({ payeeName: '林小雨', amountFen: 29 });
    await bench.channel.transfer(named);
    await bench.channel.transfer(small);
    const sent = new Map(
      bench.platform.control.transfers().map((transfer) => [transfer.outBillNo, transfer]),
    );
    expect(sent.get(named.outBillNo)?.payeeName).toBe('林小雨');
    expect(sent.get(small.outBillNo)?.payeeName).toBeUndefined();
  });

  it('of ¥2000 and more needs a name', async () => {
    await expect(bench.channel.transfer(transferOf({ amountFen: 2000_00 }))).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'PARAM_ERROR',
    });
  });

  it('fails after a day without a yes, and tells why', async () => {
    const own = await startBench();
    try {
      const request = transferOf();
      await own.channel.transfer(request);
      own.clock.forward(dayMs + minuteMs);
      expect(await own.channel.queryTransfer(request.outBillNo)).toMatchObject({
        state: 'failed',
        reason: 'OVERDUE_CLOSE',
      });
    } finally {
      await own.stop();
    }
  });

  it('confirms itself where the demo wants it', async () => {
    const own = await startBench({ autoConfirmMs: 0 });
    try {
      const request = transferOf();
      await own.channel.transfer(request);
      await eventually(async () =>
        expect(await own.channel.queryTransfer(request.outBillNo)).toMatchObject({ state: 'done' }),
      );
    } finally {
      await own.stop();
    }
  });

  it('that is refused although an earlier one lives tells of the earlier one', async () => {
    const request = transferOf();
    await bench.channel.transfer(request);
    expect(await bench.channel.transfer({ ...request, remark: '别的' })).toMatchObject({
      outBillNo: request.outBillNo,
      state: 'waitConfirm',
    });
  });

  it('without money is refused as that, and nobody has heard of it', async () => {
    const request = transferOf();
    bench.platform.control.lackMoney(true);
    await expect(bench.channel.transfer(request)).rejects.toMatchObject({ code: 'insufficient' });
    bench.platform.control.lackMoney(false);
    expect(await bench.channel.queryTransfer(request.outBillNo)).toEqual({
      outBillNo: request.outBillNo,
      state: 'absent',
    });
  });
});
