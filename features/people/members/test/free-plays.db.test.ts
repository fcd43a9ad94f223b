import { describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { allow } from '#features/money/allowance/test/allow.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { membersContract as calls } from '../contract.ts';
import { freePlaysOf, giveBackFreePlays, takeFreePlays } from '../server/free-plays.ts';
import { firstSite, hallOf, secondSite, tenantId } from './hall.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
let playerId: string;

/** Each test has its own member. */
async function arrive(): Promise<void> {
  const hall = hallOf(server);
  playerId = await hall.guest();
  await hall.topUp(playerId, 100);
  const known = () =>
    merchant.call(calls.readMember, { playerId }).then(
      () => true,
      () => false,
    );
  await expect.poll(known, soon).toBe(true);
}

const give = (plays: number, more: object = {}, client = merchant) =>
  client.call(calls.giveFreePlays, { playerId, fieldId: firstSite, plays, reason: 'birthday', ...more });
const at = (siteId: string = firstSite) => ({ tenantId, siteId, playerId, now: server.clock.now() });
const left = async (siteId?: string) => (await freePlaysOf(server.services.db.read, at(siteId))).left;
const take = (id: string = newId(), siteId?: string, plays = 1) =>
  server.services.db.transaction((tx) => takeFreePlays(tx, at(siteId), { id, plays }));
const back = (id: string, plays = 1) =>
  server.services.db.transaction((tx) => giveBackFreePlays(tx, { tenantId, id }, plays, server.clock.now()));
const listed = async () => (await merchant.call(calls.listFreePlays, { playerId })).records;

describe('free plays', () => {
  it('are played one by one where they were given, and no more than there are', async () => {
    await arrive();
    await give(2);
    expect([await left(), await left(secondSite)]).toEqual([2, 0]);
    expect(await take(newId(), secondSite)).toBe(false);
    expect([await take(), await take(), await take()]).toEqual([true, true, false]);
    expect(await listed()).toMatchObject([{ plays: 2, used: 2, left: 0, state: 'used', reason: 'birthday' }]);
  });

  it('are not played twice by twenty tabs at once, nor twice for one order', async () => {
    await arrive();
    await give(3);
    const orderId = newId();
    expect(await Promise.all(Array.from({ length: 10 }, () => take(orderId)))).toEqual(Array(10).fill(true));
    expect(await left()).toBe(2);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(outcomes.filter(Boolean)).toHaveLength(2);
    expect(await left()).toBe(0);
  });

  it('come back once when the order comes to nothing', async () => {
    await arrive();
    await give(1);
    const orderId = newId();
    await take(orderId);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => back(orderId)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await left()).toBe(1);
    expect(await take(orderId)).toBe(false);
    expect(await back(newId())).toBe(0);
    expect(await take()).toBe(true);
  });

  it('pay for several plays together, of several gifts, and come back as far as plays did not come', async () => {
    await arrive();
    await give(2, { days: 2 });
    await give(2, { days: 20 });
    const orderId = newId();
    expect(await take(newId(), firstSite, 5)).toBe(false);
    expect(await left()).toBe(4);
    expect(await take(orderId, firstSite, 3)).toBe(true);
    expect(await listed()).toMatchObject([{ used: 1 }, { used: 2 }]);
    // to the gift that ends last, and never more than were taken
    expect([await back(orderId, 2), await back(orderId, 2)]).toEqual([2, 1]);
    expect(await listed()).toMatchObject([{ used: 0 }, { used: 0 }]);
  });

  it('come back for a day at least, though the gift has ended meanwhile', async () => {
    await arrive();
    await give(1, { days: 1 });
    const orderId = newId();
    await take(orderId);
    const now = new Date(server.clock.now().getTime() + 2 * dayMs);
    const { db } = server.services;
    await db.transaction((tx) => giveBackFreePlays(tx, { tenantId, id: orderId }, 1, now));
    expect(await freePlaysOf(db.read, { ...at(), now })).toEqual({
      left: 1,
      until: new Date(now.getTime() + dayMs),
    });
  });

  it('end with their day, the nearest end is played first, and the rest can be taken back', async () => {
    await arrive();
    const { id: long } = await give(1, { days: 20 });
    await give(1, { days: 2 });
    await take();
    expect(await listed()).toMatchObject([{ state: 'used' }, { id: long, state: 'open' }]);
    expect((await freePlaysOf(server.services.db.read, at())).until).toEqual(
      new Date((await listed())[1]?.expiresAt ?? ''),
    );
    const late = { ...at(), now: new Date(server.clock.now().getTime() + 21 * dayMs) };
    expect(await freePlaysOf(server.services.db.read, late)).toEqual({ left: 0, until: null });
    await merchant.call(calls.revokeFreePlays, { ids: [long] });
    expect(await left()).toBe(0);
    expect((await merchant.call(calls.listFreePlays, { playerId, state: 'revoked' })).total).toBe(1);
  });

  it('count with the coins of a day against the limit of the person who gives them', async () => {
    await arrive();
    await allow(server, merchant, { play: 10 });
    const rights = ['members.view', 'members.give', 'coins.view', 'coins.issue', 'allowance.view'];
    const { client: staff } = await hireStaff(server, merchant, rights);
    const { id } = await give(6, {}, staff);
    const { usedFen, leftFen } = await staff.call(allowanceContract.readAllowance, {});
    expect(usedFen / (leftFen ?? 0)).toBe(6 / 4);
    expect(await refusalOf(give(5, {}, staff))).toBe('allowance:error.perDay');
    const coins = { fieldId: firstSite, playerId, remark: 'sorry', requestId: newId() };
    expect(await refusalOf(staff.call(coinsContract.issueToMember, { ...coins, coins: 500 }))).toBe(
      'allowance:error.perDay',
    );
    await staff.call(calls.revokeFreePlays, { ids: [id] });
    expect(await staff.call(allowanceContract.readAllowance, {})).toMatchObject({ usedFen: 0 });
    expect(await refusalOf(give(11))).toBe('done');
  });

  it('need the right, an own site, a member of it and a reason', async () => {
    await arrive();
    const { client: reader } = await hireStaff(server, merchant, ['members.view']);
    expect(await refusalOf(give(1, {}, reader))).toBe('kit:error.noPermission');
    const rights = ['members.view', 'members.give'];
    const { client: elsewhere } = await hireStaff(server, merchant, rights, [secondSite]);
    expect(await refusalOf(give(1, {}, elsewhere))).toBe('sites:error.unknownSite');
    expect(await refusalOf(give(1, { fieldId: secondSite }, elsewhere))).toBe('members:error.noMember');
    expect(await refusalOf(give(1, { reason: ' ' }))).not.toBe('done');
    const other = await server.as('merchant2');
    expect(await refusalOf(give(1, { fieldId: demoId('site:merchant2:1') }, other))).toBe(
      'members:error.noMember',
    );
    const { id } = await give(1);
    expect(await refusalOf(other.call(calls.revokeFreePlays, { ids: [id] }))).toBe('kit:error.notFound');
    expect(await refusalOf(elsewhere.call(calls.revokeFreePlays, { ids: [id] }))).toBe('kit:error.notFound');
    expect(await left()).toBe(1);
  });
});

it('shows coins sent to members beside them, by whom and why', async () => {
  await arrive();
  await merchant.call(coinsContract.issueToMember, {
    fieldId: firstSite,
    playerId,
    coins: 7,
    remark: 'lucky day',
    requestId: newId(),
  });
  const { records } = await merchant.call(coinsContract.listIssues, { way: 'member' });
  expect(records[0]).toMatchObject({ coins: 7, remark: 'lucky day', userName: expect.any(String) });
  expect((await merchant.call(calls.readMember, { playerId })).coins).toBe(7);
});
