import { beforeAll, describe, expect, it } from 'vitest';
import { workDue } from '#features/money/payments/server/public.ts';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sharingContract } from '../contract.ts';
import { shopOf, tenantId } from './shop.ts';
import { byWechatMerchant, newMerchantId, wechatDesk } from './wechat-desk.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
let desk: ReturnType<typeof wechatDesk>;
beforeAll(async () => {
  shop = shopOf(server);
  desk = wechatDesk(server, shop);
});

/** A site with a receiver that is a merchant at WeChat, and an order of ¥100 whose share of ¥19.88 it got. */
async function sharedOrder() {
  const siteId = await shop.newSite();
  const account = newMerchantId();
  const receiverId = await shop.addReceiver(`商户 ${account}`, byWechatMerchant(account));
  await shop.share(siteId, { ratios: [{ receiverId, basisPoints: 2_000 }] });
  const order = await shop.sellByWechat(siteId, 10_000);
  server.clock.forward(2 * minuteMs);
  await shop.run(siteId);
  await desk.work(desk.sharesEnded(order.id));
  return { siteId, account, receiverId, order };
}
const lineOf = async (orderId: string) => (await shop.linesOf(orderId))[0]!;
const debtOf = async (receiverId: string) =>
  (await (await shop.merchant()).call(sharingContract.readReceiver, { id: receiverId })).debtFen;

describe('a refund of an order whose share WeChat paid to a merchant', () => {
  it('is taken back there, refund by refund, and the merchant has it again', async () => {
    const { order, receiverId } = await sharedOrder();
    const before = await shop.walletOf(tenantId);
    await shop.refund(order.id, 5_000);
    // the refund itself came out of the wallet; the share follows when WeChat says so
    expect(await lineOf(order.id)).toMatchObject({ dueFen: 994, paidFen: 1_988, returningFen: 994 });
    expect(await debtOf(receiverId)).toBe(0);
    await desk.work(desk.returnsEnded(order.id));
    expect(await lineOf(order.id)).toMatchObject({
      dueFen: 994,
      paidFen: 994,
      returningFen: 0,
      state: 'paid',
    });
    await desk.work(async () => (await desk.paymentOf(order.id)).refundedFen === 5_000);
    await shop.refund(order.id, 2_500);
    await desk.work(desk.returnsEnded(order.id));
    expect(await lineOf(order.id)).toMatchObject({ dueFen: 497, paidFen: 497 });
    expect((await desk.atWechat(order.id)).returnedFen).toBe(994 + 497);
    // of the fee of 60 the merchant keeps that of the rest: 15
    expect((await shop.walletOf(tenantId)) - before).toBe(-7_500 + 45 + 994 + 497);
    expect(await shop.provenWrong()).toEqual([]);
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listLines, { receiverId });
    expect(records[0]!.returns).toMatchObject([
      { amountFen: 994, state: 'done' },
      { amountFen: 497, state: 'done' },
    ]);
  });

  it('happens once when WeChat is out of reach and its answers are lost', async () => {
    const { order } = await sharedOrder();
    desk.control().outage(true);
    await shop.refund(order.id, 5_000);
    await workDue(server.services);
    server.clock.forward(minuteMs);
    await workDue(server.services);
    expect(await lineOf(order.id)).toMatchObject({ returningFen: 994 });
    desk.control().outage(false);
    desk.control().loseAnswers(3);
    await desk.work(desk.returnsEnded(order.id));
    expect((await desk.atWechat(order.id)).returnedFen).toBe(994);
    expect(await lineOf(order.id)).toMatchObject({ paidFen: 994 });
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('leaves a debt with WeChat’s reason when the receiver does not give it, paid by the next shares', async () => {
    const { siteId, order, receiverId, account } = await sharedOrder();
    desk.control().refuseReturns(account, 'PAYER_ACCOUNT_ABNORMAL');
    await shop.refund(order.id, 5_000);
    await desk.work(desk.returnsEnded(order.id));
    expect(await debtOf(receiverId)).toBe(994);
    const client = await shop.merchant();
    const debts = await client.call(sharingContract.listDebts, { receiverId });
    expect(debts.records).toMatchObject([
      { openFen: 994, reason: 'PAYER_ACCOUNT_ABNORMAL', cause: 'PAYER_ACCOUNT_ABNORMAL', state: 'open' },
    ]);
    const second = await shop.sellByWechat(siteId, 10_000);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await desk.work(desk.sharesEnded(second.id));
    expect(await debtOf(receiverId)).toBe(0);
    expect((await desk.atWechat(second.id)).lines[0]).toBe(1_988 - 994);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('is not taken out of the next share as well while WeChat has not decided', async () => {
    const { siteId, order, receiverId, account } = await sharedOrder();
    desk.control().emptyReceiver(account, true);
    await shop.refund(order.id, 5_000);
    await workDue(server.services);
    const second = await shop.sellByWechat(siteId, 10_000);
    server.clock.forward(hourMs);
    await shop.run(siteId);
    await desk.work(desk.sharesEnded(second.id));
    expect(await lineOf(second.id)).toMatchObject({ dueFen: 1_988, paidFen: 1_988 });
    expect(await lineOf(order.id)).toMatchObject({ returningFen: 994 });
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listLines, { receiverId });
    const waiting = records.find(({ orderId }) => orderId === order.id)!;
    expect(waiting.returns).toMatchObject([
      { state: 'sent', reason: expect.stringContaining('可用余额不足') },
    ]);
    desk.control().emptyReceiver(account, false);
    await desk.work(desk.returnsEnded(order.id));
    expect(await lineOf(order.id)).toMatchObject({ paidFen: 994 });
    expect(await debtOf(receiverId)).toBe(0);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('that came while the share was on its way takes it back when it arrived', async () => {
    const siteId = await shop.newSite();
    const account = newMerchantId();
    const receiverId = await shop.addReceiver('在途', byWechatMerchant(account));
    await shop.share(siteId, { ratios: [{ receiverId, basisPoints: 2_000 }] });
    const order = await shop.sellByWechat(siteId, 10_000);
    server.clock.forward(2 * minuteMs);
    desk.control().outage(true);
    await shop.run(siteId);
    await shop.refund(order.id, 5_000);
    expect(await lineOf(order.id)).toMatchObject({ waitingFen: 1_988, returningFen: 0, dueFen: 994 });
    desk.control().outage(false);
    await desk.work(desk.sharesEnded(order.id));
    await desk.work(desk.returnsEnded(order.id));
    expect(await lineOf(order.id)).toMatchObject({ paidFen: 994, dueFen: 994 });
    expect((await desk.atWechat(order.id)).returnedFen).toBe(994);
    expect(await debtOf(receiverId)).toBe(0);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('one of twenty at once goes, and its share comes back once', async () => {
    const { order } = await sharedOrder();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => shop.refund(order.id, 5_000)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await desk.work(desk.returnsEnded(order.id));
    expect((await desk.atWechat(order.id)).returnedFen).toBe(994);
    expect(await shop.provenWrong()).toEqual([]);
  });
});
