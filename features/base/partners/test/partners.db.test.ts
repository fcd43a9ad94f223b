import { beforeAll, describe, expect, test } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { askPassword } from '#features/base/accounts/test/support.ts';
import { contentContract } from '#features/base/content/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import {
  type AccountName,
  clearing,
  postTransfers,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId, demoPassword } from '#kit/server/demo.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { partnersContract } from '../contract.ts';

const { server } = testServer();
let admin: Client;
let agent: Client;
let merchant: Client;
beforeAll(async () => {
  [admin, agent, merchant] = [
    await server.as('admin'),
    await server.as('agent'),
    await server.as('merchant'),
  ];
});

let serial = 0;
type AgentInput = InputOf<typeof partnersContract.saveAgent>;
const agency = (shareBasisPoints: number, fields: Partial<AgentInput> = {}): AgentInput => ({
  name: `分代理${++serial}`,
  account: `agency${serial}`,
  password: server.encrypt('Start1234'),
  shareBasisPoints,
  ...fields,
});
/** as other features do it */
const book = (tenantId: string, account: AccountName, kind: string, amount: number) =>
  server.services.db.transaction((tx) =>
    postTransfers(tx, [
      {
        key: `test:${newId()}`,
        tenantId,
        kind,
        legs: [
          { account: clearing('bank'), amount: -amount },
          { account, amount },
        ],
        at: server.clock.now(),
      },
    ]),
  );
const saveAgent = (client: Client, input: AgentInput) => client.call(partnersContract.saveAgent, input);

describe('agents', () => {
  test('form a tree: the platform sees all, an agent its own part', async () => {
    const [own] = await agent.call(partnersContract.listAgents, {});
    expect(own).toMatchObject({
      id: '100001',
      shareBasisPoints: 3000,
      givenBasisPoints: 2000,
      editable: false,
    });
    expect(own?.children?.map(({ name }) => name)).toEqual(['苏州分代理', '宁波分代理']);
    const sub = server.withToken((await server.login('suzhou')).access_token);
    expect((await sub.call(partnersContract.listAgents, {})).map(({ id }) => id)).toEqual(['100004']);
    expect((await admin.call(partnersContract.listAgents, {})).map(({ id }) => id)).toEqual(['100001']);
  });

  test('are listed with what they earned this month', async () => {
    const incomeOf = async () => (await agent.call(partnersContract.listAgents, {}))[0]!;
    const before = await incomeOf();
    const sub = before.children?.find(({ id }) => id === '100004');
    await book('100002', walletAccount('100001', '100001', 'available'), 'settlement', 321);
    await book('100003', walletAccount('100004', '100004', 'available'), 'agent-share', 45);
    const after = await incomeOf();
    expect(after.incomeFen).toBe(before.incomeFen + 321);
    expect(after.children?.find(({ id }) => id === '100004')?.incomeFen).toBe(sub!.incomeFen + 45);
    const detail = await agent.call(partnersContract.agentDetail, { id: '100001' });
    expect(detail.incomeFen).toBe(after.incomeFen);
  });

  test('can not give away more than their ratio, also when many are made at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => saveAgent(agent, agency(400))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const [own] = await agent.call(partnersContract.listAgents, {});
    expect(own!.givenBasisPoints).toBe(2800);
    expect(await refusal(saveAgent(agent, agency(201)))).toMatchObject({
      key: 'accounts:error.shareTooHigh',
    });
  });

  test('can not be cut below what they gave away', async () => {
    const cut = saveAgent(admin, agency(2000, { id: '100001', account: 'agent', name: '华东区域代理' }));
    expect(await refusal(cut)).toMatchObject({ key: 'accounts:error.shareBelowGiven' });
  });

  test('change neither themselves nor agents beside or above them', async () => {
    const own = saveAgent(agent, agency(9000, { id: '100001', account: 'agent' }));
    expect(await refusal(own)).toMatchObject({ status: 403 });
    const sub = server.withToken((await server.login('ningbo')).access_token);
    for (const id of ['100001', '100004']) {
      expect((await refusal(saveAgent(sub, agency(1, { id })))).status).toBe(404);
      expect((await refusal(sub.call(partnersContract.agentDetail, { id }))).status).toBe(404);
      const off = sub.call(partnersContract.setAgentEnabled, { id, enabled: false });
      expect((await refusal(off)).status).toBe(404);
    }
    const below = saveAgent(sub, agency(1, { parentId: '100001' }));
    expect((await refusal(below)).status).toBe(404);
  });

  test('log in, nest, and are shut out when disabled', async () => {
    const sub = server.withToken((await server.login('suzhou')).access_token);
    const input = agency(300);
    const { id } = await saveAgent(sub, input);
    const nested = server.withToken((await server.login(input.account, 'Start1234')).access_token);
    expect(await nested.call(accountsContract.info, {})).toMatchObject({ realm: 'agent', tenantId: id });
    await agent.call(partnersContract.setAgentEnabled, { id, enabled: false });
    expect((await refusal(nested.call(accountsContract.info, {}))).status).toBe(401);
    await agent.call(partnersContract.setAgentEnabled, { id, enabled: true });
    expect((await refusal(nested.call(accountsContract.info, {}))).status).toBe(401);
    await server.login(input.account, 'Start1234');
  });

  test('pass merchants on inside their tree only', async () => {
    const before = await agent.call(partnersContract.agentMerchants, { agentId: '100005' });
    expect(before.total).toBe(0);
    await agent.call(partnersContract.assignMerchant, { merchantId: '100002', agentId: '100005' });
    const after = await agent.call(partnersContract.agentMerchants, { agentId: '100005' });
    expect(after.records).toMatchObject([{ id: '100002', agentName: '宁波分代理' }]);
    const numbered = await agent.call(partnersContract.agentMerchants, { keyword: '100002' });
    expect(numbered.records.map(({ id }) => id)).toEqual(['100002']);
    const free = agent.call(partnersContract.assignMerchant, { merchantId: '100002', agentId: '' });
    expect((await refusal(free)).status).toBe(400);
    const strange = agent.call(partnersContract.assignMerchant, { merchantId: '100006', agentId: '100005' });
    expect((await refusal(strange)).status).toBe(404);
    const upwards = server.withToken((await server.login('suzhou')).access_token);
    const steal = upwards.call(partnersContract.assignMerchant, { merchantId: '100002', agentId: '100004' });
    expect((await refusal(steal)).status).toBe(404);
  });
});

describe('franchisees', () => {
  const site = (number: number) => demoId(`site:merchant:${number}`);
  type FranchiseeInput = InputOf<typeof partnersContract.saveFranchisee>;
  const partner = (fields: Partial<FranchiseeInput>): FranchiseeInput => ({
    account: `partner${++serial}`,
    name: '新加盟商',
    password: server.encrypt('Start1234'),
    siteIds: [site(1)],
    ...fields,
  });
  const saveFranchisee = (input: FranchiseeInput) => merchant.call(partnersContract.saveFranchisee, input);

  test('are listed with their income of the month and stores, without a ratio that divides nothing', async () => {
    const find = () => merchant.call(partnersContract.listFranchisees, { keyword: '吴海波' });
    const { records } = await find();
    expect(records).toMatchObject([{ account: 'franchisee', siteCount: 2 }]);
    expect(records[0]).not.toHaveProperty('shareBasisPoints');
    const { id, incomeFen } = records[0]!;
    await book('100002', walletAccount('100002', id, 'available'), 'share', 700);
    await book('100002', walletAccount('100002', id, 'cash'), 'settlement', 50);
    await book('100002', walletAccount('100002', id, 'available'), 'refund', -100);
    // what was there before is no income
    await book('100002', walletAccount('100002', id, 'available'), 'topup', 9000);
    expect((await find()).records[0]?.incomeFen).toBe(incomeFen + 650);
    expect((await merchant.call(partnersContract.franchiseeDetail, { id })).incomeFen).toBe(incomeFen + 650);
    const stores = await merchant.call(partnersContract.franchiseeStores, { id: records[0]!.id });
    expect(stores.records.map(({ id }) => id).sort()).toEqual([site(3), site(4)].sort());
  });

  test('do not learn who the others are', async () => {
    const { id: roleId } = await merchant.call(teamContract.saveRole, {
      roleName: '加盟商看人',
      permissions: ['accounts.staffView', 'accounts.franchiseeView', 'accounts.logView'],
    });
    const [one, two] = [partner({ name: '甲加盟商' }), partner({ name: '乙加盟商' })];
    const [first, second] = [await saveFranchisee(one), await saveFranchisee(two)];
    await server.services.db
      .raw`update user_account set role_id = ${roleId} where id in ${server.services.db.raw([first.id, second.id])}`;
    const client = server.withToken((await server.login(one.account, 'Start1234')).access_token);
    const rival = server.withToken((await server.login(two.account, 'Start1234')).access_token);
    await rival.call(accountsContract.updateProfile, { name: '乙改名' });
    const { records } = await client.call(partnersContract.listFranchisees, { size: 100 });
    expect(records.map(({ id }) => id)).toEqual([first.id]);
    const users = await client.call(teamContract.pageUsers, { size: 100 });
    expect(users.records.filter(({ userType }) => userType === 4).map(({ id }) => id)).toEqual([first.id]);
    for (const call of [
      () => client.call(partnersContract.franchiseeDetail, { id: second.id }),
      () => client.call(accountsContract.userInfo, { userId: second.id }),
      () => client.call(partnersContract.franchiseeStores, { id: second.id }),
    ])
      expect((await refusal(call())).status).toBe(404);
    const { users: people } = await client.call(teamContract.logFilters, {});
    expect(people.map(({ id }) => id)).not.toContain(second.id);
  });

  test('see their own sites, change neither others nor their own stores, and can be shut out', async () => {
    const input = partner({});
    const { id } = await saveFranchisee(input);
    const client = server.withToken((await server.login(input.account, 'Start1234')).access_token);
    expect(await client.call(accountsContract.info, {})).toMatchObject({ userType: 4, siteIds: [site(1)] });
    const raise = client.call(partnersContract.saveFranchisee, { ...input, id, siteIds: [site(1), site(2)] });
    expect((await refusal(raise)).status).toBe(403);
    await merchant.call(partnersContract.setFranchiseeEnabled, { id, enabled: false });
    expect((await refusal(client.call(accountsContract.info, {}))).status).toBe(401);
    await merchant.call(partnersContract.setFranchiseeEnabled, { id, enabled: true });
    expect((await refusal(client.call(accountsContract.info, {}))).status).toBe(401);
    await server.login(input.account, 'Start1234');
    await merchant.call(partnersContract.removeFranchisees, { ids: [id] });
    expect((await refusal(merchant.call(partnersContract.franchiseeDetail, { id }))).status).toBe(404);
  });
});

describe('reviews', () => {
  test('a new merchant name counts after the platform accepts it, once', async () => {
    const merchant2 = await server.as('merchant2');
    const second = merchant2.call(partnersContract.requestNameChange, { name: '又一个名字' });
    expect(await refusal(second)).toMatchObject({ status: 409, key: 'accounts:error.reviewOpen' });
    const { records } = await admin.call(partnersContract.listNameReviews, { state: 'untreated' });
    const [review] = records;
    expect(review).toMatchObject({ tenantId: '100003', applicantName: '林晓彤' });
    const decide = (passed: boolean, reason = '') =>
      admin.call(partnersContract.decideNameReview, { id: review!.id, passed, reason });
    expect(await refusal(decide(false))).toMatchObject({ key: 'accounts:error.reasonNeeded' });
    await decide(true);
    expect(await refusal(decide(true))).toMatchObject({ status: 409, key: 'accounts:error.alreadyDecided' });
    expect((await merchant2.call(accountsContract.info, {})).tenantName).toBe(review!.newName);
    // the merchant reads it in the inbox, once
    const inbox = await merchant2.call(contentContract.listMessages, { size: 100 });
    expect(inbox.records.filter(({ link }) => link === '/shmc')).toHaveLength(1);
    await server.services.db.raw`update user_account set real_name = '' where account = 'merchant2'`;
    const nameless = merchant2.call(partnersContract.requestNameChange, { name: '又一个名字' });
    expect(await refusal(nameless)).toMatchObject({ key: 'accounts:error.realNameNeeded' });
    await merchant2.call(partnersContract.requestNameChange, { name: '又一个名字', realName: '林晓彤' });
    const [next] = (await admin.call(partnersContract.listNameReviews, { state: 'untreated' })).records;
    expect(next).toMatchObject({ newName: '又一个名字', realName: '林晓彤' });
  });

  test('two requests at once leave one open', async () => {
    const both = await Promise.allSettled(
      ['甲乙丙', '丁戊己'].map((name) => merchant.call(partnersContract.requestNameChange, { name })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a refused registration shuts the merchant out and tells it why; it can be accepted later', async () => {
    const owner = server.withToken((await server.login('candybox')).access_token);
    const counts = await admin.call(partnersContract.reviewCounts, {});
    expect(counts.registrations).toBe(1);
    await admin.call(partnersContract.decideRegistration, {
      id: '100006',
      passed: false,
      reason: '资料不符',
    });
    expect((await refusal(owner.call(accountsContract.info, {}))).status).toBe(401);
    const answer = await askPassword(server, 'candybox', demoPassword);
    expect(answer.body.msg).toBe('The registration was refused: 资料不符');
    await admin.call(partnersContract.decideRegistration, { id: '100006', passed: true });
    await owner.call(accountsContract.info, {});
    const again = admin.call(partnersContract.decideRegistration, {
      id: '100006',
      passed: false,
      reason: 'x',
    });
    expect((await refusal(again)).status).toBe(409);
  });

  test('are for the platform alone, and the platform itself can not be disabled', async () => {
    for (const client of [merchant, agent])
      expect((await refusal(client.call(partnersContract.listTenants, {}))).status).toBe(403);
    const self = admin.call(partnersContract.setTenantState, { id: '000000', enabled: false });
    expect((await refusal(self)).status).toBe(404);
  });
});

test('the platform has staff of its own with roles of its own', async () => {
  const { id: roleId } = await admin.call(teamContract.saveRole, {
    roleName: '审核员',
    permissions: ['accounts.review'],
  });
  await admin.call(teamContract.saveStaff, {
    account: 'reviewer',
    name: '审核员',
    roleId,
    password: server.encrypt('Start1234'),
  });
  const reviewer = server.withToken((await server.login('reviewer', 'Start1234')).access_token);
  expect((await reviewer.call(partnersContract.listTenants, {})).total).toBeGreaterThan(3);
  expect((await refusal(reviewer.call(partnersContract.listAgents, {}))).status).toBe(403);
});
