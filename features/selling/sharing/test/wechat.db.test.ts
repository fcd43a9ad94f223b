import { beforeAll, describe, expect, it } from 'vitest';
import { channelAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { findPayments, workDue } from '#features/money/payments/server/public.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { rows } from '#kit/server/tables.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sharingContract } from '../contract.ts';
import { registerWaiting } from '../server/register-at-wechat.ts';
import { shareReceivers } from '../tables.ts';
import { scope, shopOf, tenantId } from './shop.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
beforeAll(async () => {
  shop = shopOf(server);
});

let next = 0;
const openId = () => `oSharing_${String(next++).padStart(4, '0')}abcdefghijkl`;
const byWechat = (account: string, more: object = {}) => ({
  way: 'wechat' as const,
  wechatType: 'PERSONAL_OPENID' as const,
  wechatAccount: account,
  ...more,
});
const control = () => server.services.demoPay.wechat!.control;
const receiver = async (id: string) => (await shop.merchant()).call(sharingContract.readReceiver, { id });

/** WeChat settles a share a moment after it was asked for. */
async function letWechatWork(until: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 100; round++) {
    server.clock.forward(minuteMs);
    await workDue(server.services);
    if (await until()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const ended = (orderId: string) => async () =>
  (await shop.linesOf(orderId)).every(({ state }) => state !== 'waiting');

describe('a receiver at WeChat', () => {
  it('is registered there, and the account is nowhere to be read', async () => {
    const account = openId();
    const id = await shop.addReceiver('微信收款人', byWechat(account, { wechatName: '王小明' }));
    expect(await receiver(id)).toMatchObject({ wechatState: 'registered', wechatType: 'PERSONAL_OPENID' });
    expect(
      control()
        .receivers()
        .map((known) => known.account),
    ).toContain(account);
    const table = rows(scope, shareReceivers);
    const stored = JSON.stringify(await server.services.db.read.select().from(table));
    expect(stored).not.toContain(account);
    expect(stored).not.toContain('王小明');
  });

  it('is not taken twice', async () => {
    const account = openId();
    await shop.addReceiver('一次', byWechat(account));
    await expect(shop.addReceiver('两次', byWechat(account))).rejects.toMatchObject({ status: 400 });
  });

  it('waits while WeChat is out of reach and is registered when it answers again', async () => {
    control().outage(true);
    const id = await shop.addReceiver('等待', byWechat(openId()));
    expect((await receiver(id)).wechatState).toBe('waiting');
    control().outage(false);
    await registerWaiting(server.services);
    expect((await receiver(id)).wechatState).toBe('registered');
  });
});

describe('shares by WeChat', () => {
  it('leave within its limit, and what is above goes into the wallet', async () => {
    const siteId = await shop.newSite();
    const person = await shop.addReceiver('场地方', { kind: 'owner', ...byWechat(openId()) });
    // the demo's franchisee, who has a wallet, now wants to be paid by WeChat
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listReceivers, { kind: 'franchisee' });
    const franchisee = records[0]!.id;
    await shop.addReceiver('吴海波', { id: franchisee, kind: 'franchisee', ...byWechat(openId()) });
    await shop.share(siteId, {
      ratios: [
        { receiverId: person, basisPoints: 2_000 },
        { receiverId: franchisee, basisPoints: 3_000 },
      ],
    });
    const wallet = () => shop.walletOf(demoId('user:franchisee'));
    const before = await wallet();
    const order = await shop.sellByWechat(siteId, 10_000);
    const [payment] = await findPayments(server.services.db.read, tenantId, { kind: 'order', id: order.id });
    expect(payment).toMatchObject({ state: 'paid', profitSharing: true });

    // in the first minute WeChat shares nothing, and nothing is wrong
    expect(await shop.run(siteId)).toMatchObject({ orders: 1, paidFen: 0, failedLines: 0 });
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await letWechatWork(ended(order.id));
    const lines = await shop.linesOf(order.id);
    const of = (receiverId: string) => lines.find((line) => line.receiverId === receiverId)!;
    // the fee is 60: 9940 is shared; 30 % of 10000 may go through WeChat in all
    const shared = control()
      .shares()
      .flatMap(({ lines: sent }) => sent.map(({ amountFen }) => amountFen));
    // with the last part the rest of the payment is released to the merchant
    expect(shared).toEqual([1_988, 3_000 - 1_988, 7_000]);
    // the person has no wallet and came first; the rest of the franchisee's part is in the wallet
    expect(of(person)).toMatchObject({ dueFen: 1_988, paidFen: 1_988, state: 'paid' });
    expect(of(franchisee)).toMatchObject({ dueFen: 2_982, paidFen: 2_982, state: 'paid' });
    expect((await wallet()) - before).toBe(2_982 - 1_012);
    const [paying] = await readBalances(server.services.db.read, [channelAccount('wechat', 'paying')]);
    expect(paying!.balance).toBe(0);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('above its limit fail with the reason where the receiver has no wallet', async () => {
    const siteId = await shop.newSite();
    const person = await shop.addReceiver('超限', { kind: 'owner', ...byWechat(openId()) });
    await shop.share(siteId, { ratios: [{ receiverId: person, basisPoints: 5_000 }] });
    const order = await shop.sellByWechat(siteId, 1_000);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await letWechatWork(ended(order.id));
    expect(await shop.linesOf(order.id)).toMatchObject([
      { dueFen: 497, paidFen: 300, state: 'failed', reason: 'overLimit' },
    ]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('that WeChat refuses come back, and go into the wallet with the next try where there is one', async () => {
    const siteId = await shop.newSite();
    const account = openId();
    const person = await shop.addReceiver('拒收', { kind: 'owner', ...byWechat(account) });
    await shop.share(siteId, { ratios: [{ receiverId: person, basisPoints: 1_000 }] });
    control().refuseReceiver(account, 'ACCOUNT_ABNORMAL');
    const order = await shop.sellByWechat(siteId, 5_000);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await letWechatWork(ended(order.id));
    const [line] = await shop.linesOf(order.id);
    expect(line).toMatchObject({ state: 'failed', reason: 'refused', paidFen: 0, waitingFen: 0 });

    // the merchant decides to keep it for the person instead
    const client = await shop.merchant();
    await client.call(sharingContract.saveReceiver, {
      id: person,
      kind: 'owner',
      name: '拒收',
      way: 'account',
    });
    await client.call(sharingContract.retryLines, { ids: [line!.id] });
    expect(await shop.kept(person)).toBe(497);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('can not be fetched back by a refund: the receiver owes it', async () => {
    const siteId = await shop.newSite();
    const person = await shop.addReceiver('已收款', { kind: 'owner', ...byWechat(openId()) });
    await shop.share(siteId, { ratios: [{ receiverId: person, basisPoints: 1_000 }] });
    const order = await shop.sellByWechat(siteId, 1_000);
    server.clock.forward(2 * minuteMs);
    await shop.run(siteId);
    await letWechatWork(ended(order.id));
    await shop.sell(siteId, 2_000);
    await shop.refund(order.id, 500);
    expect((await receiver(person)).debtFen).toBe(99 - 50);
    expect(await shop.provenWrong()).toEqual([]);
  });
});
