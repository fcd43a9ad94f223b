import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { paymentsContract } from '../contract.ts';
import { type Payment, requestPayout, requestProfitShare, type ShareLineRequest } from '../server/public.ts';
import { payouts, profitShareLines, profitShares } from '../tables.ts';
import { openShop, tenantId } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());
beforeAll(async () => {
  for (let time = 0; time < 4; time++) await shop.sell({ amountFen: 100_000 });
});
beforeEach(() => {
  shop.told.length = 0;
});

function wechat() {
  const simulator = shop.server.services.demoPay.wechat;
  if (!simulator) throw new Error('no simulated WeChat');
  return simulator.control;
}
function alipay() {
  const simulator = shop.server.services.demoPay.alipay;
  if (!simulator) throw new Error('no simulated Alipay');
  return simulator.control;
}
const person = (platform: 'wechat' | 'alipay') => {
  const found = demoPeople.find((entry) => entry.platform === platform);
  if (!found) throw new Error('nobody');
  return found;
};

const payOut = (channel: 'wechat' | 'alipay', amountFen: number, key: string = newId()) =>
  shop.server.services.db.transaction((tx) =>
    requestPayout(tx, shop.server.services, {
      tenantId,
      subject: { kind: 'stall', id: key },
      channel,
      key,
      amountFen,
      payeeId: person(channel).openId,
      payeeName: person(channel).name,
      remark: '提现',
      debit: shop.account,
    }),
  );

async function payoutRow(id: string) {
  const payout = rows(tenantScope(tenantId), payouts);
  const found = await shop.server.services.db.read.select().from(payout);
  const row = found.find((entry) => entry.id === id);
  if (!row) throw new Error('no such payout');
  return row;
}

describe('a payout', () => {
  it('to WeChat waits for the person, and is paid when they say yes', async () => {
    const before = await shop.balance();
    const { id } = await payOut('wechat', 5000);
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ state: 'waitConfirm' });
    expect(shop.told).toEqual([{ what: 'payoutNeedsConfirm', id }]);
    wechat().confirmTransfer((await payoutRow(id)).outBillNo);
    await wechat().flushNotices();
    expect(await payoutRow(id)).toMatchObject({ state: 'done', confirm: null });
    expect(shop.told.at(-1)).toEqual({ what: 'payoutEnded', id, state: 'done', reason: null });
    expect(await shop.balance()).toBe(before - 5000);
  });

  it('to WeChat that nobody agrees to comes back', async () => {
    const before = await shop.balance();
    const { id } = await payOut('wechat', 5000);
    await shop.work();
    shop.server.clock.forward(dayMs + hourMs);
    wechat().loseNotices(1);
    wechat().passTime();
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ state: 'failed' });
    expect(await shop.balance()).toBe(before);
    expect(shop.told.at(-1)).toMatchObject({ what: 'payoutEnded', id, state: 'failed' });
  });

  it('that nobody answers for days is left to people, who may ask once more', async () => {
    alipay().holdTransfers(true);
    const { id } = await payOut('alipay', 700);
    for (let day = 0; day < 5; day++) {
      await shop.work();
      shop.server.clock.forward(dayMs);
    }
    const row = await payoutRow(id);
    expect(row).toMatchObject({ state: 'sent', nextTryAt: null });
    expect(row.givenUpAt).not.toBeNull();
    const told = await shop.server.services.db.raw`
      select 1 from system_message where body_en like ${`%${row.outBillNo}%`}`;
    expect(told).toHaveLength(1);
    const admin = await shop.server.logIn('admin');
    const { platforms } = await admin.call(paymentsContract.listPlatforms, {});
    const waiting = platforms.find(({ channel }) => channel === 'alipay')?.waiting;
    expect(waiting?.find(({ kind }) => kind === 'payouts')?.count).toBe(1);
    alipay().holdTransfers(false);
    alipay().settleTransfer(row.outBillNo, 'SUCCESS');
    await admin.call(paymentsContract.askPlatforms, { channel: 'alipay' });
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ state: 'done' });
  });

  it('to Alipay is paid at once', async () => {
    const { id } = await payOut('alipay', 5000);
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ state: 'done' });
  });

  it('to Alipay that fails comes back with the reason', async () => {
    const before = await shop.balance();
    alipay().holdTransfers(true);
    const { id } = await payOut('alipay', 5000);
    await shop.work();
    alipay().holdTransfers(false);
    alipay().settleTransfer((await payoutRow(id)).outBillNo, 'FAIL', '收款账号不存在');
    shop.server.clock.forward(minuteMs);
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ state: 'failed', failure: '收款账号不存在' });
    expect(await shop.balance()).toBe(before);
  });

  it('is made once, though it is asked for 50 times and answers are lost', async () => {
    const before = await shop.balance();
    const key = newId();
    alipay().loseAnswers(1);
    const asked = await Promise.all(Array.from({ length: 50 }, () => payOut('alipay', 1500, key)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    const { id } = asked[0]!;
    await shop.work();
    shop.server.clock.forward(minuteMs);
    await shop.work();
    const { state, outBillNo } = await payoutRow(id);
    expect(state).toBe('done');
    expect(
      alipay()
        .transfers()
        .filter(({ outBizNo }) => outBizNo === outBillNo),
    ).toHaveLength(1);
    expect(await shop.balance()).toBe(before - 1500);
    await expect(payOut('alipay', 1501, key)).rejects.toThrow('payments:error.keyReused');
  });

  it('waits while our account is short', async () => {
    alipay().sellerBroke(true);
    const { id } = await payOut('alipay', 1500);
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ lastError: 'insufficient' });
    alipay().sellerBroke(false);
    shop.server.clock.forward(hourMs);
    await shop.work();
    expect(await payoutRow(id)).toMatchObject({ state: 'done' });
  });

  it('keeps the name of the person unreadable', async () => {
    const { id } = await payOut('wechat', 5000);
    const { payeeName } = await payoutRow(id);
    expect(payeeName).not.toContain(person('wechat').name);
  });
});

const line = (account: string, amountFen: number): ShareLineRequest => ({
  receiverKey: newId(),
  type: 'PERSONAL_OPENID',
  account,
  amountFen,
  description: '分账',
});

const share = (payment: Payment, lines: ShareLineRequest[], key: string = newId()) =>
  shop.server.services.db.transaction((tx) =>
    requestProfitShare(tx, shop.server.services, {
      tenantId,
      paymentId: payment.id,
      key,
      debit: shop.account,
      lines,
      unfreezeRest: true,
    }),
  );

async function shareRow(id: string) {
  const row = rows(tenantScope(tenantId), profitShares);
  const lineRow = rows(tenantScope(tenantId), profitShareLines);
  const { read } = shop.server.services.db;
  const found = (await read.select().from(row)).find((entry) => entry.id === id);
  const lines = (await read.select().from(lineRow)).filter(({ shareId }) => shareId === id);
  return { ...found, lines: lines.sort((a, b) => a.place - b.place) };
}

async function untilShared(id: string) {
  for (let turn = 0; turn < 20; turn++) {
    await shop.work();
    const row = await shareRow(id);
    if (row.state === 'ended') return row;
    shop.server.clock.forward(minuteMs);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the share did not end');
}

describe('a profit share', () => {
  const people = demoPeople.filter(({ platform }) => platform === 'wechat').map(({ openId }) => openId);
  const [first = '', second = ''] = people;

  it('leaves a minute after the payment, not before, and reaches everybody', async () => {
    const payment = await shop.sell({ profitSharing: true, amountFen: 10_000 });
    const before = await shop.balance();
    const { id } = await share(payment, [line(first, 1000), line(second, 500)]);
    await shop.work();
    shop.server.clock.forward(30 * secondMs);
    await shop.work();
    expect((await shareRow(id)).state).toBe('requested');
    const ended = await untilShared(id);
    expect(ended.lines.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await shop.balance()).toBe(before - 1500);
    expect(shop.told.filter((told) => told.id === id)).toEqual([
      { what: 'shareEnded', id, state: 'done done' },
    ]);
  });

  it('gives back what WeChat does not deliver, and keeps the rest', async () => {
    const payment = await shop.sell({ profitSharing: true, amountFen: 10_000 });
    const before = await shop.balance();
    wechat().refuseReceiver(second, 'ACCOUNT_ABNORMAL');
    const { id } = await share(payment, [line(first, 1000), line(second, 500)]);
    const ended = await untilShared(id);
    wechat().refuseReceiver(second, undefined);
    expect(ended.lines.map(({ state }) => state)).toEqual(['done', 'failed']);
    expect(ended.lines[1]?.reason).toContain('ACCOUNT_ABNORMAL');
    expect(await shop.balance()).toBe(before - 1000);
  });

  it('above WeChat’s limit comes back as a whole, and the money is released', async () => {
    const payment = await shop.sell({ profitSharing: true, amountFen: 10_000 });
    const before = await shop.balance();
    const { id } = await share(payment, [line(first, 3001)]);
    const ended = await untilShared(id);
    expect(ended.lines.map(({ state }) => state)).toEqual(['failed']);
    expect(await shop.balance()).toBe(before);
    await shop.work();
    const trade = wechat()
      .trades()
      .find(({ outTradeNo }) => outTradeNo === payment.outTradeNo);
    expect(trade?.isReleased).toBe(true);
  });

  it('happens once when answers are lost and the platform is out of reach for a while', async () => {
    const payment = await shop.sell({ profitSharing: true, amountFen: 10_000 });
    const before = await shop.balance();
    const key = newId();
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => share(payment, [line(first, 800)], key)),
    );
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    wechat().outage(true);
    shop.server.clock.forward(2 * minuteMs);
    await shop.work();
    wechat().outage(false);
    wechat().loseAnswers(3);
    const ended = await untilShared(asked[0]!.id);
    expect(ended.lines.map(({ state }) => state)).toEqual(['done']);
    expect(await shop.balance()).toBe(before - 800);
    const shares = wechat()
      .shares()
      .filter(({ outOrderNo }) => outOrderNo === ended.outOrderNo);
    expect(shares).toHaveLength(1);
  });

  it('is refused for a payment that was not made for it', async () => {
    const payment = await shop.sell();
    await expect(share(payment, [line(first, 1)])).rejects.toThrow('payments:error.notShareable');
    const other = await shop.sell({ channel: 'alipay' });
    await expect(share(other, [line(first, 1)])).rejects.toThrow('payments:error.notShareable');
  });
});

it('leaves books that agree with every payout and share', async () => {
  expect(await shop.brokenChecks()).toEqual([]);
});
