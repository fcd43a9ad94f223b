import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hireStaff } from '#features/accounts/test/hire-staff.ts';
import { answerCommand, commandsOf, onlineDevice } from '#features/devices/test/test-device.ts';
import { ordersContract } from '#features/orders/contract.ts';
import { rememberPlayer } from '#features/players/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { coinsContract as calls } from '../contract.ts';
import { expectProof, owned, playerId, site } from './crew.ts';

let server: TestServer;
let merchant: Client;
const rights = ['coins.view', 'coins.issue'];
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant');
});
afterAll(async () => {
  await expectProof(server);
  await server.close();
});

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
    await merchant.call(calls.saveIssueLimit, { perDay: 40 });
    const { client: staff } = await hireStaff(server, merchant, rights);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusalOf(give(staff, 15))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'coins:error.perDay']));
    expect(await staff.call(calls.readIssueAllowance, {})).toEqual({ perDay: 40, used: 30, left: 10 });
    expect(await merchant.call(calls.readIssueAllowance, {})).toMatchObject({ perDay: null, left: null });
  });

  it('need the right, a reason, a known player and an own site', async () => {
    expect(await refusalOf(give(await server.as('clerk'), 1))).toBe('kit:error.noPermission');
    expect(await refusalOf(give(merchant, 1, { remark: ' ' }))).not.toBe('done');
    expect(await refusalOf(give(merchant, 1, { playerId: newId() }))).toBe('coins:error.noSuchMember');
    expect(await refusalOf(give(await server.as('merchant2'), 1))).toBe('sites:error.unknownSite');
    const { client: staff } = await hireStaff(server, merchant, rights);
    expect(await refusalOf(staff.call(calls.saveIssueLimit, { perDay: 9999 }))).toBe(
      'kit:error.noPermission',
    );
  });
});

describe('coins from a machine in the name of staff', () => {
  it('are followed to what the machine counted, and give the rest of the limit back', async () => {
    await merchant.call(calls.saveIssueLimit, { perDay: 20 });
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
    expect(await refusalOf(ask(1))).toBe('coins:error.perDay');
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
