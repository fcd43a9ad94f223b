import { describe, expect, it } from 'vitest';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { walletContract as wallet } from '../contract.ts';
import { earn, merchantId } from './purse.ts';

const { server, staff } = testServer();
const owner = staff('merchant');
const agent = staff('agent');
const admin = staff('admin');

const franchiseeId = demoId('user:franchisee');

describe('the list of balances', () => {
  it('of a merchant has the main wallet first, then further ones and the franchisees', async () => {
    const { id } = await owner.call(wallet.saveWallet, { name: '二号户' });
    await earn(server, 4_200, { tenantId: merchantId, id });
    const { records, total } = await owner.call(wallet.listBalances, { size: 100 });
    expect(records).toHaveLength(total);
    expect(records[0]).toMatchObject({ id: merchantId, kind: 'main', name: 'Main account', open: true });
    expect(records.find((row) => row.id === id)).toMatchObject({
      kind: 'further',
      name: '二号户',
      availableFen: 4_200,
    });
    expect(records.at(-1)?.kind).toBe('franchisee');
    expect(records.map((row) => row.id)).toContain(franchiseeId);
  });

  it('comes page by page, searched and sorted by name', async () => {
    for (const name of ['丙户', '甲户', '乙户']) await owner.call(wallet.saveWallet, { name });
    const whole = await owner.call(wallet.listBalances, { size: 100, sort: 'name' });
    const pages = [];
    for (let current = 1; current <= Math.ceil(whole.total / 2); current++)
      pages.push(await owner.call(wallet.listBalances, { size: 2, current, sort: 'name' }));
    expect(pages.flatMap(({ records }) => records)).toEqual(whole.records);
    const found = await owner.call(wallet.listBalances, { keyword: '甲' });
    expect(found.records.map(({ name }) => name)).toEqual(['甲户']);
    expect(found.total).toBe(1);
  });

  it('leaves out a wallet that was hidden, until money comes to it', async () => {
    const { id } = await owner.call(wallet.saveWallet, { name: '旧户' });
    await owner.call(wallet.removeWallet, { id });
    const shown = async () => (await owner.call(wallet.listBalances, { keyword: '旧户' })).total;
    expect(await shown()).toBe(0);
    await earn(server, 100, { tenantId: merchantId, id });
    expect(await shown()).toBe(1);
  });

  it('shows a franchisee and an account limited to some sites only what is theirs', async () => {
    const franchisee = await server.as('franchisee');
    expect((await franchisee.call(wallet.listBalances, {})).records.map(({ id }) => id)).toEqual([
      franchiseeId,
    ]);
    const manager = server.withToken((await server.login('manager')).access_token);
    expect((await manager.call(wallet.listBalances, {})).total).toBe(0);
  });

  it('of an agent begins with the agent itself and names the agent above each', async () => {
    const { records } = await agent.call(wallet.listBalances, { size: 100 });
    expect(records[0]?.id).toBe(demoTenants.agent);
    expect(records.find(({ id }) => id === demoTenants.merchant)?.detail).toBe('华东区域代理');
    const byNumber = await agent.call(wallet.listBalances, { keyword: demoTenants.merchant2 });
    expect(byNumber.records.map(({ id }) => id)).toEqual([demoTenants.merchant2]);
    // a merchant of nobody is not in the agent's reach, whatever is searched for
    expect((await agent.call(wallet.listBalances, { keyword: '100006' })).total).toBe(0);
  });
});

describe('other lists', () => {
  it('say where each site settles, the default site first', async () => {
    const { records, total } = await owner.call(wallet.listSettlements, { size: 100 });
    expect(records).toHaveLength(total);
    expect(records.find(({ fieldId }) => fieldId === demoId('site:merchant:5'))).toMatchObject({
      walletName: '景区专户',
    });
    expect(records.find(({ fieldId }) => fieldId === demoId('site:merchant:2'))).toMatchObject({
      walletId: merchantId,
      walletName: 'Main account',
      changedAt: null,
    });
    const [first] = records;
    const found = await owner.call(wallet.listSettlements, { keyword: first?.fieldName ?? '' });
    expect(found.records).toEqual([first]);
  });

  it('offer the platform organisations by name or number, never itself', async () => {
    const all = await admin.call(wallet.listOrganisations, { size: 100 });
    expect(all.records.map(({ id }) => id)).not.toContain('000000');
    const found = await admin.call(wallet.listOrganisations, { keyword: '抓抓' });
    expect(found.records.map(({ id }) => id)).toEqual([demoTenants.merchant]);
    expect((await admin.call(wallet.listOrganisations, { keyword: '100004' })).total).toBe(1);
  });

  it('name what those directly below pay, set or usual', async () => {
    const { records, ownWechatBasisPoints } = await agent.call(wallet.listRates, { size: 100 });
    expect(ownWechatBasisPoints).toBe(38);
    expect(records.find(({ tenantId }) => tenantId === '100004')).toMatchObject({
      realm: 'agent',
      wechatBasisPoints: 45,
      usual: false,
    });
    expect(records.find(({ tenantId }) => tenantId === demoTenants.merchant)).toMatchObject({
      wechatBasisPoints: 60,
      usual: true,
    });
    expect(records.map(({ tenantId }) => tenantId)).not.toContain(demoTenants.merchant2);
    const top = await admin.call(wallet.listRates, { keyword: demoTenants.agent });
    expect(top.records).toMatchObject([{ tenantId: demoTenants.agent, wechatBasisPoints: 38 }]);
  });

  it('say of a withdrawal whose wallet it is from and where it goes, in words', async () => {
    const { records } = await owner.call(wallet.listWithdrawals, { state: 'untreated' });
    expect(records[0]).toMatchObject({
      walletName: 'Main account',
      stage: 'untreated',
      tenantId: merchantId,
    });
    const byNumber = await admin.call(wallet.listWithdrawals, { keyword: merchantId });
    expect(byNumber.records.every(({ tenantName }) => tenantName === '欢乐抓抓乐园')).toBe(true);
    expect(byNumber.total).toBeGreaterThan(0);
    const theirs = await owner.call(wallet.listFranchiseeWithdrawals, {});
    expect(theirs.total).toBe(0);
  });
});
