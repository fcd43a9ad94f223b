import { beforeAll, describe, expect, it } from 'vitest';
import { releaseOverdue } from '#features/money/payments/server/public.ts';
import { dayMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sharingContract } from '../contract.ts';
import { releaseIdle } from '../server/release-payments.ts';
import { shopOf } from './shop.ts';
import { byWechatMerchant, newMerchantId, wechatDesk } from './wechat-desk.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
let desk: ReturnType<typeof wechatDesk>;
beforeAll(async () => {
  shop = shopOf(server);
  desk = wechatDesk(server, shop);
});

/** A site that shares a part of every payment by WeChat. */
async function sharingSite(basisPoints = 1_000, costFen?: number) {
  const siteId = await shop.newSite();
  const account = newMerchantId();
  const receiverId = await shop.addReceiver(`商户 ${account}`, byWechatMerchant(account));
  await shop.share(siteId, {
    ratios: [{ receiverId, basisPoints }],
    ...(costFen ? { costs: [{ name: '耗材', kind: 'perOrder' as const, amountFen: costFen }] } : {}),
  });
  return { siteId, receiverId, account };
}

const release = async () => {
  server.clock.forward(2 * minuteMs);
  await releaseIdle(server.services);
};
const released = (orderId: string) => async () => (await desk.releaseOf(orderId))?.state === 'released';

describe('what WeChat keeps apart', () => {
  it('stays apart until the run, and is released with the share', async () => {
    const { siteId } = await sharingSite();
    const order = await shop.sellByWechat(siteId, 1_000);
    await release();
    expect(await desk.releaseOf(order.id)).toBeUndefined();
    await shop.run(siteId);
    await release();
    await desk.work(desk.sharesEnded(order.id));
    await release();
    expect(await desk.releaseOf(order.id)).toBeUndefined();
    expect(await desk.atWechat(order.id)).toMatchObject({ released: true, lines: [99, 901] });
  });

  it('is released when the run finds nothing to share, once, however many look', async () => {
    const { siteId } = await sharingSite(1_000, 5_000);
    const order = await shop.sellByWechat(siteId, 1_000);
    await shop.run(siteId);
    server.clock.forward(2 * minuteMs);
    await Promise.all(Array.from({ length: 10 }, () => releaseIdle(server.services)));
    await desk.work(released(order.id));
    expect(await desk.atWechat(order.id)).toEqual({ released: true, lines: [1_000], returnedFen: 0 });
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('is released when the rule has ended by the time the money comes', async () => {
    const { siteId } = await sharingSite();
    const tomorrow = startOfDay(shop.tomorrow());
    server.clock.forward(tomorrow.getTime() - server.clock.now().getTime() - 5 * minuteMs);
    const order = await shop.offer(siteId, 1_000, 'wechat');
    const client = await shop.merchant();
    await client.call(sharingContract.endRule, { fieldId: siteId, effectiveFrom: shop.tomorrow() });
    server.clock.forward(6 * minuteMs);
    await shop.pay(order);
    expect(await desk.paymentOf(order.id)).toMatchObject({ state: 'paid', profitSharing: true });
    await release();
    await desk.work(released(order.id));
    await shop.run(siteId);
    expect(await shop.linesOf(order.id)).toEqual([]);
  });

  it('is released when nobody is paid by WeChat any more', async () => {
    const { siteId, receiverId } = await sharingSite();
    const order = await shop.sellByWechat(siteId, 1_000);
    await shop.addReceiver('改记账', { id: receiverId, kind: 'owner', way: 'account' });
    await release();
    await desk.work(released(order.id));
    await shop.run(siteId);
    expect(await shop.kept(receiverId)).toBe(99);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('is released after WeChat refused everybody', async () => {
    const { siteId, account } = await sharingSite();
    desk.control().refuseReceiver(account, 'ACCOUNT_ABNORMAL');
    const order = await shop.sellByWechat(siteId, 1_000);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await desk.work(released(order.id));
    // the refused line went back by itself to the tenant that collected
    expect((await desk.atWechat(order.id)).released).toBe(true);
    expect(await shop.linesOf(order.id)).toMatchObject([{ state: 'failed', reason: 'refused' }]);
  });

  it('is released when a refund left nothing to share, and needs none when all went back', async () => {
    const { siteId } = await sharingSite(1_000, 600);
    const part = await shop.sellByWechat(siteId, 1_000);
    const whole = await shop.sellByWechat(siteId, 1_000);
    await shop.refund(part.id, 500);
    await shop.refund(whole.id);
    await desk.work(async () => (await desk.paymentOf(whole.id)).refundedFen === 1_000);
    await shop.run(siteId);
    await release();
    await desk.work(released(part.id));
    expect(await desk.atWechat(part.id)).toMatchObject({ lines: [500] });
    expect(await desk.releaseOf(whole.id)).toBeUndefined();
  });

  it('waits while the rule is paused, but not longer than twenty-nine days', async () => {
    const { siteId } = await sharingSite();
    const client = await shop.merchant();
    await client.call(sharingContract.setSchedule, { fieldId: siteId, schedule: 'daily', paused: true });
    const order = await shop.sellByWechat(siteId, 1_000);
    server.clock.forward(20 * dayMs);
    await release();
    expect(await desk.releaseOf(order.id)).toBeUndefined();
    server.clock.forward(9 * dayMs);
    await releaseOverdue(server.services);
    await desk.work(released(order.id));
    await shop.run(siteId);
    expect(await shop.linesOf(order.id)).toMatchObject([{ state: 'failed', reason: 'tooLate' }]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('is listed with its release among the shares of the run', async () => {
    const { siteId } = await sharingSite(1_000, 5_000);
    const order = await shop.sellByWechat(siteId, 1_000);
    await shop.run(siteId);
    await release();
    await desk.work(released(order.id));
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listLines, { fieldId: siteId });
    expect(records).toMatchObject([{ release: { state: 'released', reason: null }, returns: [] }]);
  });
});
