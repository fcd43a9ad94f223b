import { afterAll, describe, expect, it } from 'vitest';
import { rememberPlayer } from '#features/base/players/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { answerCommand, commandsOf, onlineDevice } from '#features/machines/devices/test/test-device.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { allow } from '#features/money/allowance/test/allow.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { coinsContract as calls } from '../contract.ts';
import { expectProof, owned, playerId, site } from './crew.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const rights = ['coins.view', 'coins.issue'];
afterAll(() => expectProof(server));

const give = (client: Client, coins: number, more: object = {}) =>
  client.call(calls.issueToMember, {
    fieldId: site,
    playerId: playerId('林小雨'),
    coins,
    remark: 'swallowed coins',
    requestId: newId(),
    ...more,
  });

describe('coins handed to a member', () => {
  it('are in the account at once, found by the phone', async () => {
    const before = await owned(server, '林小雨');
    const issue = await give(merchant, 30);
    expect(issue).toMatchObject({ state: 'done', coins: 30, counted: 30, playerName: '林小雨' });
    const [member] = await merchant.call(calls.findMembers, { phone: '13900000001', fieldId: site });
    expect(member).toMatchObject({ name: '林小雨', coins: before + 30 });
    expect(await merchant.call(calls.findMembers, { phone: '13911112222', fieldId: site })).toEqual([]);
  });

  it('are given only to who has been here: nobody else is found, sold to or given to', async () => {
    const other = await server.as('merchant2');
    const theirs = demoId('site:merchant2:1');
    const phone = '13977770001';
    const { db } = server.services;
    const player = await db.transaction((tx) =>
      rememberPlayer(tx, { platform: 'wechat', appId: 'wx1', openId: 'visitor', name: 'Guest' }),
    );
    await db.raw`update player set phone = ${phone} where id = ${player.id}`;
    expect(await merchant.call(calls.findMembers, { phone, fieldId: site })).toEqual([]);
    await db.raw`
      update orders set player_id = ${player.id} where id = (
        select id from orders where tenant_id = ${demoTenants.merchant} and pay_way = 'wechat' order by id limit 1)`;
    expect(await merchant.call(calls.findMembers, { phone, fieldId: site })).toMatchObject([
      { name: 'Guest' },
    ]);
    expect(await other.call(calls.findMembers, { phone, fieldId: theirs })).toEqual([]);
    expect(await refusalOf(give(other, 5, { fieldId: theirs, playerId: player.id }))).toBe(
      'coins:error.noSuchMember',
    );
    const device = await onlineDevice(server, { tenantId: demoTenants.merchant2, siteId: theirs });
    const sell = other.call(ordersContract.sellAtCounter, {
      equipmentId: device.id,
      number: 1,
      playerPhone: phone,
      requestId: newId(),
    });
    expect(await refusalOf(sell)).toBe('orders:error.unknownPlayer');
  });

  it('are given once for 50 equal calls, and not at all when they mean something else', async () => {
    const before = await owned(server, '林小雨');
    const requestId = newId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => give(merchant, 7, { requestId })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await owned(server, '林小雨')).toBe(before + 7);
    expect(await refusalOf(give(merchant, 8, { requestId }))).toBe('coins:error.otherRequest');
    expect(await refusalOf(give(merchant, 7, { requestId, playerId: playerId('张伟') }))).toBe(
      'coins:error.otherRequest',
    );
  });

  it('keep to the limit of a day against 50 calls at once', async () => {
    await allow(server, merchant, { coin: 40 });
    const { client: staff } = await hireStaff(server, merchant, rights);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusalOf(give(staff, 15))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'allowance:error.perDay']));
    expect(await staff.call(calls.readIssueAllowance, {})).toEqual({ perDay: 40, used: 30, left: 10 });
    expect(await merchant.call(calls.readIssueAllowance, {})).toMatchObject({ perDay: null, left: null });
  });

  it('need the right, a reason, a known player and an own site', async () => {
    expect(await refusalOf(give(await server.as('clerk'), 1))).toBe('kit:error.noPermission');
    expect(await refusalOf(give(merchant, 1, { remark: ' ' }))).not.toBe('done');
    expect(await refusalOf(give(merchant, 1, { playerId: newId() }))).toBe('coins:error.noSuchMember');
    expect(await refusalOf(give(await server.as('merchant2'), 1))).toBe('sites:error.unknownSite');
    const { client: staff } = await hireStaff(server, merchant, rights);
    expect(await refusalOf(staff.call(calls.saveIssueLimit, { goodsPerDay: 9999 }))).toBe(
      'kit:error.noPermission',
    );
  });
});

describe('coins from a machine in the name of staff', () => {
  it('are followed to what the machine counted, and give the rest of the limit back', async () => {
    await allow(server, merchant, { coin: 20 });
    const { client: staff } = await hireStaff(server, merchant, rights);
    const machine = await onlineDevice(server, { type: 'exchange' });
    const ask = (coins: number) =>
      staff.call(calls.issueFromMachine, {
        equipmentId: machine.id,
        coins,
        remark: 'trial',
        requestId: newId(),
      });
    const issue = await ask(20);
    expect(issue).toMatchObject({ state: 'pending', way: 'machine' });
    expect(await commandsOf(machine)).toMatchObject([
      { command: 'dispense', parameters: { amount: 20, source: 'remote' } },
    ]);
    expect(await refusalOf(ask(1))).toBe('allowance:error.perDay');
    await answerCommand(server, machine, { state: 'failed', reason: 'empty', asked: 20, counted: 8 });
    expect(await staff.call(calls.readIssue, { id: issue.id })).toMatchObject({
      state: 'failed',
      counted: 8,
    });
    expect((await staff.call(calls.readIssueAllowance, {})).left).toBe(12);
    const { records } = await merchant.call(calls.listDispenses, { equipmentId: machine.id });
    expect(records).toMatchObject([{ source: 'staff', outcome: 'empty', asked: 20, counted: 8 }]);
  });

  it('are refused by machines that have none and by those that are away', async () => {
    const ask = (equipmentId: string) =>
      refusalOf(
        merchant.call(calls.issueFromMachine, { equipmentId, coins: 1, remark: 'x', requestId: newId() }),
      );
    const claw = await onlineDevice(server);
    expect(await ask(claw.id)).toBe('coins:error.notExchange');
    const away = await onlineDevice(server, { type: 'exchange' });
    await server.services.db.raw`update device_state set online = false where device_id = ${away.id}`;
    expect(await ask(away.id)).toBe('devices:error.offline');
  });
});

describe('everything that staff let out', () => {
  const letting = [
    ...rights,
    'devices.view',
    'devices.operate',
    'remotecredit.view',
    'remotecredit.credit',
    'vending.view',
    'vending.test',
  ];
  const hopperOf = (coins: number) => ({ hoppers: [{ hopper: 1, coins }], faults: [] });
  const empty = (client: Client, equipmentId: string) =>
    client.call(fleetContract.sendCommand, {
      equipmentId,
      command: 'emptyHopper',
      parameters: { hopper: 1 },
    });
  const used = async (client: Client) => (await client.call(calls.readIssueAllowance, {})).used;

  it('counts towards one limit: to a member, from a machine, onto a machine, by a link, out of a hopper', async () => {
    await allow(server, merchant, { coin: 40 });
    const { client: staff } = await hireStaff(server, merchant, letting);
    const exchange = await onlineDevice(server, { type: 'exchange' });
    const claw = await onlineDevice(server);
    await exchange.say('telemetry', exchange.telemetry(1, hopperOf(8)));
    const dispense = (number: number) =>
      staff.call(calls.dispenseCoins, { equipmentId: exchange.id, number });
    const credit = (number: number) =>
      staff.call(remotecreditContract.creditDevice, { equipmentId: claw.id, number });
    const link = (coins: number) =>
      staff.call(remotecreditContract.createLink, { equipmentId: claw.id, coins, validHours: 1 });
    await give(staff, 10);
    await dispense(10);
    await credit(5);
    await link(5);
    expect(await used(staff)).toBe(30);
    await answerCommand(server, exchange, { state: 'done', asked: 10, counted: 10 });
    await empty(staff, exchange.id);
    expect(await used(staff)).toBe(38);
    for (const beyond of [() => give(staff, 3), () => dispense(3), () => credit(3), () => link(3)])
      expect(await refusalOf(beyond())).toBe('allowance:error.perDay');
    const second = await onlineDevice(server, { type: 'exchange' });
    await second.say('telemetry', second.telemetry(1, hopperOf(3)));
    expect(await refusalOf(empty(staff, second.id))).toBe('allowance:error.perDay');
    expect(second.heard('command')).toEqual([]);
    const { records } = await staff.call(calls.listIssues, { sort: 'createdAt', order: 'asc', size: 50 });
    const mine = records.filter(({ userName }) => userName === records.at(-1)?.userName);
    expect(mine.map(({ way, coins }) => [way, coins])).toEqual([
      ['member', 10],
      ['machine', 10],
      ['credit', 5],
      ['hopper', 8],
    ]);
    await answerCommand(server, exchange, { state: 'done', counted: 8 }, 2);
    await answerCommand(server, claw, { state: 'done', asked: 5, counted: 4 });
    const after = await staff.call(calls.listIssues, { sort: 'createdAt', order: 'asc', size: 50 });
    expect(after.records.slice(-2)).toMatchObject([
      { way: 'credit', state: 'done', counted: 4, outcome: 'partial' },
      { way: 'hopper', state: 'done', counted: 8, outcome: 'done' },
    ]);
    expect(await used(staff)).toBe(37);
  });

  it('does not believe a hopper whose figure staff have lowered', async () => {
    await allow(server, merchant, { coin: 40 });
    const { client: staff } = await hireStaff(server, merchant, letting);
    const exchange = await onlineDevice(server, { type: 'exchange' });
    await merchant.call(calls.countExchange, { equipmentId: exchange.id, counted: 883 });
    await exchange.say('telemetry', exchange.telemetry(1, hopperOf(1)));
    expect(await refusalOf(empty(staff, exchange.id))).toBe('allowance:error.perDay');
    const unknown = await onlineDevice(server, { type: 'exchange' });
    expect(await refusalOf(empty(staff, unknown.id))).toBe('allowance:error.perDay');
    expect([...exchange.heard('command'), ...unknown.heard('command')]).toEqual([]);
    // the coins are the owner's own
    await empty(merchant, exchange.id);
    expect(await commandsOf(exchange)).toMatchObject([{ command: 'emptyHopper' }]);
  });

  it('needs the right to, whichever command it is', async () => {
    const operator = ['devices.view', 'devices.operate', 'coins.view', 'vending.view'];
    const { client: staff } = await hireStaff(server, merchant, operator);
    const exchange = await onlineDevice(server, { type: 'exchange' });
    const vending = await onlineDevice(server, { type: 'vending' });
    const send = (equipmentId: string, command: 'testLane' | 'openDoor' | 'locate') =>
      staff.call(fleetContract.sendCommand, {
        equipmentId,
        command,
        ...(command === 'testLane' && { parameters: { lane: 1 } }),
      });
    expect(await refusalOf(empty(staff, exchange.id))).toBe('kit:error.noPermission');
    expect(await refusalOf(send(vending.id, 'testLane'))).toBe('kit:error.noPermission');
    expect(await refusalOf(send(vending.id, 'openDoor'))).toBe('kit:error.noPermission');
    expect([...exchange.heard('command'), ...vending.heard('command')]).toEqual([]);
    await send(vending.id, 'locate');
  });

  it('is limited for goods too, by whichever call a lane is tried', async () => {
    await merchant.call(calls.saveIssueLimit, { goodsPerDay: 2 });
    const { client: staff } = await hireStaff(server, merchant, letting);
    const vending = await onlineDevice(server, { type: 'vending' });
    const equipmentId = vending.id;
    const tryLane = () => staff.call(vendingContract.testLane, { equipmentId, lane: 1 });
    const byCommand = () =>
      staff.call(fleetContract.sendCommand, { equipmentId, command: 'testLane', parameters: { lane: 1 } });
    await tryLane();
    // nothing fell: it does not count
    await answerCommand(server, vending, { state: 'failed', reason: 'empty', counted: 0 });
    await tryLane();
    await answerCommand(server, vending, { state: 'done', counted: 1 }, 2);
    await byCommand();
    for (const beyond of [tryLane, byCommand])
      expect(await refusalOf(beyond())).toBe('coins:error.goodsPerDay');
    await staff.call(vendingContract.openDoor, { equipmentId });
    expect(await commandsOf(vending, 4)).toHaveLength(4);
  });

  it('is limited by somebody else: nobody sets a limit that holds for them', async () => {
    const { client: limited } = await hireStaff(server, merchant, [...letting, 'coins.limits']);
    const { client: accountant } = await hireStaff(server, merchant, ['coins.view', 'coins.limits']);
    const set = (client: Client) => client.call(calls.saveIssueLimit, { goodsPerDay: 9999 });
    expect(await refusalOf(set(limited))).toBe('allowance:error.ownLimit');
    await set(accountant);
    expect(await merchant.call(calls.readIssueLimit, {})).toEqual({ goodsPerDay: 9999 });
    await merchant.call(calls.saveIssueLimit, { goodsPerDay: 200 });
  });
});
