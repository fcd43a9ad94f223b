import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { endPayment } from '#features/money/payments/server/public.ts';
import { createOrder, refundOrder } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { handoverNoticeDays } from '../contract/shared.ts';
import { walletContract as wallet } from '../contract.ts';
import { carryOutDue } from '../server/carry-out-handover.ts';
import { feeLadder, walletOfSite, walletOfUser } from '../server/public.ts';
import { walletSites } from '../tables.ts';
import { balance, brokenChecks, earn, merchantId, outcome, tally } from './purse.ts';

const { server, staff } = testServer();
const clerk = staff('clerk');
const agent = staff('agent');
const admin = staff('admin');

const site = demoId('site:merchant:2');

describe('wallets', () => {
  it('lets the owner open a wallet and settle a site to it, and nobody else', async () => {
    const owner = await server.as('merchant');
    const { id } = await owner.call(wallet.saveWallet, { name: '天河专户' });
    expect(await walletOfSite(server.services.db.read, merchantId, site)).toBe(merchantId);
    await owner.call(wallet.settleSite, { fieldId: site, walletId: id });
    expect(await walletOfSite(server.services.db.read, merchantId, site)).toBe(id);
    expect(await outcome(clerk.call(wallet.settleSite, { fieldId: site, walletId: merchantId }))).toBe('403');
    const foreign = demoId('site:merchant2:1');
    expect(await outcome(owner.call(wallet.settleSite, { fieldId: foreign, walletId: id }))).toBe('400');
    expect(await outcome(owner.call(wallet.settleSite, { fieldId: site, walletId: newId() }))).toBe('400');
    expect(await outcome(owner.call(wallet.saveWallet, { name: '天河专户' }))).toBe('400');
  });

  it('hides a wallet only when it is empty and no site settles to it', async () => {
    const owner = await server.as('merchant');
    const { id } = await owner.call(wallet.saveWallet, { name: '临时户' });
    await owner.call(wallet.settleSite, { fieldId: site, walletId: id });
    expect(await outcome(owner.call(wallet.removeWallet, { id }))).toBe('409');
    await owner.call(wallet.settleSite, { fieldId: site, walletId: merchantId });
    await earn(server, 500, { tenantId: merchantId, id });
    expect(await outcome(owner.call(wallet.removeWallet, { id }))).toBe('409');
    await owner.call(wallet.transferMoney, {
      fromWalletId: id,
      toWalletId: merchantId,
      amountFen: 500,
      requestId: newId(),
    });
    await owner.call(wallet.removeWallet, { id });
    const list = await owner.call(wallet.listWallets, {});
    expect(list.some((entry) => entry.id === id)).toBe(false);
    // money that comes late is not lost from sight
    await earn(server, 300, { tenantId: merchantId, id });
    const again = await owner.call(wallet.listWallets, {});
    expect(again.find((entry) => entry.id === id)?.balances.availableFen).toBe(300);
  });

  it('shows a franchisee their own wallet and nothing else', async () => {
    const userId = demoId('user:franchisee');
    expect(await walletOfUser(server.services.db.read, merchantId, userId)).toBe(userId);
    expect(await walletOfUser(server.services.db.read, merchantId, demoId('user:clerk'))).toBe(merchantId);
    const before = await balance(server, 'available', userId);
    await earn(server, 888, { tenantId: merchantId, id: userId });
    const franchisee = await server.as('franchisee');
    const seen = await franchisee.call(wallet.readWallet, {});
    expect(seen.wallets.map(({ id }) => id)).toEqual([userId]);
    expect(seen.wallet?.balances.availableFen).toBe(before + 888);
    expect(await outcome(franchisee.call(wallet.listFlow, { walletId: merchantId }))).toBe('404');
    expect(await outcome(franchisee.call(wallet.readMember, { id: demoId('user:merchant') }))).toBe('404');
    const member = await franchisee.call(wallet.readMember, { id: userId });
    expect(member).toMatchObject({
      availableFen: before + 888,
      userId,
      tenantId: merchantId,
      account: 'franchisee',
    });
  });

  it('shows an account limited to some sites no wallet that others settle to', async () => {
    const manager = server.withToken((await server.login('manager')).access_token);
    expect((await manager.call(wallet.readWallet, {})).wallet).toBeNull();
    expect((await manager.call(wallet.listFlow, {})).total).toBe(0);
    expect(await outcome(manager.call(wallet.listFlow, { walletId: merchantId }))).toBe('404');
    expect((await manager.call(wallet.checkDeposit, {})).availableFen).toBe(0);
    expect((await manager.call(wallet.listDeposits, {})).total).toBe(0);
    const owner = await server.as('merchant');
    const { id } = await owner.call(wallet.saveWallet, { name: '经理专户' });
    await owner.call(wallet.settleSite, { fieldId: site, walletId: id });
    expect((await manager.call(wallet.readWallet, {})).wallet?.id).toBe(id);
    await owner.call(wallet.settleSite, { fieldId: site, walletId: merchantId });
    expect(await outcome((await server.as('clerk')).call(wallet.readWallet, {}))).toBe('403');
  });

  it('shows agents the balances of their tree and nobody’s statement but their own', async () => {
    const { records } = await agent.call(wallet.listBalances, { size: 100 });
    const ids = records.map(({ id }) => id);
    expect(ids).toContain(demoTenants.merchant);
    expect(ids).toContain(demoTenants.merchant2);
    expect(ids).not.toContain('100006');
    expect(records.filter(({ open }) => open).map(({ id }) => id)).toEqual([demoTenants.agent]);
    expect(await outcome(agent.call(wallet.listFlow, { walletId: demoTenants.merchant }))).toBe('404');
    const flow = await admin.call(wallet.listFlow, { walletId: demoTenants.merchant });
    expect(flow.total).toBeGreaterThan(0);
  });
});

describe('a franchisee who leaves', () => {
  const account = 'leaver';
  const leaveSite = demoId('site:merchant:5');
  let id: string;
  let owner: Client;
  const leave = () => refusalOf(owner.call(partnersContract.removeFranchisees, { ids: [id] }));
  const stays = async () => {
    const { records } = await owner.call(partnersContract.listFranchisees, { keyword: account });
    return records.length === 1;
  };
  beforeAll(async () => {
    owner = await server.as('merchant');
    ({ id } = await owner.call(partnersContract.saveFranchisee, {
      account,
      name: '要走的加盟商',
      password: server.encrypt('Start1234'),
      siteIds: [leaveSite],
    }));
    await owner.call(wallet.settleSite, { fieldId: leaveSite, walletId: id });
  });

  const sellAt = (amount: number, payWay: 'counter' | 'wechat' = 'counter') => {
    const { services } = server;
    return services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId: merchantId,
        siteId: leaveSite,
        kind: 'goods',
        payWay,
        amount,
        items: [{ name: 'thing', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'earnings',
        user: { id: demoId('user:merchant'), name: 'tester' },
        ...(payWay === 'wechat' && { payer: { scene: 'page' as const } }),
      }),
    );
  };

  it('stays while a site settles to them, money is theirs or an order is under way', async () => {
    expect(await leave()).toBe('wallet:error.franchiseeSites');
    const sold = await sellAt(700);
    await owner.call(wallet.settleSite, { fieldId: leaveSite, walletId: merchantId });
    expect(await leave()).toBe('wallet:error.franchiseeMoney');
    expect(await balance(server, 'cash', id)).toBe(700);
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, sold, { reason: 'test', automatic: false }),
    );
    await owner.call(wallet.settleSite, { fieldId: leaveSite, walletId: id });
    const unpaid = await sellAt(900, 'wechat');
    await owner.call(wallet.settleSite, { fieldId: leaveSite, walletId: merchantId });
    // a payment that may still come would be theirs
    expect(await leave()).toBe('orders:error.franchiseeOrders');
    expect(await stays()).toBe(true);
    await endPayment(server.services, merchantId, unpaid.paymentId as string);
    await owner.call(wallet.settleSite, { fieldId: leaveSite, walletId: id });
  });

  it('hands sites and money over in a separate step, which is seen by all', async () => {
    const sold = await sellAt(600);
    await earn(server, 400, { tenantId: merchantId, id });
    const before = [await balance(server, 'available'), await balance(server, 'cash')];
    const input = { walletId: id, toWalletId: merchantId, requestId: newId() };
    expect(await outcome(clerk.call(wallet.handOverWallet, input))).toBe('403');
    expect(await outcome(owner.call(wallet.handOverWallet, { ...input, toWalletId: id }))).toBe('400');
    const asked = await owner.call(wallet.handOverWallet, input);
    expect(asked).toMatchObject({ state: 'waiting', amountFen: 1000, sites: 1 });
    // nothing moves before the franchisee has answered, and asking again is the same wish
    expect(await balance(server, 'available')).toBe(before[0]);
    expect(await owner.call(wallet.handOverWallet, { ...input, requestId: newId() })).toEqual(asked);
    const leaver = server.withToken((await server.login(account, 'Start1234')).access_token);
    const answer = (client: Client, agree: boolean) =>
      refusalOf(client.call(wallet.answerHandover, { id: asked.id!, agree, reason: 'not yet' }));
    expect(await answer(owner, true)).toBe('kit:error.notFound');
    expect(await answer(await server.as('franchisee'), true)).toBe('kit:error.notFound');
    expect((await leaver.call(wallet.listHandovers, {})).records).toMatchObject([
      { id: asked.id, state: 'waiting', amountFen: 1000, sites: 1, own: true },
    ]);
    expect((await (await server.as('franchisee')).call(wallet.listHandovers, {})).total).toBe(0);
    expect((await (await server.logIn('manager')).call(wallet.listHandovers, {})).total).toBe(0);
    // who objects keeps everything, and the owner may ask again
    expect(await answer(leaver, false)).toBe('done');
    expect(await answer(leaver, true)).toBe('wallet:error.handoverEnded');
    expect(await carryOutDue(server.services)).toBe(0);
    const second = await owner.call(wallet.handOverWallet, { ...input, requestId: newId() });
    const agree = () => refusalOf(leaver.call(wallet.answerHandover, { id: second.id!, agree: true }));
    expect(new Set(await Promise.all([agree(), agree(), agree()]))).toEqual(new Set(['done']));
    expect((await owner.call(wallet.listHandovers, {})).records[0]).toMatchObject({
      state: 'done',
      amountFen: 1000,
      decidedByName: '要走的加盟商',
    });
    const again = await owner.call(wallet.handOverWallet, { ...input, requestId: newId() });
    expect(again).toMatchObject({ id: null, state: 'done', amountFen: 0, sites: 0 });
    // cash stays cash
    expect([await balance(server, 'available'), await balance(server, 'cash')]).toEqual([
      before[0]! + 400,
      before[1]! + 600,
    ]);
    const { records } = await owner.call(wallet.listFlow, {});
    expect(records[0]).toMatchObject({ kind: 'handover', amountFen: 400 });
    expect(await leave()).toBe('done');
    expect(await stays()).toBe(false);
    expect(await walletOfSite(server.services.db.read, merchantId, leaveSite)).toBe(merchantId);
    // what was sold for them is refunded by who took over
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, sold, { reason: 'test', automatic: false }),
    );
    expect(await balance(server, 'cash')).toBe(before[1]);
    expect(await balance(server, 'cash', id)).toBe(0);
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('and what stranded with one who is gone is found by the proof and can still be handed over', async () => {
    await earn(server, 250, { tenantId: merchantId, id });
    expect(await brokenChecks(server)).toEqual([expect.stringContaining('nobodyGoneEarns: wallet')]);
    await owner.call(wallet.handOverWallet, { walletId: id, toWalletId: merchantId, requestId: newId() });
    expect(await brokenChecks(server)).toEqual([]);
    const { services } = server;
    const scope = tenantScope(merchantId);
    const settleTo = (walletId: string) =>
      services.db.transaction((tx) =>
        update(tx, scope, walletSites, (row) => eq(row.siteId, leaveSite), { walletId }),
      );
    await settleTo(id);
    expect(await brokenChecks(server)).toEqual([expect.stringContaining('nobodyGoneEarns: site')]);
    // … and sales there do not reach them
    const sold = await sellAt(300);
    expect(sold.walletId).toBe(merchantId);
    await settleTo(merchantId);
  });
});

describe('transfers between own wallets', () => {
  let target: string;
  beforeAll(async () => {
    const owner = await server.as('merchant');
    target = (await owner.call(wallet.saveWallet, { name: '转账户' })).id;
  });

  it('refuses nothing, too much, oneself and what is not one’s own', async () => {
    const owner = await server.as('merchant');
    const before = await balance(server, 'available');
    const transfer = (change: object) =>
      outcome(
        owner.call(wallet.transferMoney, {
          toWalletId: target,
          amountFen: 100,
          requestId: newId(),
          ...change,
        }),
      );
    expect(await transfer({ amountFen: 0 })).toBe('400');
    expect(await transfer({ amountFen: before + 1 })).toBe('400');
    expect(await transfer({ toWalletId: merchantId })).toBe('400');
    expect(await transfer({ toWalletId: demoTenants.merchant2 })).toBe('400');
    expect(await transfer({ fromWalletId: demoId('user:franchisee') })).toBe('404');
    expect(await balance(server, 'available')).toBe(before);
  });

  it('moves the whole balance once when fifty ask at the same time', async () => {
    const owner = await server.as('merchant');
    const from = (await owner.call(wallet.saveWallet, { name: '竞速户' })).id;
    await earn(server, 12_345, { tenantId: merchantId, id: from });
    const calls = Array.from({ length: 50 }, () =>
      owner.call(wallet.transferMoney, {
        fromWalletId: from,
        toWalletId: target,
        amountFen: 12_345,
        requestId: newId(),
      }),
    );
    expect(await tally(calls)).toEqual({ ok: 1, '400': 49 });
    expect(await balance(server, 'available', from)).toBe(0);
    expect(await balance(server, 'available', target)).toBe(12_345);
  });

  it('moves once when the same call is repeated, and refuses it with another amount', async () => {
    const owner = await server.as('merchant');
    await earn(server, 1000);
    const input = { toWalletId: target, amountFen: 700, requestId: newId() };
    const before = await balance(server, 'available', target);
    const done = await Promise.all(Array.from({ length: 20 }, () => owner.call(wallet.transferMoney, input)));
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    expect(await balance(server, 'available', target)).toBe(before + 700);
    expect(await outcome(owner.call(wallet.transferMoney, { ...input, amountFen: 701 }))).toBe('409');
    expect(await brokenChecks(server)).toEqual([]);
  });
});

describe('fee rates', () => {
  const rates = (tenantId: string, wechat: number, alipay = wechat) => ({
    tenantId,
    wechatBasisPoints: wechat,
    alipayBasisPoints: alipay,
  });

  it('follows the agents down to the merchant', async () => {
    const { read } = server.services.db;
    const ladder = await feeLadder(read, demoTenants.merchant2, 'wechat');
    expect(ladder.map(({ tenantId, basisPoints }) => [tenantId, basisPoints])).toEqual([
      ['000000', 38],
      [demoTenants.agent, 45],
      ['100004', 60],
    ]);
    expect(await feeLadder(read, demoTenants.merchant2, 'counter')).toEqual([
      { tenantId: '000000', walletId: null, basisPoints: 0 },
    ]);
  });

  it('lets agents set those below them, within their own rate and 10 %', async () => {
    expect(await outcome(agent.call(wallet.setRates, rates(merchantId, 37)))).toBe('400');
    expect(await outcome(agent.call(wallet.setRates, rates(merchantId, 1001)))).toBe('400');
    expect(await outcome(agent.call(wallet.setRates, rates(demoTenants.merchant2, 80)))).toBe('404');
    expect(await outcome(agent.call(wallet.setRates, rates(demoTenants.agent, 1)))).toBe('404');
    // warms the memory that has to be dropped
    await feeLadder(server.services.db.read, merchantId, 'wechat');
    await agent.call(wallet.setRates, rates(merchantId, 75, 50));
    const ladder = await feeLadder(server.services.db.read, merchantId, 'wechat');
    expect(ladder.at(-1)?.basisPoints).toBe(75);
    const owner = await server.as('merchant');
    const own = await owner.call(wallet.readRates, {});
    expect(own.rates.map(({ basisPoints }) => basisPoints)).toEqual([75, 50]);
    expect(own.setter).toBe('华东区域代理');
    const versions = await agent.call(wallet.listRateVersions, { tenantId: merchantId });
    expect(versions.map(({ version }) => version)).toEqual([1, 1]);
  });

  it('does not let the platform ask an agent for more than the agent’s merchants pay', async () => {
    expect(await outcome(admin.call(wallet.setRates, rates(demoTenants.agent, 46)))).toBe('400');
    expect(await outcome(admin.call(wallet.setRates, rates(merchantId, 60)))).toBe('404');
    await admin.call(wallet.setRates, rates(demoTenants.agent, 45, 45));
    const owner = await server.as('merchant');
    expect(await outcome(owner.call(wallet.setRates, rates(merchantId, 45)))).toBe('403');
  });

  it('keeps versions apart when two set at once', async () => {
    const calls = Array.from({ length: 20 }, (_, index) =>
      agent.call(wallet.setRates, rates(merchantId, 60 + index)),
    );
    expect(await tally(calls)).toEqual({ ok: 20 });
    const versions = await agent.call(wallet.listRateVersions, { tenantId: merchantId });
    const numbers = versions.filter(({ payWay }) => payWay === 'wechat').map(({ version }) => version);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

// the clock ends log-ins: last of all
describe('a franchisee who does not answer', () => {
  it('has some days; then the wallet is handed over by itself, once', async () => {
    const owner = await server.as('merchant');
    const { id } = await owner.call(partnersContract.saveFranchisee, {
      account: 'silent',
      name: '不回话的加盟商',
      password: server.encrypt('Start1234'),
      siteIds: [demoId('site:merchant:5')],
    });
    await earn(server, 700, { tenantId: merchantId, id });
    const wish = { walletId: id, toWalletId: merchantId };
    const taken = await owner.call(wallet.handOverWallet, { ...wish, requestId: newId() });
    await owner.call(wallet.withdrawHandover, { id: taken.id! });
    await owner.call(wallet.handOverWallet, { ...wish, requestId: newId() });
    const before = await balance(server, 'available');
    server.clock.forward(handoverNoticeDays * dayMs - 1000);
    expect(await carryOutDue(server.services)).toBe(0);
    server.clock.forward(2000);
    const turns = await Promise.all([carryOutDue(server.services), carryOutDue(server.services)]);
    expect(turns[0]! + turns[1]!).toBe(1);
    expect(await balance(server, 'available')).toBe(before + 700);
    expect(await balance(server, 'available', id)).toBe(0);
    expect(await brokenChecks(server)).toEqual([]);
  });
});
