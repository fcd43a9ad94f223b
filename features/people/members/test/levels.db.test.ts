import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { refundOrder } from '#features/selling/orders/server/public.ts';
import { levelOf as levelForPrices } from '#features/selling/packages/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { membersContract as calls } from '../contract.ts';
import { judgeLevels } from '../server/follow-levels.ts';
import { levelOf } from '../server/public.ts';
import { firstSite, hallOf, secondSite, tenantId } from './hall.ts';

const { server } = testServer();
let merchant: Client;
let hall: ReturnType<typeof hallOf>;
let silver: string;
let gold: string;
/** Amounts that nobody of the demo has paid at once or together. */
const [silverFen, goldFen] = [5_000_000, 9_000_000];
const level = (more: object) => merchant.call(calls.saveLevel, { name: 'x', rank: 1, ...more });
beforeAll(async () => {
  merchant = await server.as('merchant');
  hall = hallOf(server);
  const demo = await merchant.call(calls.listLevelDiscounts, {});
  await merchant.call(calls.removeLevelDiscounts, { ids: demo.records.map(({ id }) => id) });
  const shipped = await merchant.call(calls.listLevels, {});
  await merchant.call(calls.removeLevels, { ids: shipped.records.map(({ id }) => id) });
  silver = (await level({ name: 'Silver', rank: 2, spendFen: silverFen, basisPoints: 9800 })).id;
  gold = (
    await level({
      name: 'Gold',
      rank: 3,
      topUpFen: goldFen,
      bonusCoins: 50,
      spendFen: 30_000_000,
      basisPoints: 9000,
      keepDays: 90,
    })
  ).id;
});
afterAll(() => expectBooksRight(server));

/** Log-ins end meanwhile. */
async function later(days: number): Promise<void> {
  server.clock.forward(days * dayMs);
  merchant = await server.logIn('merchant');
}
const read = (playerId: string) => merchant.call(calls.readMember, { playerId });
const levelName = (playerId: string) =>
  read(playerId).then(
    (member) => member.levelName,
    () => undefined,
  );
const now = () => ({ siteId: firstSite, now: server.clock.now() });
const rate = async (playerId: string, siteId: string = firstSite) =>
  (await levelOf(server.services.db.read, tenantId, playerId, { ...now(), siteId }))?.basisPoints;

describe('a member', () => {
  it('rises in a blink with what was paid, and prices know it', async () => {
    const playerId = await hall.guest();
    await hall.topUp(playerId, silverFen - 1);
    expect(await rate(playerId)).toBeUndefined();
    await hall.topUp(playerId, 1);
    await expect.poll(() => rate(playerId), soon).toBe(9800);
    expect(
      await levelForPrices(server.services, server.services.db.read, { tenantId, playerId, ...now() }),
    ).toEqual({ name: 'Silver', basisPoints: 9800 });
    await expect.poll(() => levelName(playerId), soon).toBe('Silver');
    expect(await rate(playerId)).toBe(9800);
    expect(await levelOf(server.services.db.read, demoTenants.merchant2, playerId, now())).toBeNull();
  });

  it('gets the coins of a level with the top-up that reaches it, once', async () => {
    const playerId = await hall.guest();
    await hall.topUp(playerId, goldFen, secondSite);
    await expect.poll(() => levelName(playerId), soon).toBe('Gold');
    const { places } = await read(playerId);
    expect(places).toMatchObject([{ fieldId: secondSite, coins: 50 }]);
    await later(91);
    await judgeLevels(server.services);
    expect(await levelName(playerId)).toBe('Silver');
    await hall.topUp(playerId, goldFen, secondSite);
    await expect.poll(() => levelName(playerId), soon).toBe('Gold');
    expect((await read(playerId)).coins).toBe(50);
  });

  it('keeps a level that is still earned, and goes down to what is earned when its time is over', async () => {
    const [faithful, gone] = [await hall.guest(), await hall.guest()];
    for (const playerId of [faithful, gone]) await hall.topUp(playerId, goldFen);
    for (const playerId of [faithful, gone]) await expect.poll(() => levelName(playerId), soon).toBe('Gold');
    await later(60);
    await hall.topUp(faithful, goldFen);
    await expect.poll(async () => (await read(faithful)).paidFen, soon).toBe(2 * goldFen);
    await later(31);
    expect(await levelName(gone)).toBe('Gold');
    await judgeLevels(server.services);
    expect(await levelName(faithful)).toBe('Gold');
    expect(await levelName(gone)).toBe('Silver');
  });

  it('does not keep a level whose money went back', async () => {
    const playerId = await hall.guest();
    const order = await hall.topUp(playerId, silverFen);
    await expect.poll(() => levelName(playerId), soon).toBe('Silver');
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, order, { amount: silverFen, reason: 'back', automatic: false }),
    );
    await expect.poll(async () => (await read(playerId)).paidFen, soon).toBe(0);
    await judgeLevels(server.services);
    expect(await levelName(playerId)).toBeNull();
  });

  it('gives the coins of a level back with the top-up that reached it; what is spent is owed', async () => {
    const playerId = await hall.guest();
    const order = await hall.topUp(playerId, goldFen);
    await expect.poll(() => levelName(playerId), soon).toBe('Gold');
    expect((await read(playerId)).coins).toBe(50);
    const { services } = server;
    const mint = (amount: number) =>
      services.db.transaction((tx) =>
        postTransfers(tx, [
          {
            key: `test:${newId()}`,
            tenantId,
            kind: 'grant',
            legs: [
              { account: mintAccount(tenantId, 'coin'), amount: -amount },
              { account: playerAccount(tenantId, playerId, firstSite, 'coin'), amount },
            ],
          },
        ]),
      );
    await mint(-30);
    const { besides } = await merchant.call(ordersContract.previewRefund, { orderNumber: order.number });
    expect(besides).toEqual([expect.stringContaining('50 coins'), expect.stringContaining('30 of them')]);
    await services.db.transaction((tx) =>
      refundOrder(tx, services, order, { amount: goldFen, reason: 'back', automatic: false }),
    );
    await expect.poll(async () => (await read(playerId)).coins, soon).toBe(0);
    // the next coins fill what is owed
    await mint(100);
    await judgeLevels(services);
    expect((await read(playerId)).coins).toBe(70);
    await judgeLevels(services);
    expect((await read(playerId)).coins).toBe(70);
    // who tops up as much again on that day has them again
    await hall.topUp(playerId, goldFen);
    await expect.poll(async () => (await read(playerId)).coins, soon).toBe(120);
  });

  it('has a new level at once when what was paid before is enough for it', async () => {
    const playerId = await hall.guest();
    await hall.topUp(playerId, 4_000_000);
    await expect.poll(async () => (await read(playerId).catch(() => null))?.paidFen, soon).toBe(4_000_000);
    const { id } = await level({ name: 'Copper', rank: 1, spendFen: 3_999_999 });
    await expect.poll(() => levelName(playerId), soon).toBe('Copper');
    expect(await refusalOf(merchant.call(calls.removeLevels, { ids: [id] }))).toBe(
      'members:error.levelInUse',
    );
    const { records } = await merchant.call(calls.listMembers, { levelId: id, size: 100 });
    expect(records.map((row) => row.playerId)).toContain(playerId);
    const levels = await merchant.call(calls.listLevels, {});
    expect(levels.records.find((row) => row.id === id)?.members).toBe(
      (await merchant.call(calls.listMembers, { levelId: id })).total,
    );
  });
});

describe('levels', () => {
  it('need a condition, another name and another step, and somebody who works for all sites', async () => {
    expect(await refusalOf(level({ name: 'Empty', rank: 4 }))).toBe('members:error.noCondition');
    expect(await refusalOf(level({ name: 'Empty', rank: 4, spendFen: 1, bonusCoins: 5 }))).toBe(
      'members:error.bonusNeedsTopUp',
    );
    expect(await refusalOf(level({ name: 'silver', rank: 4, spendFen: 1 }))).toBe('members:error.sameName');
    expect(await refusalOf(level({ name: 'Other', rank: 2, spendFen: 1 }))).toBe('members:error.sameRank');
    const rights = ['members.view', 'members.levels'];
    const { client: some } = await hireStaff(server, merchant, rights, [firstSite]);
    expect(await refusalOf(some.call(calls.saveLevel, { name: 'Mine', rank: 5, spendFen: 1 }))).toBe(
      'members:error.wholeMerchant',
    );
    const { client: reader } = await hireStaff(server, merchant, ['members.view']);
    expect(await refusalOf(reader.call(calls.removeLevels, { ids: [gold] }))).toBe('kit:error.noPermission');
    const other = await server.as('merchant2');
    expect(await refusalOf(other.call(calls.removeLevels, { ids: [gold] }))).toBe('kit:error.notFound');
    expect((await other.call(calls.listLevels, {})).records.map(({ id }) => id)).not.toContain(gold);
  });
});

describe('discounts of a level', () => {
  it('make a price better where and when they hold, and never worse', async () => {
    const playerId = await hall.guest();
    await hall.topUp(playerId, silverFen);
    await expect.poll(() => rate(playerId), soon).toBe(9800);
    const save = (more: object) =>
      merchant.call(calls.saveLevelDiscount, {
        name: 'Here',
        levelId: silver,
        siteIds: [firstSite],
        ...more,
      });
    const { id } = await save({ basisPoints: 8500 });
    expect(await rate(playerId)).toBe(8500);
    expect(await rate(playerId, secondSite)).toBe(9800);
    await save({ id, basisPoints: 9900 });
    expect(await rate(playerId)).toBe(9800);
    expect(await refusalOf(save({ id, toDay: '2020-01-01' }))).toBe('kit:validation.pastDay');
    await save({ id, basisPoints: 8500, fromDay: '2999-01-01' });
    expect(await rate(playerId)).toBe(9800);
    await save({ id, basisPoints: 8500, active: false });
    expect(await rate(playerId)).toBe(9800);
    await save({ id, basisPoints: 8500, siteIds: [] });
    expect(await rate(playerId, secondSite)).toBe(8500);
    const { records } = await merchant.call(calls.listLevelDiscounts, {});
    expect(records).toMatchObject([{ name: 'Here', levelName: 'Silver', standing: 'holds' }]);
    await merchant.call(calls.removeLevelDiscounts, { ids: [id] });
    expect(await rate(playerId)).toBe(9800);
  });

  it('are 99 % unless said otherwise, with a short name, a known level and own sites', async () => {
    const save = (more: object) =>
      merchant.call(calls.saveLevelDiscount, { name: 'Usual', levelId: silver, ...more });
    const { id } = await save({});
    const { records } = await merchant.call(calls.listLevelDiscounts, { name: 'usual' });
    expect(records).toMatchObject([{ id, basisPoints: 9900 }]);
    expect(await refusalOf(save({ name: 'a'.repeat(21) }))).not.toBe('done');
    expect(await refusalOf(save({ name: 'Foreign', siteIds: [demoId('site:merchant2:1')] }))).toBe(
      'sites:error.unknownSite',
    );
    expect(await refusalOf(save({ name: 'Nothing', levelId: demoId('nothing') }))).toBe(
      'members:error.noLevel',
    );
    expect(await refusalOf(save({ name: 'Back', fromDay: '2026-02-02', toDay: '2026-02-01' }))).toBe(
      'packages:error.endsBeforeStart',
    );
  });
});
