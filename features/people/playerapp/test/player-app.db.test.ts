/** The player's app: shops, the own purse, the own orders, and asking for help. */

import { describe, expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { workOnFigures } from '#features/selling/figures/server/public.ts';
import { type OwnPart, ordersContract } from '#features/selling/orders/contract.ts';
import { sweepOrders } from '#features/selling/orders/server/sweep-orders.ts';
import {
  automaticSite,
  manualSite,
  openArcade,
  playerId,
  tenantId,
} from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays, dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { playerAppContract as calls } from '../contract.ts';
import { buyCases } from './buy-cases.ts';
import { chargeCases } from './charge-cases.ts';
import { deletionCases } from './deletion-cases.ts';
import { daysPass, ownerCode, ownFile } from './leaving.ts';
import { passwordCases } from './password-cases.ts';
import { profileCases } from './profile-cases.ts';

const arcade = staged(openArcade, (it) => it.close());

/** Pays a machine of a site by WeChat; it gives everything, or so many of ten. */
async function bought(siteId: string, counted = 10): Promise<string> {
  const machine = await arcade.machine({ type: 'exchange', siteId });
  const player = await arcade.player();
  const { orderNumber } = await player.call(ordersContract.payForDevice, {
    equipmentId: machine.id,
    amountFen: 1000,
    payWay: 'wechat',
  });
  await arcade.pay(orderNumber);
  const { asked } = await arcade.order(orderNumber);
  await arcade.answer(machine, { state: 'done', asked: asked!, counted: counted < 10 ? counted : asked! });
  return orderNumber;
}

describe('shops', () => {
  it('come with the nearest first, and how far it is; without a place nothing is said of distance', async () => {
    const nobody = await arcade.server.as(undefined);
    const [site] = await arcade.server.services.db.raw<{ latitude: number; longitude: number }[]>`
      select latitude, longitude from site where id = ${manualSite}`;
    const near = await nobody.call(calls.listShops, { ...site!, size: 50 });
    expect(near.records[0]).toMatchObject({ fieldId: manualSite, distanceMetres: 0 });
    const open = near.records.filter((shop) => shop.open).map((shop) => shop.distanceMetres!);
    expect(open.length).toBeGreaterThan(1);
    expect(open.toSorted((a, b) => a - b)).toEqual(open);
    const anywhere = await nobody.call(calls.listShops, { size: 50 });
    expect(anywhere.total).toBe(near.total);
    expect(new Set(anywhere.records.map(({ distanceMetres }) => distanceMetres))).toEqual(new Set([null]));
  });

  it('are found by name, and a removed one or one of a merchant out of business is not there', async () => {
    const nobody = await arcade.server.as(undefined);
    const { raw } = arcade.server.services.db;
    const [{ name }] = await raw<[{ name: string }]>`select name from site where id = ${manualSite}`;
    const found = async () =>
      (await nobody.call(calls.listShops, { name, size: 50 })).records.map(({ fieldId }) => fieldId);
    expect(await found()).toContain(manualSite);
    await raw`update site set removed_at = now() where id = ${manualSite}`;
    expect(await found()).not.toContain(manualSite);
    expect(await refusal(nobody.call(calls.readShop, { fieldId: manualSite }))).toMatchObject({
      status: 404,
    });
    await raw`update site set removed_at = null where id = ${manualSite}`;
    await raw`update tenant set state = 'disabled' where id = (select tenant_id from site where id = ${manualSite})`;
    expect(await found()).toEqual([]);
    await raw`update tenant set state = 'active'`;
  });

  it('say which machines are free, and of none the number that its label carries', async () => {
    const nobody = await arcade.server.as(undefined);
    const machine = await arcade.machine({ siteId: automaticSite });
    const { number } = await machine.view();
    const stateNow = async () => {
      const shop = await nobody.call(calls.readShop, { fieldId: automaticSite });
      expect(shop.freeNumber).toBe(shop.machines.filter(({ state }) => state === 'free').length);
      expect(JSON.stringify(shop)).not.toContain(machine.code);
      return shop.machines.find(({ equipmentNo }) => equipmentNo === number)!.state;
    };
    expect(await stateNow()).toBe('free');
    await arcade.leave(machine);
    expect(await stateNow()).toBe('away');
  });
});

describe('a player’s purse', () => {
  it('says money and coins apart, merchant by merchant and shop by shop, and what came and went', async () => {
    const player = await arcade.player();
    const here = async () =>
      (await player.call(calls.readOwnMoney, {}))
        .flatMap(({ fields }) => fields)
        .find(({ fieldId }) => fieldId === manualSite);
    const before = await here();
    await arcade.give('fen', 1234, manualSite);
    await arcade.give('coin', 7, manualSite);
    expect(await here()).toMatchObject({
      balanceFen: (before?.balanceFen ?? 0) + 1234,
      coins: (before?.coins ?? 0) + 7,
    });
    const [line] = (await player.call(calls.listOwnRecords, { unit: 'coin' })).records;
    expect(line).toMatchObject({
      amount: 7,
      unit: 'coin',
      fieldId: manualSite,
      balanceAfter: (before?.coins ?? 0) + 7,
    });
    const [money] = (await player.call(calls.listOwnRecords, { unit: 'fen' })).records;
    expect(money).toMatchObject({ amount: 1234, unit: 'fen' });
    const all = await player.call(calls.listOwnRecords, { unit: 'coin', size: 500 });
    expect(all.records).toHaveLength(all.total);
  });
});

describe('a player’s orders', () => {
  const list = async (part: OwnPart) =>
    (await (await arcade.player()).call(ordersContract.listOwnOrders, { part, size: 500 })).records;

  it('are the own ones and no others', async () => {
    const number = await bought(automaticSite);
    expect((await list('all')).map(({ orderNumber }) => orderNumber)).toContain(number);
    const [{ count }] = await arcade.server.services.db.raw<[{ count: number }]>`
      select count(*)::int from orders where player_id = ${playerId}`;
    expect(await list('all')).toHaveLength(count);
    const stranger = await arcade.player('张伟');
    const theirs = await stranger.call(ordersContract.listOwnOrders, { size: 500 });
    expect(theirs.records.map(({ orderNumber }) => orderNumber)).not.toContain(number);
    const about = { orderNumber: number };
    expect(await refusal(stranger.call(ordersContract.readOwnOrder, about))).toMatchObject({ status: 404 });
    const ask = { ...about, wish: 'refund', words: 'mine' } as const;
    expect(await refusal(stranger.call(ordersContract.askHelp, ask))).toMatchObject({ status: 404 });
  });

  it('tell every payment and every refund once, with its sign', async () => {
    const number = await bought(automaticSite);
    const staff = await arcade.staff();
    await staff.call(ordersContract.refundByNumber, {
      orderNumber: number,
      amount: 300,
      reason: 'a present',
    });
    const player = await arcade.player();
    const moved = await player.call(ordersContract.listOwnMovements, { size: 500 });
    const own = moved.records.filter(({ orderNumber }) => orderNumber === number);
    expect(own.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund', 300],
      ['spend', -1000],
    ]);
    const refunds = await player.call(ordersContract.listOwnMovements, { kind: 'refund', size: 500 });
    expect(new Set(refunds.records.map(({ kind }) => kind))).toEqual(new Set(['refund']));
    expect((await list('spent')).find(({ orderNumber }) => orderNumber === number)).toMatchObject({
      totalAmount: 1000,
      refundedAmount: 300,
    });
  });
});

describe('a daily limit', () => {
  /** An order that waits for its payment, at one of the shops: a new one at the same would end the older one. */
  const order = async (
    amountFen: number,
    payWay: 'wechat' | 'balance' = 'wechat',
    name?: string,
    place = 1,
  ) => {
    const siteId = demoId(`site:merchant:${place}`);
    const machine = await arcade.machine({ type: 'exchange', siteId });
    const player = await arcade.player(name);
    return player.call(ordersContract.payForDevice, { equipmentId: machine.id, amountFen, payWay });
  };
  const mine = async () => (await arcade.player()).call(calls.readLimit, {});
  const set = async (dailyFen: number | undefined) =>
    (await arcade.player()).call(calls.saveLimit, { dailyFen });

  it('that the player set lets so much be paid and no more, two orders at once too', async () => {
    // what others have left unpaid is closed
    arcade.server.clock.forward(16 * minuteMs);
    await sweepOrders(arcade.server.services);
    const { spentFen } = await mine();
    await set(spentFen + 1500);
    const at = (place: number, amountFen: number) => order(amountFen, 'wechat', undefined, place);
    const tried = await Promise.all([1, 2, 3].map((place) => refusalOf(at(place, 1000))));
    const untaken = 1 + tried.indexOf('playerapp:error.ownLimit');
    expect(tried.toSorted()).toEqual(['done', 'playerapp:error.ownLimit', 'playerapp:error.ownLimit']);
    expect((await mine()).spentFen).toBe(spentFen + 1000);
    await at(4, 500);
    expect(await refusal(at(untaken, 100))).toMatchObject({ key: 'playerapp:error.ownLimit' });
    // what was stored counted when it was bought
    await arcade.give('fen', 1000);
    await order(1000, 'balance');
    // and it is nobody else's
    await order(1000, 'wechat', '张伟');
  });

  it('holds at once when it is lower, and a higher one or none after a day', async () => {
    await set(100);
    expect(await mine()).toMatchObject({ dailyFen: 100, laterFrom: null });
    await set(undefined);
    expect(await mine()).toMatchObject({ dailyFen: 100, laterFen: null, laterFrom: expect.any(String) });
    expect(await refusal(order(1000))).toMatchObject({ key: 'playerapp:error.ownLimit' });
    arcade.server.clock.forward(dayMs);
    expect(await mine()).toMatchObject({ dailyFen: null, laterFrom: null });
    await order(1000);
  });

  it('is of the day of the site where something is bought: what was paid before it began does not count', async () => {
    const clockOfSite = { timeZone: 'America/New_York', dayStart: 6 } as const;
    const staff = await arcade.staff();
    const { id: siteId } = await staff.call(sitesContract.createSite, {
      name: 'New York',
      type: 'mall',
      regionCode: '440305',
      address: '1',
      ...clockOfSite,
    });
    while (await workOnFigures(arcade.server.services));
    const { clock } = arcade.server;
    const buy = async (amountFen: number) => {
      const machine = await arcade.machine({ type: 'exchange', siteId });
      const player = await arcade.player('王美丽');
      const { orderNumber } = await player.call(ordersContract.payForDevice, {
        equipmentId: machine.id,
        amountFen,
        payWay: 'wechat',
      });
      await arcade.pay(orderNumber);
      await arcade.answer(machine, { state: 'done', asked: amountFen / 100, counted: amountFen / 100 });
    };
    const spent = async () => (await (await arcade.player('王美丽')).call(calls.readLimit, {})).spentFen;
    const day = addDays(siteDay(clockOfSite, clock.now()), 2);
    const begins = startOfSiteDay(clockOfSite, day).getTime();
    clock.forward(begins - 10 * minuteMs - clock.now().getTime());
    await (await arcade.staff()).call(calls.saveMerchantLimit, { dailyFen: 1500 });
    await buy(1000);
    expect(await spent()).toBe(1000);
    expect(await refusalOf(buy(1000))).toBe('playerapp:error.merchantLimit');
    clock.forward(20 * minuteMs);
    expect(await spent()).toBe(0);
    await buy(1000);
    // midnight of Shanghai is in the middle of that day
    clock.forward(12 * hourMs);
    expect(await spent()).toBe(1000);
    expect(await refusalOf(buy(1000))).toBe('playerapp:error.merchantLimit');
    await (await arcade.staff()).call(calls.saveMerchantLimit, {});
    // until that day is over it counts for what comes next
    clock.forward(dayMs);
  });

  it('that a merchant set holds for every player at that merchant, and staff of one site can not change it', async () => {
    const staff = await arcade.staff();
    await staff.call(calls.saveMerchantLimit, { dailyFen: 1500 });
    expect(await staff.call(calls.readMerchantLimit, {})).toEqual({ dailyFen: 1500 });
    await order(1000, 'wechat', '王美丽');
    expect(await refusal(order(1000, 'wechat', '王美丽', 2))).toMatchObject({
      key: 'playerapp:error.merchantLimit',
    });
    await staff.call(calls.saveMerchantLimit, {});
    await order(1000, 'wechat', '王美丽', 2);
    const { client } = await hireStaff(arcade.server, staff, ['playerapp.limit'], [automaticSite]);
    expect(await refusal(client.call(calls.saveMerchantLimit, { dailyFen: 100 }))).toMatchObject({
      key: 'playerapp:error.allSites',
    });
  });
});

describe('a player’s data', () => {
  it('are all in the file: every table that names the player, and nothing that is the merchant’s', async () => {
    const player = await arcade.player();
    const { raw } = arcade.server.services.db;
    // the members' figures are worked out beside it: nothing is due any more
    const due = () => raw`select from visitor_due where player_id = ${playerId}`;
    await expect.poll(due, soon).toHaveLength(0);
    const file = await ownFile(arcade.server, player);
    expect(file.player).toMatchObject({ id: playerId, name: '林小雨', phone: '13900000001' });
    const tables = await raw<{ name: string }[]>`
      select table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'player_id' and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const [{ count }] = await raw<[{ count: number }]>`
        select count(*)::int from ${raw(name)} where player_id = ${playerId}`;
      expect([name, file.records[name]?.length]).toEqual([name, count]);
    }
    expect(file.records.orders!.length).toBeGreaterThan(3);
    expect(file.records.movements!.length).toBeGreaterThan(0);
    expect(Object.keys(file.records.orders![0]!)).not.toContain('feeFen');
    expect(JSON.stringify(file)).not.toContain('requestHash');
    // also what names the player only by way of something else
    const [{ refunds }] = await raw<[{ refunds: number }]>`
      select count(*)::int as refunds from order_refund r join orders o on o.id = r.order_id
      where o.player_id = ${playerId}`;
    expect(refunds).toBeGreaterThan(0);
    expect(file.records.order_refund).toHaveLength(refunds);
    for (const name of ['member', 'member_step', 'free_play', 'free_play_use'])
      expect([name, Array.isArray(file.records[name])]).toEqual([name, true]);
  });

  it('are gone when the account is deleted: no name, no way in, and the books as they were', async () => {
    const { server } = arcade;
    const phone = '13711112222';
    const logIn = async () => {
      const nobody = await server.as(undefined);
      await nobody.call(playersContract.sendLoginCode, { phone });
      const code = server.messages.findLast((message) => message.phone === phone)!.params.code!;
      return nobody.call(playersContract.logInByPhone, { phone, code });
    };
    const { access_token, player } = await logIn();
    const client = server.withToken(access_token);
    const account = playerAccount(tenantId, player.id, automaticSite, 'coin');
    await server.services.db.transaction((tx) =>
      postTransfers(tx, [
        {
          key: newId(),
          tenantId,
          kind: 'grant',
          legs: [
            { account: mintAccount(tenantId, 'coin'), amount: -5 },
            { account, amount: 5 },
          ],
        },
      ]),
    );
    await client.call(calls.saveLimit, { dailyFen: 100_000 });
    await server.services.db.raw`
      insert into member (tenant_id, id, note, tags) values (${tenantId}, ${player.id}, ${'小李的表弟'}, ${['vip']})`;
    expect((await ownFile(server, client)).records.member).toMatchObject([{ note: '小李的表弟' }]);
    const machine = await arcade.machine({ type: 'exchange', siteId: automaticSite });
    const open = await client.call(ordersContract.payForDevice, {
      equipmentId: machine.id,
      amountFen: 1000,
      payWay: 'wechat',
    });
    // said of itself, not of the proof: a code is used up by what is done, and by nothing else
    const code = await ownerCode(server, client, 'leaving');
    const going = (coins: number) => client.call(calls.deleteSelf, { coins, code });
    expect(await refusal(going(5))).toMatchObject({ key: 'playerapp:error.underWay' });
    await arcade.pay(open.orderNumber);
    const { asked } = await arcade.order(open.orderNumber);
    await arcade.answer(machine, { state: 'done', asked: asked!, counted: asked! });
    // what is there has to be named, and nothing else
    expect(await refusal(going(0))).toMatchObject({ key: 'playerapp:error.notGivenUp' });
    expect(await refusal(going(4))).toMatchObject({ key: 'playerapp:error.notGivenUp' });
    expect(await client.call(playersContract.readSelf, {})).toMatchObject({ id: player.id });
    await going(5);
    await daysPass(server, player.id);
    expect(await refusal(client.call(playersContract.readSelf, {}))).toMatchObject({ status: 401 });
    const { raw } = server.services.db;
    const [row] = await raw`select * from player where id = ${player.id}`;
    expect(row).toMatchObject({ name: '', photo: '', phone: null, deleted_at: expect.any(String) });
    expect(JSON.stringify(row)).not.toContain(phone);
    expect(await raw`select 1 from player_limit where player_id = ${player.id}`).toHaveLength(0);
    expect(await raw`select note, tags from member where id = ${player.id}`).toEqual([
      { note: '', tags: [] },
    ]);
    expect(await arcade.balance(account)).toBe(5);
    expect(await arcade.broken()).toEqual([]);
    server.clock.forward(2 * minuteMs);
    expect((await logIn()).player.id).not.toBe(player.id);
  });
});

describe('a membership code', () => {
  const shown = async (name?: string) =>
    (await (await arcade.player(name)).call(calls.readMemberCodes, {})).codes.map(({ code }) => code);
  const scan = async (code: string, as?: Client) =>
    (as ?? (await arcade.staff())).call(calls.identifyMember, { code });

  it('tells staff who shows it and what they own there, and whom it named may then be served', async () => {
    const [code] = await shown('刘芳');
    const staff = await arcade.staff();
    const member = await staff.call(calls.identifyMember, { code: code! });
    const coinsThere = ({ fields }: typeof member) =>
      fields.find(({ fieldId }) => fieldId === automaticSite)?.coins ?? 0;
    expect(member.playerName).toBe('刘芳');
    const give = { fieldId: automaticSite, playerId: member.playerId, coins: 3, remark: 'welcome' };
    await staff.call(coinsContract.issueToMember, { ...give, requestId: newId() });
    const [next] = await shown('刘芳');
    // the same code again for who has it already
    const served = await scan(next!, staff);
    expect(served.coins).toBe(member.coins + 3);
    expect(coinsThere(served)).toBe(coinsThere(member) + 3);
  });

  it('serves once: another person of the staff, or another merchant, is refused', async () => {
    arcade.server.clock.forward(minuteMs);
    const [code] = await shown();
    await scan(code!);
    expect(await scan(code!)).toMatchObject({ playerId });
    const merchant2 = await arcade.server.logIn('merchant2');
    expect(await refusal(scan(code!, merchant2))).toMatchObject({ key: 'playerapp:error.usedMemberCode' });
  });

  it('of another merchant’s customers says nothing of what they own elsewhere', async () => {
    arcade.server.clock.forward(minuteMs);
    await arcade.give('coin', 9);
    const [code] = await shown();
    const merchant2 = await arcade.server.logIn('merchant2');
    const { coins, fields } = await scan(code!, merchant2);
    const sites = await arcade.server.services.db.raw<{ tenant_id: string }[]>`
      select tenant_id from site where id = any(${fields.map(({ fieldId }) => fieldId)})`;
    expect(new Set(sites.map((site) => site.tenant_id))).toEqual(new Set([demoTenants.merchant2]));
    expect(coins).toBe(fields.reduce((sum, field) => sum + field.coins, 0));
    expect(await arcade.owned('coin')).toBeGreaterThan(0);
  });

  it('is good in its half minute alone: not before, and not after', async () => {
    arcade.server.clock.forward(minuteMs);
    const [now, , , later] = await shown();
    expect(await refusal(scan(later!))).toMatchObject({ key: 'playerapp:error.oldMemberCode' });
    arcade.server.clock.forward(minuteMs);
    expect(await refusal(scan(now!))).toMatchObject({ key: 'playerapp:error.oldMemberCode' });
  });

  it('can not be made up, changed, or kept beyond a log-out everywhere', async () => {
    arcade.server.clock.forward(minuteMs);
    const [mine] = await shown();
    const [theirs] = await shown('张伟');
    const mixed = mine!.slice(0, 24) + theirs!.slice(24);
    const turned = mine!.slice(0, -2) + (mine!.endsWith('AA') ? 'BB' : 'AA');
    for (const code of [mixed, turned, `CYM${'A'.repeat(43)}`, 'CW10001'])
      expect(await refusal(scan(code))).toMatchObject({ key: 'playerapp:error.noMemberCode' });
    await (await arcade.player('张伟')).call(playersContract.endLogins, {});
    expect(await refusal(scan(theirs!))).toMatchObject({ key: 'playerapp:error.noMemberCode' });
  });
});

describe('asking for help', () => {
  const ask = async (orderNumber: string, wish: 'refund' | 'coins' = 'refund') =>
    (await arcade.player()).call(ordersContract.askHelp, { orderNumber, wish, words: '没有出币' });
  const read = async (orderNumber: string) =>
    (await arcade.player()).call(ordersContract.readOwnOrder, { orderNumber });
  const faults = async () =>
    (await (await arcade.staff()).call(ordersContract.listFaults, { size: 500 })).records;

  it('shows staff the order and the words, moves no money, and their refund ends it', async () => {
    const number = await bought(manualSite);
    const before = await arcade.order(number);
    expect(await ask(number)).toEqual({ standing: 'needsHelp' });
    expect(await arcade.order(number)).toMatchObject({
      state: 'fulfilled',
      refundedAmount: 0,
      fault: 'asked',
    });
    const shown = (await faults()).find(({ orderNumber }) => orderNumber === number);
    expect(shown).toMatchObject({ id: before.id, faultState: 'unsolved' });
    expect((await read(number)).timeline.at(-1)?.text).toContain('没有出币');
    expect(await refusal(ask(number))).toMatchObject({ key: 'orders:error.alreadyAsked' });
    const staff = await arcade.staff();
    await staff.call(ordersContract.resolveFault, { id: before.id, way: 'refund', reason: '机器卡币' });
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', faultState: 'resolved' });
    expect(await read(number)).toMatchObject({ canAsk: false, refundedAmount: 1000 });
    expect(await arcade.broken()).toEqual([]);
  });

  it('is answered by a note where staff see it otherwise; the player reads it and may ask again, three times in all', async () => {
    const number = await bought(manualSite);
    const { id } = await arcade.order(number);
    const staff = await arcade.staff();
    for (const turn of [1, 2, 3]) {
      await ask(number, 'coins');
      const reason = `录像显示已出币 ${turn}`;
      await staff.call(ordersContract.resolveFault, { id, way: 'note', reason });
      expect((await read(number)).timeline.at(-1)?.text).toContain(reason);
      expect(await arcade.order(number)).toMatchObject({ state: 'fulfilled', faultState: 'resolved' });
    }
    expect(await refusal(ask(number))).toMatchObject({ key: 'orders:error.askedEnough' });
    expect((await read(number)).canAsk).toBe(false);
  });

  it('keeps why the machine failed where staff look into it already, and adds the words', async () => {
    const number = await bought(manualSite, 6);
    const before = await arcade.order(number);
    expect(before).toMatchObject({ state: 'partlyFulfilled', faultState: 'unsolved' });
    await ask(number, 'coins');
    const after = await arcade.order(number);
    expect(after).toMatchObject({
      fault: before.fault,
      faultState: 'unsolved',
      deadlineAt: before.deadlineAt,
    });
    expect((await read(number)).timeline.at(-1)?.text).toContain('没有出币');
  });

  it('is refused for what was not paid, and for what is long ago', async () => {
    const machine = await arcade.machine({ type: 'exchange', siteId: manualSite });
    const player = await arcade.player();
    const unpaid = await player.call(ordersContract.payForDevice, {
      equipmentId: machine.id,
      amountFen: 1000,
      payWay: 'wechat',
    });
    expect(await refusal(ask(unpaid.orderNumber))).toMatchObject({ key: 'orders:error.notPaid' });
    const number = await bought(manualSite);
    arcade.server.clock.forward(30 * dayMs + 1000);
    expect(await refusal(ask(number))).toMatchObject({ key: 'orders:error.askTooLate' });
    expect((await arcade.order(number)).faultState).toBeNull();
  });
});

// they move the clock by days
buyCases(() => arcade);
passwordCases(() => arcade);
chargeCases(() => arcade);
deletionCases(() => arcade);
profileCases(() => arcade);
