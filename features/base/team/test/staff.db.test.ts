import { beforeAll, describe, expect, test } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { askPassword, roleNamed } from '#features/base/accounts/test/support.ts';
import { partnersContract } from '#features/base/partners/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { teamContract } from '../contract.ts';

const { server } = testServer();
let merchant: Client;
/** a store manager: may manage staff of three sites, but neither roles nor franchisees */
let manager: Client;
let roles: Record<'manager' | 'cashier' | 'restocker' | 'assistant', string>;

const site = (number: number) => demoId(`site:merchant:${number}`);

beforeAll(async () => {
  merchant = await server.as('merchant');
  manager = server.withToken((await server.login('manager')).access_token);
  const assistant = await merchant.call(teamContract.saveRole, {
    roleName: '店长助理',
    permissions: ['accounts.staffView', 'accounts.staffEdit', 'sites.view'],
  });
  roles = {
    manager: await roleNamed(merchant, '店长'),
    cashier: await roleNamed(merchant, '收银员'),
    restocker: await roleNamed(merchant, '补货员'),
    assistant: assistant.id,
  };
});

type StaffInput = InputOf<typeof teamContract.saveStaff>;
let serial = 0;
const person = (fields: Partial<StaffInput> = {}): StaffInput => ({
  account: `person${++serial}`,
  name: '新同事',
  roleId: roles.cashier,
  password: server.encrypt('Start1234'),
  siteIds: [site(1)],
  ...fields,
});
const save = (client: Client, input: StaffInput) => client.call(teamContract.saveStaff, input);

const statuses = async (calls: Promise<unknown>[]) =>
  (await Promise.all(calls.map(refusal))).map(({ status }) => status);

async function clientOf(account: string): Promise<Client> {
  return server.withToken((await server.login(account, 'Start1234')).access_token);
}

describe('a sub-account', () => {
  test('logs in with its role and sees its sites only', async () => {
    const input = person();
    const { id } = await save(merchant, input);
    const info = await (await clientOf(input.account)).call(accountsContract.info, {});
    expect(info).toMatchObject({ id, userType: 5, roleName: '收银员', siteIds: [site(1)], allSites: false });
    expect(info.permissions).not.toContain('accounts.staffView');
    const detail = await merchant.call(teamContract.staffDetail, { id });
    expect(detail).toMatchObject({ editable: true, lastLoginAddress: '127.0.0.1' });
    expect(detail.sites).toHaveLength(1);
    expect(detail.siteText).toBe(detail.sites[0]!.name);
    const [listed] = (await merchant.call(teamContract.listStaff, { keyword: input.account })).records;
    expect(listed).toMatchObject({ id, siteText: 'Sites: 1' });
  });

  test('is described without the sites beyond the reader’s own', async () => {
    const { id } = await save(merchant, person({ siteIds: [site(1), site(5)] }));
    const whole = await merchant.call(teamContract.staffDetail, { id });
    expect(whole.sites.map((one) => one.id).sort()).toEqual([site(1), site(5)].sort());
    const seen = await manager.call(teamContract.staffDetail, { id });
    expect(seen).toMatchObject({ siteIds: [site(1)], siteText: 'Sites: 2', editable: false });
    expect(seen.sites.map((one) => one.id)).toEqual([site(1)]);
    const [listed] = (await manager.call(teamContract.pageUsers, { keyword: whole.account })).records;
    expect(listed?.siteIds).toEqual([site(1)]);
  });

  test('needs a free account name and phone, over all tenants', async () => {
    expect(await refusal(save(merchant, person({ account: 'Merchant2' })))).toMatchObject({
      key: 'accounts:error.accountTaken',
    });
    expect(await refusal(save(merchant, person({ phone: '13800000004' })))).toMatchObject({
      status: 409,
      key: 'accounts:error.phoneTaken',
    });
  });

  test('that is removed can not log in, and its name is free again', async () => {
    const input = person();
    const { id } = await save(merchant, input);
    const client = await clientOf(input.account);
    await merchant.call(teamContract.removeStaff, { ids: [id] });
    expect(await refusal(client.call(accountsContract.info, {}))).toMatchObject({ status: 401 });
    expect((await askPassword(server, input.account, 'Start1234')).body.error_code).toBe('loginFailed');
    await save(merchant, person({ account: input.account }));
  });

  test('gets random passwords that are shown once and end its logins', async () => {
    const input = person();
    const { id } = await save(merchant, input);
    const client = await clientOf(input.account);
    const [fresh] = await merchant.call(teamContract.resetStaffPasswords, { userIds: [id] });
    expect(await refusal(client.call(accountsContract.info, {}))).toMatchObject({ status: 401 });
    expect((await askPassword(server, input.account, fresh!.password)).status).toBe(200);
  });
});

describe('nobody gives more than they have', () => {
  test('not by creating an account with a mightier role', async () => {
    const assistant = person({ roleId: roles.assistant, siteIds: [site(1)] });
    await save(merchant, assistant);
    const client = await clientOf(assistant.account);
    expect(await refusal(save(client, person({ roleId: roles.manager })))).toMatchObject({
      status: 403,
      key: 'accounts:error.moreThanOwn',
    });
    const lesser = await merchant.call(teamContract.saveRole, {
      roleName: '导购',
      permissions: ['sites.view'],
    });
    await save(client, person({ roleId: lesser.id }));
  });

  test('not with sites beyond their own, nor all of them', async () => {
    expect((await refusal(save(manager, person({ siteIds: [site(5)] })))).status).toBe(400);
    expect(await refusal(save(manager, person({ allSites: true })))).toMatchObject({
      status: 403,
      key: 'accounts:error.moreThanOwn',
    });
    const foreign = person({ siteIds: [demoId('site:merchant2:1')] });
    expect((await refusal(save(merchant, foreign))).status).toBe(400);
    await save(manager, person({ siteIds: [site(2)] }));
  });

  test('not by changing, resetting or removing someone mightier, the owner, or themselves', async () => {
    const assistant = person({ roleId: roles.assistant, siteIds: [site(1), site(2), site(3)] });
    await save(merchant, assistant);
    const client = await clientOf(assistant.account);
    const managerId = demoId('user:manager');
    const edits = [
      save(client, { ...person(), id: managerId }),
      client.call(teamContract.updateStaff, { id: managerId, enabled: false }),
      client.call(teamContract.resetStaffPasswords, { userIds: [managerId] }),
      client.call(teamContract.removeStaff, { ids: [managerId] }),
    ];
    expect(await statuses(edits)).toEqual([403, 403, 403, 403]);
    const ownerId = demoId('user:merchant');
    const onOwner = [
      save(manager, { ...person(), id: ownerId }),
      manager.call(teamContract.removeUsers, { ids: [ownerId] }),
      manager.call(teamContract.resetStaffPasswords, { userIds: [ownerId] }),
    ];
    expect(await statuses(onOwner)).toEqual([404, 404, 404]);
    expect(
      await refusal(manager.call(teamContract.updateStaff, { id: managerId, enabled: false })),
    ).toMatchObject({
      status: 400,
      key: 'accounts:error.notOneself',
    });
  });

  test('not by an invitation', async () => {
    const invite = manager.call(teamContract.createInvitation, { roleId: roles.cashier, allSites: true });
    expect((await refusal(invite)).status).toBe(403);
  });

  test('not by editing a role', async () => {
    const keeper = await merchant.call(teamContract.saveRole, {
      roleName: '人事',
      permissions: ['accounts.roleEdit', 'accounts.staffView'],
    });
    const account = person({ roleId: keeper.id });
    await save(merchant, account);
    const client = await clientOf(account.account);
    const own = client.call(teamContract.grantRole, {
      roleIds: [keeper.id],
      menuIds: ['accounts.roleEdit', 'accounts.staffView', 'accounts.staffEdit'],
    });
    expect(await refusal(own)).toMatchObject({ status: 403, key: 'accounts:error.moreThanOwn' });
    const weaken = client.call(teamContract.grantRole, { roleIds: [roles.manager], menuIds: [] });
    expect(await refusal(weaken)).toMatchObject({ status: 403, key: 'accounts:error.mightier' });
    const remove = client.call(teamContract.removeRoles, { ids: [roles.manager] });
    expect((await refusal(remove)).status).toBe(403);
  });

  test('and rights of another realm do not exist', async () => {
    const save = merchant.call(teamContract.saveRole, {
      roleName: '越权',
      permissions: ['accounts.review'],
    });
    expect(await refusal(save)).toMatchObject({ key: 'accounts:error.unknownPermission' });
  });
});

describe('another merchant', () => {
  test('finds none of these accounts and roles', async () => {
    const stranger = await server.as('merchant2');
    const clerkId = demoId('user:clerk');
    const calls = [
      stranger.call(teamContract.staffDetail, { id: clerkId }),
      stranger.call(accountsContract.userDetail, { id: clerkId }),
      stranger.call(accountsContract.userInfo, { userId: clerkId }),
      stranger.call(teamContract.removeStaff, { ids: [clerkId] }),
      stranger.call(teamContract.roleDetail, { id: roles.cashier }),
      stranger.call(teamContract.removeRoles, { ids: [roles.cashier] }),
      stranger.call(teamContract.grantRole, { roleIds: [roles.cashier], menuIds: [] }),
      stranger.call(partnersContract.franchiseeDetail, { id: demoId('user:franchisee') }),
    ];
    expect(await statuses(calls)).toEqual(calls.map(() => 404));
    const borrowed = save(stranger, person({ siteIds: [] }));
    expect(await refusal(borrowed)).toMatchObject({ key: 'accounts:error.unknownRole' });
    expect(await stranger.call(teamContract.roleTreeKeys, { roleIds: [roles.cashier] })).toMatchObject({
      menu: [],
    });
    const page = await stranger.call(teamContract.pageUsers, { size: 100 });
    expect(page.records.every(({ tenantId }) => tenantId === '100003')).toBe(true);
    const log = await stranger.call(teamContract.listLog, { size: 100, tenantId: '100002' });
    expect(log.records).toEqual([]);
  });
});

describe('a job role', () => {
  test('that someone holds can not be removed, an unused one can', async () => {
    expect(await refusal(merchant.call(teamContract.removeRoles, { ids: [roles.cashier] }))).toMatchObject({
      status: 409,
      key: 'accounts:error.roleInUse',
    });
    const { id } = await merchant.call(teamContract.saveRole, { roleName: '临时工' });
    await merchant.call(teamContract.removeRoles, { ids: [id] });
    expect((await refusal(merchant.call(teamContract.roleDetail, { id }))).status).toBe(404);
  });

  test('of franchisees is built in', async () => {
    const id = await roleNamed(merchant, '加盟商');
    expect(await refusal(merchant.call(teamContract.removeRoles, { ids: [id] }))).toMatchObject({
      key: 'accounts:error.roleBuiltIn',
    });
  });

  test('has a title of its own and can not stand below itself', async () => {
    const upper = await merchant.call(teamContract.saveRole, { roleName: '区域经理' });
    const lower = await merchant.call(teamContract.saveRole, {
      roleName: '片区主管',
      parentId: upper.id,
    });
    const twin = merchant.call(teamContract.saveRole, { roleName: '区域经理' });
    expect(await refusal(twin)).toMatchObject({ key: 'accounts:error.roleTitleTaken' });
    const circle = merchant.call(teamContract.saveRole, {
      id: upper.id,
      roleName: '区域经理',
      parentId: lower.id,
    });
    expect(await refusal(circle)).toMatchObject({ key: 'accounts:error.roleCircle' });
    const tree = await merchant.call(teamContract.listRoles, {});
    expect(tree.find(({ id }) => id === upper.id)?.children?.map(({ id }) => id)).toEqual([lower.id]);
    const half = merchant.call(teamContract.removeRoles, { ids: [upper.id] });
    expect(await refusal(half)).toMatchObject({ key: 'accounts:error.roleHasChildren' });
    await merchant.call(teamContract.removeRoles, { ids: [upper.id, lower.id] });
  });

  test('is filled from the nodes of the grant tree, groups included', async () => {
    const { menu } = await merchant.call(teamContract.grantTree, {});
    const group = menu.find(({ children }) => children?.some(({ id }) => id === 'accounts.roleEdit'))!;
    expect(group.children?.map(({ id }) => id)).toContain('accounts.staffView');
    const { id } = await merchant.call(teamContract.saveRole, { roleName: '树形授权' });
    const menuIds = [group.id, 'accounts.staffView'];
    await merchant.call(teamContract.grantRole, { roleIds: [id], menuIds });
    expect(await merchant.call(teamContract.roleTreeKeys, { roleIds: [id] })).toEqual({
      menu: ['accounts.staffView'],
      dataScope: [],
      apiScope: [],
    });
  });
});

describe('an invitation', () => {
  const invite = () =>
    merchant.call(teamContract.createInvitation, {
      roleId: roles.restocker,
      siteIds: [site(2)],
      remark: '新补货员',
    });
  const join = async (token: string, account: string) =>
    (await server.as(undefined)).call(teamContract.registerInvited, {
      token,
      account,
      name: '受邀人',
      password: server.encrypt('Start1234'),
    });
  const look = async (token: string) =>
    (await server.as(undefined)).call(teamContract.invitationInfo, { token });

  test('lets exactly one person in, with its role and sites', async () => {
    const { token } = await invite();
    expect(await look(token)).toMatchObject({ merchantName: '欢乐抓抓乐园', roleName: '补货员' });
    const tries = await Promise.allSettled(['first1', 'second1', 'third1'].map((name) => join(token, name)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = ['first1', 'second1', 'third1'][tries.findIndex(({ status }) => status === 'fulfilled')]!;
    const info = await (await clientOf(winner)).call(accountsContract.info, {});
    expect(info).toMatchObject({ roleName: '补货员', siteIds: [site(2)], tenantId: '100002' });
    expect(await refusal(look(token))).toMatchObject({ status: 404, key: 'accounts:error.invitationVoid' });
  });

  test('is void when revoked, too old, or made up', async () => {
    const revoked = await invite();
    await merchant.call(teamContract.revokeInvitation, { id: revoked.id });
    const made = 'x'.repeat(43);
    const answers = [await refusal(join(revoked.token, 'late1')), await refusal(join(made, 'late2'))];
    const old = await invite();
    server.clock.forward(7 * dayMs + minuteMs);
    answers.push(await refusal(join(old.token, 'late3')));
    expect(new Set(answers.map(({ status, key }) => `${status} ${key}`)).size).toBe(1);
    merchant = server.withToken((await server.login('merchant')).access_token);
    const list = await merchant.call(teamContract.listInvitations, { size: 100 });
    expect(new Set(list.records.map(({ state }) => state))).toEqual(new Set(['used', 'revoked', 'expired']));
  });

  test('keeps its role from being removed while it is open', async () => {
    const { id } = await merchant.call(teamContract.saveRole, { roleName: '待入职' });
    await merchant.call(teamContract.createInvitation, { roleId: id, siteIds: [] });
    expect(await refusal(merchant.call(teamContract.removeRoles, { ids: [id] }))).toMatchObject({
      key: 'accounts:error.roleInvited',
    });
  });
});

test('the operation log tells who changed what, before and after, and never a password', async () => {
  const input = person({ name: '记录甲' });
  const { id } = await save(merchant, input);
  await merchant.call(teamContract.updateStaff, { id, name: '记录乙' });
  const log = await merchant.call(teamContract.listLog, { entityId: id });
  expect(log.records.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
    { action: 'accounts.updateStaff', before: { name: '记录甲' }, after: { name: '记录乙' } },
    { action: 'accounts.createStaff', before: null, after: { name: '记录甲' } },
  ]);
  expect(log.records[0]).toMatchObject({ actionName: 'Changed a sub-account', account: 'merchant' });
  expect(JSON.stringify(log)).not.toMatch(/argon2|password/i);
  const found = await merchant.call(teamContract.listLog, {
    keyword: '记录乙',
    action: 'accounts.updateStaff',
  });
  expect(found.total).toBe(1);
  const nothing = await merchant.call(teamContract.listLog, { to: '2020-01-01' });
  expect(nothing.total).toBe(0);
  await merchant.call(teamContract.updateStaff, { id, roleId: roles.restocker });
  const [moved] = (await merchant.call(teamContract.listLog, { entityId: id })).records;
  expect([moved?.before, moved?.after]).toEqual([{ role: '收银员' }, { role: '补货员' }]);
});
