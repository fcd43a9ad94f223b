import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { channelAccount, directAccount, platformFee, prove } from '#features/money/ledger/server/public.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { passPapers } from '#features/money/onboarding/test/papers.ts';
import { paymentsContract } from '#features/money/payments/contract.ts';
import { findPayments, workDue } from '#features/money/payments/server/public.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { sharingContract } from '#features/selling/sharing/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoSubMerchants } from '#providers/demo-people.ts';
import { ordersContract as calls } from '../contract.ts';
import { manualSite, openArcade, tenantId } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

const people = { wechat: '林小雨', alipay: '陈思远' } as const;
type Way = keyof typeof people;

const switchTo = async (channel: 'own' | 'platform') =>
  (await arcade.staff()).call(onboardingContract.switchChannel, { channel });
beforeEach(() => switchTo('own'));

/** Where the money of both collectors stands. */
async function money(way: Way) {
  return {
    available: await arcade.wallet('available'),
    collected: await arcade.wallet('collected'),
    pending: await arcade.wallet('pending'),
    fees: await arcade.balance(platformFee),
    ours: await arcade.balance(channelAccount(way, 'clearing')),
    own: await arcade.balance(directAccount(tenantId, way, 'clearing')),
    refunding: await arcade.balance(directAccount(tenantId, way, 'refunding')),
  };
}

async function buy(way: Way, amountFen: number, siteId?: string) {
  const machine = await arcade.machine({ type: 'exchange', ...(siteId && { siteId }) });
  const bought = await (await arcade.player(people[way])).call(calls.payForDevice, {
    equipmentId: machine.code,
    amountFen,
    payWay: way,
  });
  return { machine, number: bought.orderNumber };
}

async function paymentOf(number: string) {
  const { id } = await arcade.order(number);
  const [payment] = await findPayments(arcade.server.services.db.read, tenantId, { kind: 'order', id });
  if (!payment) throw new Error('no payment');
  return payment;
}

const refund = async (orderNumber: string, amount?: number) =>
  (await arcade.staff()).call(calls.refundByNumber, { orderNumber, reason: '顾客要求', amount });

/** Every check of every feature, not only the orders'. */
async function broken() {
  const { services, clock } = arcade.server;
  const proof = await prove(services.db, clock.now(), services.booksChecks);
  return proof.checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
}

describe.each(['wechat', 'alipay'] as const)('with its own number at %s the merchant', (way) => {
  it('has what was delivered as collected, without a fee, and nothing of it is with us', async () => {
    const before = await money(way);
    const { machine, number } = await buy(way, 5000);
    expect(await paymentOf(number)).toMatchObject({ subMerchant: demoSubMerchants[way] });
    await arcade.pay(number);
    expect(await money(way)).toEqual({ ...before, pending: before.pending + 5000, own: before.own - 5000 });
    await arcade.answer(machine, { state: 'done', asked: 50, counted: 50 });
    expect(await arcade.order(number)).toMatchObject({
      state: 'fulfilled',
      collectedDirectly: true,
      feeFen: 0,
      feeLadder: [],
    });
    expect(await money(way)).toEqual({
      ...before,
      collected: before.collected + 5000,
      own: before.own - 5000,
    });
    expect(await broken()).toEqual([]);
  });

  it('sees it beside what can be withdrawn, not in it', async () => {
    const before = await money(way);
    const { machine, number } = await buy(way, 3000);
    await arcade.pay(number);
    await arcade.answer(machine, { state: 'done', asked: 30, counted: 30 });
    const { wallet } = await (await arcade.staff()).call(walletContract.readWallet, {});
    expect(wallet?.balances).toMatchObject({
      availableFen: before.available,
      collectedFen: before.collected + 3000,
    });
  });

  it('gives back what did not come out, from its own number', async () => {
    const before = await money(way);
    const { machine, number } = await buy(way, 1000);
    await arcade.pay(number);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 10, counted: 7 });
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'partlyFulfilled', refundedAmount: 300 });
    expect(await money(way)).toEqual({ ...before, collected: before.collected + 700, own: before.own - 700 });
    expect(await broken()).toEqual([]);
  });

  it('refunds all of what was not delivered', async () => {
    const before = await money(way);
    const { machine, number } = await buy(way, 2000, manualSite);
    await arcade.pay(number);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 20, counted: 0 });
    await refund(number);
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', refundedAmount: 2000 });
    expect(await money(way)).toEqual(before);
  });

  it('refunds what was delivered, in parts and whole', async () => {
    const before = await money(way);
    const { machine, number } = await buy(way, 4000);
    await arcade.pay(number);
    await arcade.answer(machine, { state: 'done', asked: 40, counted: 40 });
    await workDue(arcade.server.services);
    await refund(number, 1501);
    await arcade.settleRefunds();
    expect(await money(way)).toEqual({
      ...before,
      collected: before.collected + 2499,
      own: before.own - 2499,
    });
    await refund(number);
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', refundedAmount: 4000, feeFen: 0 });
    expect(await money(way)).toEqual(before);
    expect(await broken()).toEqual([]);
  });

  it('keeps the number a payment was made with, whatever is chosen later', async () => {
    const before = await money(way);
    const own = await buy(way, 1000);
    await switchTo('platform');
    // at another shop: at one of them a player has one unpaid order
    const ours = await buy(way, 1000, manualSite);
    expect((await paymentOf(own.number)).subMerchant).toBe(demoSubMerchants[way]);
    expect((await paymentOf(ours.number)).subMerchant).toBeNull();
    await switchTo('own');
    for (const { number } of [own, ours]) await arcade.pay(number);
    const paid = await money(way);
    expect(paid).toMatchObject({ own: before.own - 1000, ours: before.ours - 1000 });
    await switchTo('platform');
    for (const { machine } of [own, ours])
      await arcade.answer(machine, { state: 'done', asked: 10, counted: 10 });
    expect(await arcade.order(ours.number)).toMatchObject({ collectedDirectly: false });
    expect(await arcade.wallet('collected')).toBe(before.collected + 1000);
    for (const { number } of [own, ours]) await refund(number);
    await arcade.settleRefunds();
    expect(await money(way)).toMatchObject({
      available: before.available,
      collected: before.collected,
      pending: before.pending,
      ours: before.ours,
      own: before.own,
    });
    expect(await broken()).toEqual([]);
  });
});

describe('callbacks for the merchant’s own number', () => {
  const letters = async () => {
    const wechat = arcade.server.services.demoPay.wechat!.control;
    wechat.loseNotices(1);
    const { number } = await buy('wechat', 1000);
    const { outTradeNo } = await paymentOf(number);
    wechat.pay(outTradeNo, {});
    const send = (changes: Record<string, unknown> = {}) => {
      const { headers, body } = wechat.paymentNotice(outTradeNo, changes);
      return arcade.server.app.inject({
        method: 'POST',
        url: '/api/pay/notify/wechat',
        headers: { ...headers },
        payload: body,
      });
    };
    return { number, send };
  };

  it('are booked once, though fifty come together and fifteen more afterwards', async () => {
    const before = await money('wechat');
    const { send } = await letters();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    for (let time = 0; time < 15; time++) answers.push(await send());
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await money('wechat')).toEqual({
      ...before,
      pending: before.pending + 1000,
      own: before.own - 1000,
    });
  });

  it('that name another number, or ours, are booked for nobody and told to the platform', async () => {
    const before = await money('wechat');
    const { number, send } = await letters();
    const answers = await Promise.all([send({ sub_mchid: '1900009999' }), send({ sp_mchid: '1900009999' })]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
    expect(await arcade.order(number)).toMatchObject({ state: 'created' });
    expect(await money('wechat')).toEqual(before);
    const { platforms } = await (await arcade.server.as('admin')).call(paymentsContract.listPlatforms, {});
    const refused = platforms.find(({ channel }) => channel === 'wechat')?.refusals ?? [];
    expect(refused.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['collector', 'merchant']));
    // the true one still counts
    expect((await send()).statusCode).toBe(200);
    expect(await arcade.order(number)).toMatchObject({ paidAmount: 1000 });
  });
});

describe('what pays the platform', () => {
  it('is collected by the platform, also while the merchant collects by itself', async () => {
    const topup = await (await arcade.staff()).call(calls.topUpWallet, {
      amountFen: 10_000,
      payWay: 'wechat',
      requestId: newId(),
    });
    expect(await paymentOf(topup.orderNumber)).toMatchObject({ subMerchant: null });
    await arcade.pay(topup.orderNumber);
    expect(await arcade.order(topup.orderNumber)).toMatchObject({
      state: 'fulfilled',
      collectedDirectly: false,
    });
  });
});

describe('a merchant with a number at one platform only', () => {
  it('is collected for by the platform at the other', async () => {
    const { db } = arcade.server.services;
    await db.raw`update collecting_channel set alipay_sub_merchant = null where tenant_id = ${tenantId}`;
    expect(await paymentOf((await buy('alipay', 1000)).number)).toMatchObject({ subMerchant: null });
    expect(await paymentOf((await buy('wechat', 1000)).number)).toMatchObject({
      subMerchant: demoSubMerchants.wechat,
    });
    await db.raw`update collecting_channel set alipay_sub_merchant = ${demoSubMerchants.alipay}
      where tenant_id = ${tenantId}`;
  });
});

describe('a payment product that is not open', () => {
  it('is refused before anything is written, and works once the papers passed', async () => {
    const { server } = arcade;
    const other = demoTenants.merchant2;
    const machine = await createTestDevice(server, {
      type: 'exchange',
      tenantId: other,
      siteId: demoId('site:merchant2:1'),
    });
    await machine.say('hello', machine.hello('closed product'));
    const count = async () =>
      Number(
        (await server.services.db.raw`select count(*) from orders where tenant_id = ${other}`)[0]?.count,
      );
    const before = await count();
    const wish = (payWay: Way) => ({ equipmentId: machine.code, amountFen: 1000, payWay });
    for (const way of ['wechat', 'alipay'] as const)
      expect(await refusalOf((await arcade.player(people[way])).call(calls.payForDevice, wish(way)))).toBe(
        `onboarding:error.closed.${way === 'wechat' ? 'wechatPay' : 'alipay'}`,
      );
    expect(await count()).toBe(before);
    // cash needs no paper
    const clerk = server.withToken((await server.login('merchant2')).access_token);
    await clerk.call(calls.sellAtCounter, { equipmentId: machine.id, amountFen: 1000 });
    expect(await count()).toBe(before + 1);
    const receiver = {
      kind: 'partner' as const,
      name: '合伙人',
      way: 'wechat' as const,
      wechatType: 'PERSONAL_OPENID' as const,
      wechatAccount: 'oDemoWangMeili0000000000003',
    };
    const addReceiver = async () => refusalOf(clerk.call(sharingContract.saveReceiver, receiver));
    expect(await addReceiver()).toBe('onboarding:error.closed.sharing');
    await passPapers(server, 'merchant2');
    expect(await addReceiver()).toBe('done');
    await (await arcade.player()).call(calls.payForDevice, wish('wechat'));
    expect(await count()).toBe(before + 2);
  });
});
