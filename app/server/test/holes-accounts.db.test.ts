/** Holes that systems of this family are known for, around accounts: codes, names, logins, rights. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { admitAttempt } from '#features/base/accounts/server/login-guard.ts';
import { partnersContract } from '#features/base/partners/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { CallError, type Client } from '#kit/contract/client.ts';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { send, tenantRows } from './endpoint-calls.ts';

let server: TestServer;
let anyone: Client;
beforeEach(async () => {
  server = await startTestServer();
  anyone = await server.as(undefined);
});
afterEach(() => server.close());

const newPassword = 'Other5678';
const unknownPhone = '13999990001';

/** The status of a call by someone, without caring for its answer. */
async function statusOf<E extends AnyEndpoint>(
  client: Client,
  endpoint: E,
  input: InputOf<E>,
): Promise<number> {
  return client.call(endpoint, input).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallError) return error.status;
      throw error;
    },
  );
}

async function userRow(account: string) {
  const [row] = await server.services.db.raw`select * from user_account where account = ${account}`;
  return row!;
}
const phoneOf = async (account: string) => String((await userRow(account)).phone);

type Purpose = 'login' | 'register' | 'reset' | 'phone' | 'invite';

async function codeFor(phone: string, type: Purpose, client = anyone): Promise<string> {
  server.clock.forward(minuteMs);
  const before = server.messages.length;
  await client.call(accountsContract.sendCode, { phone, type });
  // codes for login and reset are sent after the answer, so that its time tells nothing
  await expect.poll(() => server.messages.length, soon).toBe(before + 1);
  return String(server.messages.at(-1)!.params.code);
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const reset = (phone: string, code: string) =>
  anyone.call(accountsContract.resetPassword, { phone, code, password: server.encrypt(newPassword) });

describe('a code sent to a phone', () => {
  it('is void after five wrong guesses, also for the right one', async () => {
    const phone = await phoneOf('merchant');
    const code = await codeFor(phone, 'reset');
    for (let guess = 0; guess < 5; guess += 1) await refusal(reset(phone, wrongOf(code)));
    expect((await refusal(reset(phone, code))).key).toBe('accounts:error.codeWrong');
    expect((await server.login('merchant')).access_token).toBeTruthy();
  });

  it('is void after five wrong guesses even when they come at once and through different calls', async () => {
    const phone = await phoneOf('merchant');
    const code = await codeFor(phone, 'reset');
    const guesses = Array.from({ length: 40 }, (_, index) => {
      const guess = String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
      return index % 2
        ? statusOf(anyone, accountsContract.verifyCode, { phone, code: guess, type: 'reset' })
        : refusal(reset(phone, guess));
    });
    await Promise.all(guesses);
    expect(await statusOf(anyone, accountsContract.verifyCode, { phone, code, type: 'reset' })).toBe(400);
  });

  it('works once, also for two callers at the same moment', async () => {
    const phone = await phoneOf('merchant');
    const code = await codeFor(phone, 'reset');
    const both = await Promise.allSettled([reset(phone, code), reset(phone, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await refusal(reset(phone, code))).status).toBe(400);
    expect((await server.login('merchant', newPassword)).access_token).toBeTruthy();
  });

  it('serves only the purpose it was sent for', async () => {
    const phone = await phoneOf('merchant');
    const code = await codeFor(phone, 'login');
    expect((await refusal(reset(phone, code))).key).toBe('accounts:error.codeWrong');
    for (const type of ['register', 'reset', 'phone', 'invite'] as const)
      expect([type, await statusOf(anyone, accountsContract.verifyCode, { phone, code, type })]).toEqual([
        type,
        400,
      ]);
    const login = await anyone.call(accountsContract.token, { grant_type: 'sms', phone, code });
    expect(login.account).toBe('merchant');
  });

  it('serves only the phone it was sent to', async () => {
    const code = await codeFor(await phoneOf('merchant2'), 'reset');
    expect((await refusal(reset(await phoneOf('merchant'), code))).key).toBe('accounts:error.codeWrong');
  });

  it('ends after five minutes', async () => {
    const phone = await phoneOf('merchant');
    const code = await codeFor(phone, 'reset');
    server.clock.forward(5 * minuteMs);
    expect((await refusal(reset(phone, code))).key).toBe('accounts:error.codeWrong');
  });

  it('can not be asked for without end', async () => {
    const asked: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      asked.push(
        await statusOf(anyone, accountsContract.sendCode, { phone: unknownPhone, type: 'register' }),
      );
      asked.push(
        await statusOf(anyone, accountsContract.sendCode, { phone: unknownPhone, type: 'register' }),
      );
      server.clock.forward(minuteMs);
    }
    expect(asked.filter((status) => status === 200)).toHaveLength(5);
    // too soon after the last one; after five of them a picture is asked for
    expect(asked.filter((status) => status === 429)).toHaveLength(5);
    const next = anyone.call(accountsContract.sendCode, { phone: unknownPhone, type: 'register' });
    expect(await refusal(next)).toMatchObject({ key: 'accounts:error.captchaRequired' });
  });
});

describe('who has an account is nobody’s business', () => {
  const failedLogin = async (username: string) => {
    const error = await refusal(
      anyone.call(accountsContract.token, {
        grant_type: 'password',
        username,
        password: server.encrypt('Wrong123'),
      }),
    );
    return [error.status, error.key, error.message];
  };

  it('at login, from the first attempt over the captcha to the lock', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await failedLogin('merchant')).toEqual(await failedLogin('nobody_here'));
    expect((await failedLogin('nobody_here'))[1]).toBe('accounts:error.captchaRequired');
  });

  it('when many guesses at once lead to the lock', async () => {
    const { raw } = server.services.db;
    const waiting = async () => {
      const [found] = await raw<{ count: number }[]>`
        select count(*)::int as count from pg_locks where not granted and relation = 'login_failure'::regclass`;
      return found?.count;
    };
    // All of them have seen that nothing is counted yet, however slowly they come: as from six servers, because one takes
    // the attempts of a name in turn.
    const guess = (name: string) =>
      admitAttempt(server.services, {
        ...{ subject: { kind: 'name', value: name }, address: '192.0.2.7', captcha: undefined },
      }).catch(() => undefined);
    const storm = async (name: string) => {
      const { guesses } = await raw.begin(async (held) => {
        await held`lock table login_failure in share mode`;
        const sent = Promise.all(Array.from({ length: 6 }, () => guess(name)));
        await expect.poll(waiting, soon).toBe(6);
        return { guesses: sent };
      });
      await guesses;
    };
    await storm('merchant');
    await storm('nobody_here');
    expect((await failedLogin('merchant'))[1]).toBe('accounts:error.locked');
    expect(await failedLogin('merchant')).toEqual(await failedLogin('nobody_here'));
  });

  it('when a code is asked for or guessed', async () => {
    const known = await phoneOf('merchant');
    for (const type of ['login', 'reset', 'register', 'invite'] as const) {
      server.clock.forward(minuteMs);
      // a ticket is as random as another
      const shapeOf = async (phone: string) => {
        const { codeTicket, ...rest } = await anyone.call(accountsContract.sendCode, { phone, type });
        return { ...rest, ticketLength: codeTicket?.length };
      };
      expect(await shapeOf(known)).toEqual(await shapeOf(unknownPhone));
    }
    const answers = async (phone: string) => {
      const errors = await Promise.all([
        refusal(reset(phone, '000000')),
        refusal(anyone.call(accountsContract.verifyCode, { phone, code: '000000', type: 'reset' })),
        refusal(anyone.call(accountsContract.token, { grant_type: 'sms', phone, code: '000000' })),
        refusal(anyone.call(accountsContract.userLogin, { phone, code: '000000' })),
      ]);
      return errors.map(({ status, key, message }) => [status, key, message]);
    };
    expect(await answers(known)).toEqual(await answers(unknownPhone));
  });

  it('and the calls that tell which names are taken want someone logged in who may make accounts', async () => {
    const asks: [AnyEndpoint, Record<string, string>][] = [
      [accountsContract.accountExists, { account: 'merchant' }],
      [accountsContract.franchiseeAccountExists, { account: 'merchant' }],
      [accountsContract.checkAccount, { account: 'merchant' }],
      [accountsContract.phoneTaken, { phone: await phoneOf('merchant') }],
    ];
    for (const [endpoint, input] of asks)
      expect([endpoint.path, await statusOf(anyone, endpoint, input)]).toEqual([endpoint.path, 401]);
  });
});

describe('a refresh token', () => {
  const renew = (refreshToken: string) =>
    anyone.call(accountsContract.token, { grant_type: 'refresh_token', refresh_token: refreshToken });

  it('that is shown again after its use ends the whole login, for the thief and for the owner', async () => {
    const first = await server.login('merchant');
    const second = await renew(first.refresh_token);
    server.clock.forward(20 * secondMs);
    expect((await refusal(renew(first.refresh_token))).status).toBe(400);
    expect((await refusal(renew(second.refresh_token))).status).toBe(400);
    const owner = server.withToken(second.access_token);
    expect(await statusOf(owner, accountsContract.info, {})).toBe(401);
  });

  it('can not be made up, changed or used as an access token', async () => {
    const { refresh_token: token } = await server.login('merchant');
    const [session, generation, signature] = token.split('.');
    const forgeries = [
      `${session}.${Number(generation) + 1}.${signature}`,
      `${session}.${generation}.`,
      `${session}.${generation}`,
      `${demoId('session')}.${generation}.${signature}`,
      `${token}.x`,
      "' or 1=1 --",
    ];
    for (const forged of forgeries)
      expect([forged, (await refusal(renew(forged))).status]).toEqual([forged, 400]);
    expect(await statusOf(server.withToken(token), accountsContract.info, {})).toBe(401);
  });

  it('dies with the password that was reset', async () => {
    const { refresh_token: token } = await server.login('merchant');
    const phone = await phoneOf('merchant');
    await reset(phone, await codeFor(phone, 'reset'));
    expect((await refusal(renew(token))).status).toBe(400);
  });

  it('dies with the account that was disabled, and so does the access token at once', async () => {
    const { refresh_token, access_token } = await server.login('clerk');
    const merchant = await server.as('merchant');
    await merchant.call(teamContract.updateStaff, { id: demoId('user:clerk'), enabled: false });
    expect(await statusOf(server.withToken(access_token), accountsContract.info, {})).toBe(401);
    expect((await refusal(renew(refresh_token))).status).toBe(400);
  });
});

describe('fields that nobody asked for', () => {
  const extras = {
    userType: 1,
    user_type: 1,
    realm: 'platform',
    tenantId: demoTenants.merchant2,
    tenant_id: demoTenants.merchant2,
    permissions: ['accounts.review'],
    allSites: true,
    all_sites: true,
    roleId: demoId('role:merchant:manager'),
    role_id: demoId('role:merchant:manager'),
    account: 'taken_over',
    phone: '13999990002',
    passwordHash: 'x',
    enabled: true,
    reviewState: 'passed',
    isDefault: true,
    createdAt: '2000-01-01T00:00:00.000Z',
  };
  const accessColumns = ({
    user_type,
    tenant_id,
    role_id,
    all_sites,
    account,
    phone,
    password_hash,
  }: Record<string, unknown>) => ({
    user_type,
    tenant_id,
    role_id,
    all_sites,
    account,
    phone,
    password_hash,
  });

  it('do not change one’s own kind, organisation, role or sites through the profile', async () => {
    const before = await userRow('clerk');
    const { access_token: token } = await server.login('clerk');
    for (const form of [false, true]) {
      const answer = await send(
        server,
        accountsContract.updateProfile,
        { ...extras, name: 'New name' },
        { token, form },
      );
      expect(answer.status).toBe(200);
    }
    const after = await userRow('clerk');
    expect(after.name).toBe('New name');
    expect(accessColumns(after)).toEqual(accessColumns(before));
  });

  it('do not lift a registered merchant above what a merchant is', async () => {
    const code = await codeFor(unknownPhone, 'register');
    const answer = await send(server, partnersContract.registerMerchant, {
      ...extras,
      phone: unknownPhone,
      code,
      password: server.encrypt(newPassword),
      name: 'Newcomer',
    });
    expect(answer.status).toBe(200);
    const { account, tenantId } = JSON.parse(answer.body).data as { account: string; tenantId: string };
    const row = await userRow(account);
    expect([row.user_type, row.tenant_id]).toEqual([2, tenantId]);
    expect(Object.values(demoTenants)).not.toContain(tenantId);
    const [tenant] = await server.services.db
      .raw`select realm, review_state from tenant where id = ${tenantId}`;
    expect(tenant).toEqual({ realm: 'merchant', review_state: 'untreated' });
    const newcomer = server.withToken((await server.login(account, newPassword)).access_token);
    expect(await statusOf(newcomer, partnersContract.listTenants, {})).toBe(403);
  });

  it('do not give invited staff another role, organisation or kind than the invitation says', async () => {
    const merchant = await server.as('merchant');
    const { id: roleId } = await merchant.call(teamContract.saveRole, {
      roleName: 'Cleaner',
      permissions: [],
    });
    const { token } = await merchant.call(teamContract.createInvitation, { roleId });
    const answer = await send(server, teamContract.registerInvited, {
      ...extras,
      phone: undefined,
      token,
      account: 'cleaner1',
      name: 'Cleaner',
      password: server.encrypt(newPassword),
      siteIds: [demoId('site:merchant:1')],
    });
    expect(answer.status).toBe(200);
    const row = await userRow('cleaner1');
    expect([row.user_type, row.tenant_id, row.role_id, row.all_sites]).toEqual([
      5,
      demoTenants.merchant,
      roleId,
      false,
    ]);
    const sites = await server.services.db.raw`select 1 from account_site where user_id = ${row.id}`;
    expect(sites).toHaveLength(0);
  });

  it('do not put a site into another organisation', async () => {
    const others = await tenantRows(server, demoTenants.merchant2);
    const { access_token: token } = await server.login('merchant');
    const answer = await send(
      server,
      sitesContract.createSite,
      {
        ...extras,
        id: demoId('x'),
        name: 'Mine',
        type: 'mall',
        regionCode: '310115',
        address: 'Road 1',
        equipmentNumber: 9,
      },
      { token },
    );
    expect(answer.status).toBe(200);
    const [site] = await server.services.db.raw`select * from site where name = 'Mine'`;
    expect(site?.tenant_id).toBe(demoTenants.merchant);
    expect(site?.id).not.toBe(demoId('x'));
    expect(await tenantRows(server, demoTenants.merchant2)).toEqual(others);
  });

  it('do not make staff owners when the owner changes them', async () => {
    const merchant = await server.login('merchant');
    const before = await userRow('clerk');
    const answer = await send(
      server,
      teamContract.updateStaff,
      { id: before.id, name: 'Clerk', userType: 2, tenantId: demoTenants.merchant2, phone: '13999990002' },
      { token: merchant.access_token },
    );
    expect(answer.status).toBe(200);
    expect(accessColumns(await userRow('clerk'))).toEqual(accessColumns(before));
  });
});

describe('an account that may manage staff and roles, but little else', () => {
  const own = ['accounts.staffView', 'accounts.staffEdit', 'accounts.roleEdit', 'sites.view'];
  let helper: Client;
  let helperId: string;
  let ownRole: string;
  let mightyRole: string;
  let bossId: string;

  beforeEach(async () => {
    const merchant = await server.as('merchant');
    const role = async (roleName: string, permissions: string[]) =>
      (await merchant.call(teamContract.saveRole, { roleName, permissions })).id;
    ownRole = await role('Helper', own);
    mightyRole = await role('Boss', [...own, 'sites.edit', 'sites.remove', 'accounts.logView']);
    const hire = async (account: string, roleId: string, siteIds: string[]) =>
      (
        await merchant.call(teamContract.saveStaff, {
          account,
          name: account,
          roleId,
          siteIds,
          password: server.encrypt(newPassword),
        })
      ).id;
    helperId = await hire('helper1', ownRole, [demoId('site:merchant:1')]);
    bossId = await hire('boss1', mightyRole, [demoId('site:merchant:1'), demoId('site:merchant:2')]);
    helper = server.withToken((await server.login('helper1', newPassword)).access_token);
  });

  const staff = (change: Record<string, unknown>) => ({
    account: 'puppet1',
    name: 'Puppet',
    roleId: ownRole,
    password: server.encrypt(newPassword),
    ...change,
  });

  it('can do its own work, so that the refusals below mean something', async () => {
    const siteIds = [demoId('site:merchant:1')];
    expect(await statusOf(helper, teamContract.saveStaff, staff({ siteIds }))).toBe(200);
    expect(
      await statusOf(helper, teamContract.saveRole, { roleName: 'Viewer', permissions: ['sites.view'] }),
    ).toBe(200);
  });

  it('can not widen a role beyond its own rights', async () => {
    const more = [...own, 'sites.edit'];
    const calls = [
      statusOf(helper, teamContract.saveRole, { roleName: 'New', permissions: more }),
      statusOf(helper, teamContract.saveRole, { id: ownRole, roleName: 'Helper', permissions: more }),
      statusOf(helper, teamContract.grantRole, { roleIds: [ownRole], menuIds: more }),
      statusOf(helper, teamContract.grantRole, { roleIds: [mightyRole], menuIds: own }),
      statusOf(helper, teamContract.saveRole, { id: mightyRole, roleName: 'Boss', permissions: own }),
    ];
    expect(await Promise.all(calls)).toEqual([403, 403, 403, 403, 403]);
    expect((await helper.call(accountsContract.info, {})).permissions.toSorted()).toEqual(own.toSorted());
  });

  it('can not hand out a mightier role, more sites than its own, or all of them', async () => {
    const mighty = { roleId: mightyRole };
    const calls = {
      mightyStaff: statusOf(helper, teamContract.saveStaff, staff(mighty) as never),
      mightySubmit: statusOf(helper, teamContract.submitUser, staff(mighty) as never),
      mightySave: statusOf(helper, teamContract.saveUser, staff(mighty) as never),
      mightyInvitation: statusOf(helper, teamContract.createInvitation, mighty),
      allSites: statusOf(helper, teamContract.saveStaff, staff({ allSites: true }) as never),
      allSitesInvitation: statusOf(helper, teamContract.createInvitation, {
        roleId: ownRole,
        allSites: true,
      }),
    };
    for (const [name, call] of Object.entries(calls)) expect([name, await call]).toEqual([name, 403]);
    const foreignSite = staff({ siteIds: [demoId('site:merchant:3')] }) as never;
    expect([400, 403, 404]).toContain(await statusOf(helper, teamContract.saveStaff, foreignSite));
  });

  it('can not promote itself or take over someone mightier', async () => {
    const owner = await userRow('merchant');
    const boss = { ...staff({}), id: bossId, account: 'boss1' } as never;
    const self = { ...staff({ roleId: mightyRole }), id: helperId, account: 'helper1' } as never;
    const calls = {
      promoteSelf: statusOf(helper, teamContract.updateUser, self),
      grantSelf: statusOf(helper, teamContract.grantRoles, {
        userIds: [helperId],
        roleIds: [mightyRole],
      }),
      patchSelf: statusOf(helper, teamContract.updateStaff, { id: helperId, roleId: mightyRole }),
      changeBoss: statusOf(helper, teamContract.saveStaff, boss),
      disableBoss: statusOf(helper, teamContract.updateStaff, { id: bossId, enabled: false }),
      resetBoss: statusOf(helper, teamContract.resetStaffPasswords, { userIds: [bossId] }),
      removeBoss: statusOf(helper, teamContract.removeStaff, { ids: [bossId] }),
      resetOwner: statusOf(helper, teamContract.resetStaffPasswords, { userIds: [owner.id] }),
      removeOwner: statusOf(helper, teamContract.removeUsers, { ids: [owner.id] }),
      changeOwner: statusOf(helper, teamContract.updateStaff, { id: owner.id, name: 'Mine now' }),
    };
    for (const [name, call] of Object.entries(calls))
      expect([name, await call].join(' ')).toMatch(/ (400|403|404)$/);
    expect((await server.login('boss1', newPassword)).access_token).toBeTruthy();
    expect(await userRow('merchant')).toEqual({ ...owner, last_login_at: expect.anything() });
    expect((await userRow('helper1')).role_id).toBe(ownRole);
  });

  it('and not even the owner can give rights of another realm', async () => {
    const merchant = await server.as('merchant');
    for (const permission of ['accounts.review', 'content.edit', 'accounts.agentEdit', 'made.up', '*'])
      expect([
        permission,
        await statusOf(merchant, teamContract.grantRole, { roleIds: [ownRole], menuIds: [permission] }),
      ]).toEqual([permission, 400]);
    // even if such a key got into the database, it opens nothing
    await server.services.db
      .raw`update role set permissions = ${['accounts.review', 'content.edit']} where id = ${ownRole}`;
    const { access_token } = await server.login('helper1', newPassword);
    const fresh = server.withToken(access_token);
    expect((await fresh.call(accountsContract.info, {})).permissions).toEqual([]);
    expect(await statusOf(fresh, partnersContract.listTenants, {})).toBe(403);
  });
});
