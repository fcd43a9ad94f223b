import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { owned, playerId, site } from '#features/selling/coins/test/crew.ts';
import type { Client } from '#kit/contract/client.ts';
import { givingRights } from '#kit/contract/feature.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { allowanceContract as calls } from '../contract.ts';
import { allow } from './allow.ts';
import { givingWishes, holdings, triedElsewhere } from './giving-wishes.ts';

const { server } = testServer();
let merchant: Client;
beforeAll(async () => {
  merchant = await server.as('merchant');
});
afterAll(() => expectBooksRight(server));

const give = (client: Client, coins: number) =>
  client.call(coinsContract.issueToMember, {
    fieldId: site,
    playerId: playerId('林小雨'),
    coins,
    remark: 'gift',
    requestId: newId(),
  });

let files = 0;
/** A file that owes one player so many yuan. */
async function importing(client: Client, yuan: number) {
  const phone = `1360000${String(files++).padStart(4, '0')}`;
  const content = Buffer.from(`phone,name,balance\r\n${phone},Wang,${yuan}`).toString('base64');
  const file = { fieldId: site, fileName: 'old.csv', content };
  const { seen } = await client.call(membersContract.previewOldPlayers, file);
  const { asked } = await client.call(membersContract.importOldPlayers, { ...file, seen });
  const brought = async () =>
    (await merchant.call(membersContract.listOldPlayers, { word: phone })).records.map(
      ({ balanceFen }) => balanceFen,
    );
  return { asked, brought };
}
const decide = (client: Client, id: string | null, agree = true) =>
  client.call(calls.decideRequest, { id: id as string, agree, reason: agree ? '' : 'too much' });
/** As if nobody but the person had touched the account for a month. */
const settle = (account: string) =>
  server.services.db
    .raw`update user_account set own_since = own_since - interval '30 days' where account = ${account}`;

describe('a file of old players', () => {
  it('brings nothing beyond the allowance until a second person agrees, and then once', async () => {
    const { client: manager, account } = await hireStaff(server, merchant, [
      'members.view',
      'members.import',
      'allowance.view',
      'allowance.approve',
    ]);
    const { asked, brought } = await importing(manager, 50_000);
    expect([asked === null, await brought()]).toEqual([false, []]);
    const [shown] = (await merchant.call(calls.listRequests, { state: 'waiting' })).records;
    expect(shown).toMatchObject({ id: asked, door: 'import', worthFen: 5_000_000, userName: account });
    expect(await refusalOf(decide(manager, asked))).toBe('allowance:error.own');
    const tries = await Promise.all(Array.from({ length: 4 }, () => refusalOf(decide(merchant, asked))));
    expect(tries.filter((one) => one === 'done')).toHaveLength(1);
    expect(await brought()).toEqual([5_000_000]);
    // it was the second person's, and leaves the day as it was
    expect(await manager.call(calls.readAllowance, {})).toMatchObject({ usedFen: 0 });
  });

  it('that is refused, or withdrawn, brings nothing at all, and says why', async () => {
    const rights = ['members.view', 'members.import', 'allowance.view'];
    const { client: manager } = await hireStaff(server, merchant, rights);
    const { asked, brought } = await importing(manager, 50_000);
    expect(await refusalOf(merchant.call(calls.decideRequest, { id: asked as string, agree: false }))).toBe(
      'kit:validation.required',
    );
    await decide(merchant, asked, false);
    expect(await refusalOf(decide(merchant, asked))).toBe('allowance:error.decided');
    const second = await importing(manager, 40_000);
    await manager.call(calls.withdrawRequest, { id: second.asked as string });
    expect(await refusalOf(decide(merchant, second.asked))).toBe('allowance:error.decided');
    expect([...(await brought()), ...(await second.brought())]).toEqual([]);
    const { records } = await manager.call(calls.listRequests, {});
    expect(records.map(({ state, reason }) => [state, reason])).toEqual([
      ['withdrawn', ''],
      ['refused', 'too much'],
    ]);
  });

  it('counts together with everything else that is given on the day', async () => {
    const rights = ['members.view', 'members.import', 'coins.view', 'coins.issue', 'allowance.view'];
    const { client: staff, roleId } = await hireStaff(server, merchant, rights);
    await allow(server, merchant, { fen: 5000 }, roleId);
    const { asked, brought } = await importing(staff, 50);
    expect([asked, await brought()]).toEqual([null, [5000]]);
    expect(await staff.call(calls.readAllowance, {})).toMatchObject({ usedFen: 5000, leftFen: 0 });
    expect(await refusalOf(give(staff, 1))).toBe('allowance:error.perDay');
  });
});

describe('every call that gives something away', () => {
  it('gives nothing by staff whose allowance is nothing: it is refused, or waits', async () => {
    const { features } = server.services;
    const giving = features.flatMap(({ name: feature, endpoints }) =>
      Object.entries(endpoints).flatMap(([name, endpoint]) =>
        endpoint.gives ? [{ name: `${feature}.${name}`, endpoint }] : [],
      ),
    );
    const wishes = await givingWishes(server, merchant);
    expect([...Object.keys(wishes), ...triedElsewhere].sort()).toEqual(giving.map(({ name }) => name).sort());
    const rights = givingRights(features).map(({ permission }) => permission);
    const { client, roleId } = await hireStaff(server, merchant, rights);
    await allow(server, merchant, { fen: 0 }, roleId);
    const before = await holdings(server);
    for (const { name, endpoint } of giving) {
      const wish = wishes[name];
      if (!wish) continue;
      const outcome = await client.call(endpoint, wish).then(
        ({ asked }: { asked?: string | null }) => (asked ? 'waits' : 'given'),
        (error: { key?: string }) => error.key,
      );
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^(waits|allowance:error\.perDay)$/)]);
    }
    expect(await holdings(server)).toEqual(before);
  });

  it('leaves a row behind, which the proof misses where there is none', async () => {
    const { db, booksChecks } = server.services;
    const { id } = await give(merchant, 1);
    const wrong = async () => {
      const { checks } = await prove(db, server.clock.now(), booksChecks);
      return checks.filter(({ holds }) => !holds).map(({ name }) => name);
    };
    expect(await wrong()).toEqual([]);
    const elsewhere = newId();
    await db.raw`update allowance_given set subject_id = ${elsewhere} where subject_id = ${id}`;
    expect(await wrong()).toEqual(['givenFromAllowance']);
    await db.raw`update allowance_given set subject_id = ${id} where subject_id = ${elsewhere}`;
  });
});

describe('a second person', () => {
  const rights = ['members.view', 'members.import', 'allowance.view', 'allowance.approve'];

  it('is somebody else: no new account, and none by the same maker', async () => {
    const { client: asker, account: asking } = await hireStaff(server, merchant, rights);
    const { client: second, account } = await hireStaff(server, merchant, rights);
    const { asked, brought } = await importing(asker, 1000);
    expect(await refusalOf(decide(second, asked))).toBe('allowance:error.tooNew');
    await settle(account);
    const { db } = server.services;
    await db.raw`update user_account a set set_by = b.id from user_account b
      where a.account = ${asking} and b.account = ${account}`;
    expect(await refusalOf(decide(second, asked))).toBe('allowance:error.sameMaker');
    expect(await brought()).toEqual([]);
    await db.raw`update user_account set set_by = null where account = ${asking}`;
    await decide(second, asked);
    expect(await brought()).toEqual([100_000]);
  });

  it('agrees to nothing that the asker may not do any more', async () => {
    const { client: asker, roleId, account } = await hireStaff(server, merchant, rights);
    const { asked, brought } = await importing(asker, 1000);
    await merchant.call(teamContract.saveRole, { id: roleId, roleName: account, permissions: [] });
    expect(await refusalOf(decide(merchant, asked))).toBe('allowance:error.askerGone');
    expect(await brought()).toEqual([]);
  });
});

describe('accounts that somebody made', () => {
  it('give of what their maker may give, for a week, along the chain', async () => {
    await allow(server, merchant, { coin: 200 });
    const rights = [
      'coins.view',
      'coins.issue',
      'accounts.staffView',
      'accounts.staffEdit',
      'allowance.view',
    ];
    const { client: manager, roleId } = await hireStaff(server, merchant, rights);
    const hire = async (maker: Client) => {
      const account = `p${newId().slice(-8)}`;
      const password = server.encrypt(demoPassword);
      const person = { account, name: account, roleId, allSites: true, siteIds: [], password };
      await maker.call(teamContract.saveStaff, person);
      return { account, client: await server.logIn(account) };
    };
    const first = await hire(manager);
    const [second, third] = [await hire(manager), await hire(first.client)];
    const before = await owned(server, '林小雨');
    const wishes = [first.client, second.client, third.client, manager].map((one) =>
      refusalOf(give(one, 200)),
    );
    const outcomes = await Promise.all(wishes);
    expect(outcomes.sort()).toEqual([...Array(3).fill('allowance:error.perDay'), 'done']);
    expect(await owned(server, '林小雨')).toBe(before + 200);
    for (const { client } of [first, second, third])
      expect(await client.call(calls.readAllowance, {})).toMatchObject({ leftFen: 0, shared: true });
    // who has had the account alone for a week gives of the own allowance
    server.clock.forward(8 * dayMs);
    const settled = await server.logIn(second.account);
    await give(settled, 200);
    await give(await server.logIn(first.account), 200);
    merchant = await server.logIn('merchant');
  });
});

describe('limits', () => {
  it('are set by nobody who may give something by any door, nor by an account that such a person made', async () => {
    const set = (client: Client) =>
      client.call(calls.saveAllowanceLimit, { perDayFen: 9_000_000, aloneFen: 9_000_000 });
    const limiting = ['allowance.view', 'allowance.limits'];
    for (const giving of ['members.give', 'points.adjust', 'cards.give', 'rewards.issue', 'members.import']) {
      const { client } = await hireStaff(server, merchant, [...limiting, giving]);
      expect(await refusalOf(set(client))).toBe('allowance:error.ownLimit');
    }
    const { client: accountant } = await hireStaff(server, merchant, limiting);
    await set(accountant);
    await allow(server, merchant, { fen: 20_000 });
  });

  it('are not given to a role, nor to an account, by who may give something away', async () => {
    const rights = ['coins.issue', 'coins.view', 'devices.view', 'accounts.staffView', 'accounts.roleEdit'];
    const { client } = await hireStaff(server, merchant, [...rights, 'allowance.view', 'allowance.limits']);
    const role = { roleName: `r${newId().slice(-8)}`, permissions: ['allowance.view', 'allowance.limits'] };
    expect(await refusalOf(client.call(teamContract.saveRole, role))).toBe('accounts:error.limitsAndGives');
  });
});
