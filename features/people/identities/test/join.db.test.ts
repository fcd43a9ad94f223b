import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import {
  findPlayer,
  issuePlayerToken,
  markVisitors,
  rememberPlayer,
} from '#features/base/players/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { cardsContract } from '#features/loyalty/cards/contract.ts';
import { grantCard } from '#features/loyalty/cards/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { refreshDue, takeMembers } from '#features/people/members/server/refresh-members.ts';
import { firstSite, hallOf, secondSite } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { daysPass, leave, phoneKnownForDays } from '#features/people/playerapp/test/leaving.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { refundOrder } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, secondMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { identitiesContract as calls } from '../contract.ts';
import { followJoined } from '../server/join-players.ts';
import { guardCases } from './guard-cases.ts';
import { type Twins, twinsOf } from './twins.ts';

const { server } = testServer();
let merchant: Client;
let hall: ReturnType<typeof hallOf>;
const people = twinsOf(() => server);
const { twoRecords, clientOf, proven, bothProven, join, split, timeComes } = people;
beforeAll(async () => {
  merchant = await server.as('merchant');
  hall = hallOf(server);
});
afterAll(() => expectBooksRight(server));

/** Figures follow what was paid within a blink. */
const known = (playerId: string, paidFen: number) =>
  expect
    .poll(
      () =>
        merchant.call(membersContract.readMember, { playerId }).then(
          (member) => member.paidFen,
          () => null,
        ),
      soon,
    )
    .toBe(paidFen);
const balanceOf = async (playerId: string) => {
  const [own] = await (await clientOf(playerId)).call(playerAppContract.readOwnMoney, {});
  return own ? { balanceFen: own.balanceFen, coins: own.coins } : { balanceFen: 0, coins: 0 };
};
const codeSentTo = (phone: string) =>
  server.messages.findLast((message) => message.phone === phone)?.params.code as string;
async function changesPhone(client: Client, phone: string): Promise<void> {
  await client.call(playerAppContract.sendNewPhoneCode, { phone });
  await client.call(playerAppContract.changePhone, { phone, code: codeSentTo(phone) });
}
/** Whom a code on that phone lets in. */
async function logsIn(phone: string): Promise<string> {
  const nobody = await server.as(undefined);
  server.clock.forward(61 * secondMs);
  await nobody.call(playersContract.sendLoginCode, { phone });
  return (await nobody.call(playersContract.logInByPhone, { phone, code: codeSentTo(phone) })).player.id;
}
const sendCoins = (playerId: string, coins: number, fieldId: string = firstSite) =>
  merchant.call(coinsContract.issueToMember, {
    playerId,
    fieldId,
    coins,
    remark: 'gift',
    requestId: newId(),
  });

describe('one person’s two records', () => {
  it('become one: balance, coins, orders, visits, free plays, notes; the other app leads to it', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    await hall.topUp(wechat, 3000);
    await hall.topUp(alipay, 5000);
    await hall.topUp(alipay, 2000, secondSite);
    await known(wechat, 3000);
    await known(alipay, 7000);
    await sendCoins(alipay, 12, secondSite);
    await merchant.call(membersContract.giveFreePlays, {
      playerId: alipay,
      fieldId: firstSite,
      plays: 2,
      reason: 'birthday',
    });
    await merchant.call(membersContract.saveMember, {
      playerId: alipay,
      note: 'left-handed',
      tags: ['family'],
    });
    const client = await clientOf(wechat);
    const old = await clientOf(alipay);
    const preview = await client.call(calls.previewOwnJoin, { playerId: alipay });
    expect(preview).toMatchObject({ platform: 'alipay', orders: 2 });
    expect(preview.values.map(({ fieldId, unit, amount }) => [fieldId, unit, amount]).sort()).toEqual(
      [
        [firstSite, 'fen', 5000],
        [secondSite, 'coin', 12],
        [secondSite, 'fen', 2000],
      ].sort(),
    );
    const { id: wishId } = await client.call(calls.joinOwn, { playerId: alipay, seen: preview.seen });
    await timeComes(wishId);
    expect(await balanceOf(wechat)).toEqual({ balanceFen: 10_000, coins: 12 });
    expect(await merchant.call(membersContract.readMember, { playerId: wechat })).toMatchObject({
      paidFen: 10_000,
      visits: 2,
      note: 'left-handed',
      tags: ['family'],
    });
    expect(await refusalOf(merchant.call(membersContract.readMember, { playerId: alipay }))).toBe(
      'kit:error.notFound',
    );
    const plays = await merchant.call(membersContract.listFreePlays, { playerId: wechat });
    expect(plays.records).toMatchObject([{ left: 2 }]);
    expect(await refusalOf(old.call(playersContract.readSelf, {}))).toBe('kit:error.loginExpired');
    await expectBooksRight(server);
  });

  it('can be used from both apps: who comes by the joined one is the same player, known as that app knows him', async () => {
    const twins = await bothProven();
    await join(twins);
    const { db } = server.services;
    const [identity, player] = [
      await findPlayer(db.read, twins.alipay),
      await findPlayer(db.read, twins.wechat),
    ];
    expect(identity?.joinedTo).toBe(twins.wechat);
    const client = server.withToken(await issuePlayerToken(server.services, player!, twins.alipay));
    expect(await client.call(playersContract.readSelf, {})).toMatchObject({
      id: twins.wechat,
      platform: 'alipay',
    });
    const renewed = await client.call(playersContract.renewLogin, {});
    expect(renewed.player).toMatchObject({ id: twins.wechat, platform: 'alipay' });
  });

  it('keep the higher level, its coins come once, and guards stay: the lower of two limits, a payment password', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    await hall.topUp(alipay, 100_000);
    await known(alipay, 100_000);
    expect(await balanceOf(alipay)).toEqual({ balanceFen: 100_000, coins: 20 });
    await (await clientOf(alipay)).call(playerAppContract.saveLimit, { dailyFen: 3000 });
    await (await clientOf(wechat)).call(playerAppContract.saveLimit, { dailyFen: 9000 });
    await (await clientOf(alipay)).call(playerAppContract.setPayPassword, { password: '135790' });
    await join(twins, { otherPassword: '135790' });
    const guarded = await server.services.db.raw<{ hash: string }[]>`
      select password_hash as hash from player_pay_password where player_id in (${wechat}, ${alipay})`;
    expect(guarded).toHaveLength(2);
    expect(guarded[0]).toEqual(guarded[1]);
    const { levelName } = await merchant.call(membersContract.readMember, { playerId: wechat });
    expect(levelName).toBe('银卡会员');
    await hall.topUp(wechat, 100_000);
    await known(wechat, 200_000);
    expect(await balanceOf(wechat)).toEqual({ balanceFen: 200_000, coins: 20 });
    expect(await (await clientOf(wechat)).call(playerAppContract.readLimit, {})).toMatchObject({
      dailyFen: 3000,
    });
  });

  it('are joined only when both have shown today to hold the number', async () => {
    const { wechat, alipay, phone } = await twoRecords();
    const client = await clientOf(wechat);
    const tried = () => refusalOf(client.call(calls.previewOwnJoin, { playerId: alipay }));
    expect(await tried()).toBe('kit:error.notFound');
    await proven(wechat, phone);
    expect(await tried()).toBe('kit:error.notFound');
    await proven(alipay, '13600009999');
    expect(await tried()).toBe('kit:error.notFound');
    await proven(alipay, phone);
    expect(await tried()).toBe('done');
    expect((await client.call(calls.readOwnIdentities, {})).twins).toMatchObject([{ playerId: alipay }]);
    server.clock.forward(25 * hourMs);
    // moving the clock ends older log-ins
    merchant = await server.logIn('merchant');
    expect(await refusalOf((await clientOf(wechat)).call(calls.previewOwnJoin, { playerId: alipay }))).toBe(
      'kit:error.notFound',
    );
  });

  it('are proven by the code that was sent, and by no other', async () => {
    const { wechat, phone } = await twoRecords();
    const client = await clientOf(wechat);
    await client.call(playersContract.sendLoginCode, { phone });
    const code = codeSentTo(phone);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await refusalOf(client.call(calls.proveOwnPhone, { phone, code: wrong }))).toBe(
      'accounts:error.codeWrong',
    );
    expect((await client.call(calls.readOwnIdentities, {})).phone).toBeNull();
    await client.call(calls.proveOwnPhone, { phone, code });
    expect((await client.call(calls.readOwnIdentities, {})).phone).toMatch(/^136\*{4}\d{4}$/);
    expect(await refusalOf(client.call(calls.proveOwnPhone, { phone, code }))).toBe(
      'accounts:error.codeWrong',
    );
  });

  it('are proven by a change of the phone too: twins are found, and what waited for the number is there', async () => {
    const { wechat, alipay, phone } = await twoRecords();
    const file = {
      fieldId: firstSite,
      fileName: 'old.csv',
      content: Buffer.from(`phone,name,balance,coins\r\n${phone},Old,12.00,7`).toString('base64'),
    };
    const { seen } = await merchant.call(membersContract.previewOldPlayers, file);
    await merchant.call(membersContract.importOldPlayers, { ...file, seen });
    await proven(alipay, phone);
    expect(await balanceOf(alipay)).toEqual({ balanceFen: 1200, coins: 7 });
    await proven(wechat, '13600008888');
    const client = await clientOf(wechat);
    expect((await client.call(calls.readOwnIdentities, {})).twins).toEqual([]);
    await changesPhone(client, phone);
    expect(await client.call(calls.readOwnIdentities, {})).toMatchObject({
      phone: expect.stringMatching(/^136\*{4}\d{4}$/),
      twins: [{ playerId: alipay }],
    });
    await join({ wechat, alipay, phone });
    expect(await balanceOf(wechat)).toEqual({ balanceFen: 1200, coins: 7 });
  });

  it('a joined log-in by phone goes along to the new number: the old one lets nobody in any more', async () => {
    const { wechat, phone } = await twoRecords();
    const next = phone.replace('1360', '1380');
    const byPhone = await logsIn(phone);
    await proven(wechat, phone);
    await join({ wechat, alipay: byPhone, phone });
    expect(await logsIn(phone)).toBe(wechat);
    await changesPhone(await clientOf(wechat), next);
    expect(await logsIn(next)).toBe(wechat);
    expect(await logsIn(phone)).not.toBe(wechat);
  });

  it('are not joined on what was not seen, nor while something is under way', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    await hall.topUp(alipay, 4000);
    const client = await clientOf(wechat);
    const { seen } = await client.call(calls.previewOwnJoin, { playerId: alipay });
    await hall.topUp(alipay, 100);
    const tried = () => refusalOf(client.call(calls.joinOwn, { playerId: alipay, seen }));
    expect(await tried()).toBe('identities:error.changed');
    const { db } = server.services;
    await db.raw`update orders set state = 'paid' where player_id = ${alipay}`;
    expect(await tried()).toBe('identities:error.underWay');
    await db.raw`update orders set state = 'fulfilled' where player_id = ${alipay}`;
    expect(await balanceOf(alipay)).toEqual({ balanceFen: 4100, coins: 0 });
    expect(await balanceOf(wechat)).toEqual({ balanceFen: 0, coins: 0 });
  });

  it('refunds of what the joined one bought come out of the one purse', async () => {
    const twins = await bothProven();
    const order = await hall.topUp(twins.alipay, 6000);
    await join(twins);
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, order, { amount: 2500, reason: 'less', automatic: false }),
    );
    expect(await balanceOf(twins.wechat)).toEqual({ balanceFen: 3500, coins: 0 });
    await expectBooksRight(server);
  });

  it('once joined are joined once, though it is said by many at the same time', async () => {
    const twins = await bothProven();
    await hall.topUp(twins.alipay, 800);
    const client = await clientOf(twins.wechat);
    const back = await clientOf(twins.alipay);
    const here = await client.call(calls.previewOwnJoin, { playerId: twins.alipay });
    const there = await back.call(calls.previewOwnJoin, { playerId: twins.wechat });
    const tries = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        refusalOf(client.call(calls.joinOwn, { playerId: twins.alipay, seen: here.seen })),
      ),
      ...Array.from({ length: 4 }, () =>
        refusalOf(back.call(calls.joinOwn, { playerId: twins.wechat, seen: there.seen })),
      ),
    ]);
    expect(tries.filter((one) => one === 'done').length).toBeGreaterThan(0);
    const rows = await server.services.db.raw`select 1 from player_join
      where from_player in (${twins.wechat}, ${twins.alipay}) and split_at is null`;
    expect(rows).toHaveLength(1);
    await expectBooksRight(server);
  });

  it('what still came to the joined one follows', async () => {
    const twins = await bothProven();
    await join(twins);
    await hall.topUp(twins.alipay, 900);
    await followJoined(server.services);
    await followJoined(server.services);
    expect(await balanceOf(twins.wechat)).toEqual({ balanceFen: 900, coins: 0 });
    await known(twins.wechat, 900);
    await expectBooksRight(server);
  });
});

describe('a joined record', () => {
  const wechatOpenId = async (playerId: string) =>
    (await findPlayer(server.services.db.read, playerId))?.openId as string;
  const orderedBy = async (client: Client) => {
    const { orderNumber, ...prepared } = await client.call(ordersContract.payForCard, {
      fieldId: firstSite,
      cardId: demoId('package:1:stored:5000'),
      payWay: 'wechat',
      requestId: newId(),
    });
    const [paid] = await server.services.db.raw<{ payer: string | null; player: string }[]>`
      select p.payer_id as payer, o.player_id as player from orders o join payment p on p.id = o.payment_id
      where o.number = ${orderNumber}`;
    return { ...paid, inWechat: prepared.sign_package !== undefined };
  };

  it('pays at WeChat by WeChat’s own id of the person, for the player it leads to; the other app shows a code', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    // into Alipay's record, so that the player is not the one WeChat knows
    await join({ ...twins, wechat: alipay, alipay: wechat });
    const player = await findPlayer(server.services.db.read, alipay);
    const tokenOf = (identityId: string) => issuePlayerToken(server.services, player!, identityId);
    expect(await orderedBy(server.withToken(await tokenOf(wechat)))).toEqual({
      payer: await wechatOpenId(wechat),
      player: alipay,
      inWechat: true,
    });
    expect(await orderedBy(server.withToken(await tokenOf(alipay)))).toEqual({
      payer: null,
      player: alipay,
      inWechat: false,
    });
  });

  it('takes its papers along when the account is deleted; orders and books stay', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    for (const id of [wechat, alipay]) {
      const client = await clientOf(id);
      await client.call(playerAppContract.saveOwnCard, { holderName: '林小雨', number: '6222020000000007' });
      await client.call(playerAppContract.saveIdentity, { name: '林小雨', number: '11010519491231002X' });
      await server.services.db.raw`
        insert into player_photo (player_id, name, content_type, size_bytes, created_at)
        values (${id}, ${id.replaceAll('-', '')}, 'image/jpeg', 1, now())`;
    }
    await hall.topUp(alipay, 700);
    await join(twins);
    await phoneKnownForDays(server, wechat);
    await leave(server, await clientOf(wechat), { balanceFen: 700 });
    await daysPass(server, wechat);
    const { raw } = server.services.db;
    const left = await raw`
      select player_id from player_bank_card where player_id in (${wechat}, ${alipay})
      union all select player_id from player_identity where player_id in (${wechat}, ${alipay})
      union all select player_id from player_photo where player_id in (${wechat}, ${alipay})`;
    expect(left).toEqual([]);
    expect(await raw`select amount::int from orders where player_id = ${wechat}`).toEqual([{ amount: 700 }]);
    const rows = await raw`select name, phone, photo from player where id in (${wechat}, ${alipay})`;
    expect(rows).toEqual(Array(2).fill({ name: '', phone: null, photo: '' }));
    await expectBooksRight(server);
  });

  it('is taken merchant by merchant, by who joins and by who works figures out: neither waits for the other in a ring', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    const { db } = server.services;
    const [elsewhere] = await db.raw<{ id: string }[]>`
      select id from site where tenant_id = ${demoTenants.merchant2} limit 1`;
    await hall.topUp(alipay, 300);
    await hall.topUp(alipay, 300, elsewhere!.id, demoTenants.merchant2);
    await known(alipay, 300);
    const places = () => db.raw<{ tenant: string }[]>`
      select tenant_id as tenant from member where id = ${alipay} order by tenant_id`;
    await expect.poll(async () => (await places()).length, soon).toBe(2);
    const [lower, upper] = (await places()).map(({ tenant }) => tenant);
    const isHeld = async (tenant: string | undefined) =>
      (
        await db.raw`select 1 from member where tenant_id = ${tenant!} and id = ${alipay}
          for update skip locked`
      ).length === 0;
    const working = [
      () => join(twins),
      () =>
        db.transaction(async (tx) => {
          for (const tenant of [upper!, lower!]) await markVisitors(tx, tenant, [alipay]);
          await refreshDue(tx, server.clock.now());
        }),
    ];
    for (const work of working.toReversed()) {
      let done: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await takeMembers(tx, upper!, [alipay]);
        done = work();
        // who waits at the upper one has the lower one, and not the reverse
        await expect.poll(() => isHeld(lower), soon).toBe(true);
      });
      await done;
    }
    expect((await findPlayer(db.read, alipay))?.joinedTo).toBe(wechat);
  });
});

describe('parted again', () => {
  it('each has its own, as far as it was not spent, and all log-ins end', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    await hall.topUp(wechat, 1000);
    const order = await hall.topUp(alipay, 5000);
    await hall.topUp(alipay, 2000, secondSite);
    await known(alipay, 7000);
    await known(wechat, 1000);
    await sendCoins(alipay, 7);
    const id = await join(twins);
    await known(wechat, 8000);
    // of 6000 at the first site 5000 leave: of what was joined 1000 are there
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, order, { amount: 5000, reason: 'gone', automatic: false }),
    );
    const client = await clientOf(wechat);
    const preview = await client.call(calls.previewOwnSplit, { id });
    expect(preview.values.find(({ fieldId, unit }) => fieldId === firstSite && unit === 'fen')).toMatchObject(
      {
        amount: 1000,
        spent: 4000,
      },
    );
    await client.call(calls.splitOwn, { id, seen: preview.seen });
    expect(await refusalOf(client.call(playersContract.readSelf, {}))).toBe('kit:error.loginExpired');
    expect(await balanceOf(alipay)).toEqual({ balanceFen: 3000, coins: 7 });
    expect(await balanceOf(wechat)).toEqual({ balanceFen: 0, coins: 0 });
    await known(alipay, 2000);
    await known(wechat, 1000);
    expect((await merchant.call(membersContract.readMember, { playerId: alipay })).visits).toBe(2);
    expect((await merchant.call(membersContract.readMember, { playerId: wechat })).visits).toBe(1);
    await expectBooksRight(server);
  });

  it('a second time nothing moves, though many say it at once', async () => {
    const twins = await bothProven();
    await hall.topUp(twins.alipay, 1500);
    const id = await join(twins);
    const client = await clientOf(twins.wechat);
    const { seen } = await client.call(calls.previewOwnSplit, { id });
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => refusalOf(client.call(calls.splitOwn, { id, seen }))),
    );
    expect(tries.filter((one) => one === 'done')).toHaveLength(1);
    expect(await balanceOf(twins.alipay)).toEqual({ balanceFen: 1500, coins: 0 });
    const again = await join(twins);
    await split(twins.wechat, again);
    expect(await balanceOf(twins.alipay)).toEqual({ balanceFen: 1500, coins: 0 });
    await expectBooksRight(server);
  });

  it('not after thirty days, and not by somebody else', async () => {
    const twins = await bothProven();
    const stranger = await clientOf((await twoRecords()).wechat);
    const id = await join(twins);
    expect(await refusalOf(stranger.call(calls.previewOwnSplit, { id }))).toBe('kit:error.notFound');
    const client = await clientOf(twins.wechat);
    const { seen } = await client.call(calls.previewOwnSplit, { id });
    const release = server.clock.hold();
    server.clock.forward(30 * dayMs);
    const later = await clientOf(twins.wechat);
    expect(await refusalOf(later.call(calls.splitOwn, { id, seen }))).toBe('identities:error.tooLate');
    release();
    server.clock.forward(-30 * dayMs);
  });
});

describe('staff', () => {
  it('join members who proved the same number, with right, reason and what they saw; it stands in the log', async () => {
    const twins = await bothProven();
    const { wechat, alipay } = twins;
    await hall.topUp(wechat, 100);
    await hall.topUp(alipay, 2200);
    await known(wechat, 100);
    await known(alipay, 2200);
    const pair = { playerId: wechat, otherId: alipay };
    const { client: viewer } = await hireStaff(server, merchant, ['members.view']);
    expect(await refusalOf(viewer.call(calls.previewMemberJoin, pair))).toBe('kit:error.noPermission');
    const { client: ofOne } = await hireStaff(
      server,
      merchant,
      ['members.view', 'identities.join'],
      [firstSite],
    );
    expect(await refusalOf(ofOne.call(calls.previewMemberJoin, pair))).toBe('identities:error.wholeMerchant');
    const { client: staff } = await hireStaff(server, merchant, ['members.view', 'identities.join']);
    expect((await staff.call(calls.readMemberJoins, { playerId: wechat })).twins).toMatchObject([
      { playerId: alipay },
    ]);
    const { seen } = await staff.call(calls.previewMemberJoin, pair);
    expect(await refusalOf(staff.call(calls.joinMembers, { ...pair, reason: '', seen }))).not.toBe('done');
    const { id } = await staff.call(calls.joinMembers, { ...pair, reason: 'asked at the counter', seen });
    expect(await balanceOf(wechat)).toEqual({ balanceFen: 2300, coins: 0 });
    const other = await server.as('merchant2');
    expect(await refusalOf(other.call(calls.previewMemberSplit, { id }))).toBe('kit:error.notFound');
    const back = await staff.call(calls.previewMemberSplit, { id });
    await staff.call(calls.splitMembers, { id, reason: 'two people after all', seen: back.seen });
    expect(await balanceOf(alipay)).toEqual({ balanceFen: 2200, coins: 0 });
    const logged = await server.services.db.raw<{ action: string }[]>`
      select action from audit_entry where entity_id = ${wechat} order by created_at`;
    expect(logged.map(({ action }) => action)).toEqual(['identities.join', 'identities.split']);
  });

  it('join nobody who has not proven it, and nobody who has something elsewhere', async () => {
    const unproven = await twoRecords();
    for (const id of [unproven.wechat, unproven.alipay]) {
      await hall.topUp(id, 100);
      await known(id, 100);
    }
    const pairOf = ({ wechat, alipay }: Twins) => ({ playerId: wechat, otherId: alipay });
    expect(await refusalOf(merchant.call(calls.previewMemberJoin, pairOf(unproven)))).toBe(
      'identities:error.notProven',
    );
    for (const id of [unproven.wechat, unproven.alipay]) await proven(id, unproven.phone);
    const [elsewhere] = await server.services.db.raw<{ id: string }[]>`
      select id from site where tenant_id = ${demoTenants.merchant2} limit 1`;
    await hall.topUp(unproven.alipay, 300, elsewhere!.id, demoTenants.merchant2);
    expect(await refusalOf(merchant.call(calls.previewMemberJoin, pairOf(unproven)))).toBe(
      'identities:error.onlyThePlayer',
    );
    const { twins } = await merchant.call(calls.readMemberJoins, { playerId: unproven.wechat });
    expect(twins).toMatchObject([{ playerId: unproven.alipay, here: false }]);
    const id = await join(unproven);
    expect(await refusalOf(merchant.call(calls.previewMemberSplit, { id }))).toBe('kit:error.notFound');
  });
});

it('who deletes the account is forgotten with every app that led to it', async () => {
  const twins = await bothProven();
  await join(twins);
  const { db } = server.services;
  const { openId } = (await findPlayer(db.read, twins.alipay))!;
  await phoneKnownForDays(server, twins.wechat);
  await leave(server, await clientOf(twins.wechat));
  await daysPass(server, twins.wechat);
  for (const id of [twins.wechat, twins.alipay])
    expect(await findPlayer(db.read, id)).toMatchObject({ openId: `deleted ${id}`, name: '', phone: null });
  expect(
    await db.raw`select 1 from phone_proof where player_id in (${twins.wechat}, ${twins.alipay})`,
  ).toEqual([]);
  const [anew] = await db.transaction(async (tx) => [
    await rememberPlayer(tx, { platform: 'alipay', appId: 'twins', openId }),
  ]);
  expect(anew?.id).not.toBe(twins.alipay);
  expect(anew?.joinedTo).toBeNull();
});

it('benefit cards change hands with the record, and go back with it', async () => {
  const twins = await bothProven();
  const given = {
    tenantId: demoTenants.merchant,
    siteId: firstSite,
    playerId: twins.alipay,
    typeId: demoId('card-type:畅玩月卡'),
    source: 'voucher',
    reason: 'code',
    now: server.clock.now(),
  } as const;
  const { cardId } = await server.services.db.transaction((tx) => grantCard(tx, given));
  const cardsOf = async (playerId: string) =>
    (await (await clientOf(playerId)).call(cardsContract.listOwnCards, {})).records.map(({ id }) => id);
  const id = await join(twins);
  expect(await cardsOf(twins.wechat)).toEqual([cardId]);
  await split(twins.wechat, id);
  expect(await cardsOf(twins.wechat)).toEqual([]);
  expect(await cardsOf(twins.alipay)).toEqual([cardId]);
});

guardCases({
  server: () => server,
  merchant: () => merchant,
  hall: () => hall,
  known,
  balanceOf,
  logsIn,
  people,
});
