import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountName,
  directAccount,
  prove,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { demoSubMerchants } from '#providers/demo-people.ts';
import { sharingContract } from '../contract.ts';
import { releaseIdle } from '../server/release-payments.ts';
import { shopOf, tenantId } from './shop.ts';
import { byWechatMerchant, newMerchantId, wechatDesk } from './wechat-desk.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
let desk: ReturnType<typeof wechatDesk>;
beforeAll(async () => {
  shop = shopOf(server);
  desk = wechatDesk(server, shop);
  await (await shop.merchant()).call(onboardingContract.switchChannel, { channel: 'own' });
});

const balance = async (account: AccountName) =>
  (await readBalances(server.services.db.read, [account]))[0]?.balance ?? 0;
const money = async () => ({
  available: await balance(walletAccount(tenantId, tenantId, 'available')),
  collected: await balance(walletAccount(tenantId, tenantId, 'collected')),
  paying: await balance(directAccount(tenantId, 'wechat', 'paying')),
  clearing: await balance(directAccount(tenantId, 'wechat', 'clearing')),
});
async function broken() {
  const proof = await prove(server.services.db, server.clock.now(), server.services.booksChecks);
  return proof.checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
}

/** A tenth for a company at WeChat, a tenth for somebody without an account there. */
async function sharingSite() {
  const siteId = await shop.newSite();
  const account = newMerchantId();
  const company = await shop.addReceiver(`商户 ${account}`, byWechatMerchant(account));
  const person = await shop.addReceiver('记账人');
  await shop.share(siteId, {
    ratios: [
      { receiverId: company, basisPoints: 1_000 },
      { receiverId: person, basisPoints: 1_000 },
    ],
  });
  return { siteId, account, company, person };
}
const lineOf = async (orderId: string, receiverId: string) =>
  (await shop.linesOf(orderId)).find((line) => line.receiverId === receiverId)!;

async function sharedOrder() {
  const site = await sharingSite();
  const order = await shop.sellByWechat(site.siteId, 10_000);
  server.clock.forward(2 * minuteMs);
  await shop.run(site.siteId);
  await desk.work(desk.sharesEnded(order.id));
  return { ...site, order };
}

describe('what the merchant collected with its own number', () => {
  it('is shared by WeChat from that number, and nothing of it from the wallet', async () => {
    const before = await money();
    const { order, company, person } = await sharedOrder();
    const payment = await desk.paymentOf(order.id);
    expect(payment).toMatchObject({ subMerchant: demoSubMerchants.wechat, profitSharing: true });
    const sent = desk
      .control()
      .shares()
      .filter(({ transactionId }) => transactionId === payment.transactionId);
    expect(sent).toMatchObject([{ subMerchant: demoSubMerchants.wechat }]);
    expect(sent[0]!.lines).toMatchObject([
      { amountFen: 1_000 },
      { account: demoSubMerchants.wechat, amountFen: 9_000 },
    ]);
    expect(await lineOf(order.id, company)).toMatchObject({ state: 'paid', paidFen: 1_000 });
    expect(await lineOf(order.id, person)).toMatchObject({
      state: 'failed',
      reason: 'ownNumber',
      paidFen: 0,
    });
    expect(await shop.kept(person)).toBe(0);
    expect(await money()).toEqual({
      available: before.available,
      collected: before.collected + 10_000 - 1_000,
      paying: 0,
      clearing: before.clearing - 10_000 + 1_000,
    });
    expect(await broken()).toEqual([]);
  });

  it('comes back to that number when a refund lowers the share', async () => {
    // a refund leaves the number at once, the share follows when WeChat says so
    await shop.sellByWechat(await shop.newSite(), 10_000);
    const { order, company } = await sharedOrder();
    const before = await money();
    await shop.refund(order.id, 4_000);
    await desk.work(desk.returnsEnded(order.id));
    await desk.work(async () => (await desk.paymentOf(order.id)).refundedFen === 4_000);
    expect(await lineOf(order.id, company)).toMatchObject({ dueFen: 600, paidFen: 600 });
    expect(await money()).toMatchObject({
      available: before.available,
      collected: before.collected - 4_000 + 400,
    });
    expect(desk.control().returns().at(-1)).toMatchObject({ subMerchant: demoSubMerchants.wechat });
    expect(await broken()).toEqual([]);
  });

  it('is not paid from the wallet above WeChat’s limit either', async () => {
    const siteId = await shop.newSite();
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listReceivers, { kind: 'franchisee' });
    const franchisee = records[0]!.id;
    await shop.addReceiver('吴海波', {
      id: franchisee,
      ...byWechatMerchant(newMerchantId()),
      kind: 'franchisee',
    });
    await shop.share(siteId, { ratios: [{ receiverId: franchisee, basisPoints: 4_000 }] });
    const before = await money();
    const order = await shop.sellByWechat(siteId, 10_000);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await desk.work(desk.sharesEnded(order.id));
    expect(await lineOf(order.id, franchisee)).toMatchObject({
      state: 'failed',
      reason: 'overLimit',
      dueFen: 4_000,
      paidFen: 3_000,
    });
    expect((await money()).available).toBe(before.available);
    expect(await broken()).toEqual([]);
  });

  it('is released to that number when nothing is shared', async () => {
    const { siteId, company } = await sharingSite();
    const order = await shop.sellByWechat(siteId, 10_000);
    await shop.addReceiver('改记账', { id: company, kind: 'owner', way: 'account' });
    server.clock.forward(2 * minuteMs);
    await releaseIdle(server.services);
    await desk.work(async () => (await desk.releaseOf(order.id))?.state === 'released');
    const { transactionId } = await desk.paymentOf(order.id);
    const share = desk
      .control()
      .shares()
      .find((known) => known.transactionId === transactionId);
    expect(share?.lines).toMatchObject([{ account: demoSubMerchants.wechat, amountFen: 10_000 }]);
    await shop.run(siteId);
    expect(await shop.linesOf(order.id)).toMatchObject([{ reason: 'ownNumber' }, { reason: 'ownNumber' }]);
    expect(await broken()).toEqual([]);
  });

  it('at Alipay is listed with the reason and shared by nobody', async () => {
    const { siteId } = await sharingSite();
    const before = await money();
    const order = await shop.offer(siteId, 10_000, 'alipay');
    await shop.pay(order);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    expect(await shop.linesOf(order.id)).toMatchObject([
      { state: 'failed', reason: 'ownNumber' },
      { state: 'failed', reason: 'ownNumber' },
    ]);
    expect((await money()).available).toBe(before.available);
    expect(await broken()).toEqual([]);
  });
});
