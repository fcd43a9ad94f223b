import { describe, expect, it } from 'vitest';
import { addDays, businessDay, hourMs, startOfDay } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { paymentsContract as calls } from '../contract.ts';
import { compareYesterday } from '../server/compare-bills.ts';
import { openShop } from './shop.ts';

const shop = staged(
  () => openShop({}, { still: true }),
  ({ server }) => server.close(),
);

const admin = () => shop.server.logIn('admin');
const wechat = () => {
  const simulator = shop.server.services.demoPay.wechat;
  if (!simulator) throw new Error('no simulated WeChat');
  return simulator.control;
};
const today = () => businessDay(shop.server.clock.now());
const differences = async (day: string) => {
  const { records } = await (await admin()).call(calls.listDifferences, { size: 500 });
  return records.filter((one) => one.day === day);
};
/** Until eleven in the morning of the next day, when bills are there. */
function sleep(): string {
  const day = today();
  const morning = startOfDay(addDays(day, 1)).getTime() + 11 * hourMs;
  shop.server.clock.forward(morning - shop.server.clock.now().getTime());
  return day;
}

describe('the bill of a day', () => {
  it('that says what our books say brings nothing, of the demo’s days and of today', async () => {
    const payment = await shop.sell();
    const { id } = await shop.refund(payment, 400);
    await shop.work();
    await expect
      .poll(async () => {
        shop.server.clock.forward(30_000);
        await shop.work();
        return shop.told.find((told) => told.id === id)?.state;
      }, soon)
      .toBe('done');
    const day = sleep();
    await compareYesterday(shop.server.services);
    const { records } = await (await admin()).call(calls.listBills, { size: 100 });
    const bill = records.find((one) => one.day === day);
    expect(bill?.payments).toBeGreaterThan(0);
    expect(bill?.refunds).toBeGreaterThan(0);
    expect(records.length).toBe(7);
    const { records: found } = await (await admin()).call(calls.listDifferences, { size: 500 });
    expect(found.map(({ kind, difference, outNo }) => `${kind} ${difference} ${outNo}`)).toEqual([]);
  });

  it('lists what only the bill has, what it lacks, and another amount, once; a person says what became of it', async () => {
    const { db, clock } = shop.server.services;
    const stranger = `X${clock.now().getTime()}`;
    const openId = demoPeople.find(({ platform }) => platform === 'wechat')?.openId ?? '';
    wechat().rememberPaid({
      outTradeNo: stranger,
      amountFen: 700,
      description: '别处的订单',
      openId,
      notifyUrl: 'http://127.0.0.1/nobody',
      profitSharing: false,
      paidAt: clock.now().toISOString(),
    });
    const altered = await shop.sell();
    await db.raw`update payment set amount_fen = 999 where id = ${altered.id}`;
    const invented = await shop.sell();
    await db.raw`update payment set out_trade_no = ${`Y${stranger}`} where id = ${invented.id}`;
    const day = sleep();
    await (await admin()).call(calls.compareBills, { day });
    await compareYesterday(shop.server.services);
    const found = await differences(day);
    expect(
      found.map(({ outNo, kind, difference, ourFen, theirFen }) => [
        outNo,
        kind,
        difference,
        ourFen,
        theirFen,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [stranger, 'payment', 'unknown', null, 700],
        [invented.outTradeNo, 'payment', 'unknown', null, 1000],
        [`Y${stranger}`, 'payment', 'absent', 1000, null],
        [altered.outTradeNo, 'payment', 'amount', 999, 1000],
      ]),
    );
    expect(found).toHaveLength(4);
    const messages = await db.raw`select 1 from system_message where link = '/payment_bills'`;
    expect(messages).toHaveLength(1);
    const seen = found.find(({ outNo }) => outNo === stranger);
    await (await admin()).call(calls.resolveDifference, {
      id: seen?.id ?? '',
      note: '测试商户的订单，已核实',
    });
    // what was mended is settled when the day is compared again, and what somebody saw to stays so
    await db.raw`update payment set amount_fen = 1000 where id = ${altered.id}`;
    await db.raw`update payment set out_trade_no = ${invented.outTradeNo} where id = ${invented.id}`;
    await (await admin()).call(calls.compareBills, { day });
    const after = await differences(day);
    expect(after.map(({ state }) => state).sort()).toEqual(['resolved', 'settled', 'settled', 'settled']);
    expect(await shop.brokenChecks()).toEqual([]);
  });

  it('is not asked for of today, of long ago, by a merchant, and says when the platform is silent', async () => {
    const client = await admin();
    for (const day of [today(), addDays(today(), -120)])
      await expect(client.call(calls.compareBills, { day })).rejects.toMatchObject({ status: 400 });
    const yesterday = addDays(today(), -1);
    wechat().outage(true);
    await expect(client.call(calls.compareBills, { day: yesterday })).rejects.toMatchObject({ status: 503 });
    await compareYesterday(shop.server.services);
    wechat().outage(false);
    await expect((await shop.server.logIn('merchant')).call(calls.listBills, {})).rejects.toMatchObject({
      status: 403,
    });
  });
});
