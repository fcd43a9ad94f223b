import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { cardsContract } from '#features/loyalty/cards/contract.ts';
import { pointsContract } from '#features/loyalty/points/contract.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { site } from '#features/selling/coins/test/crew.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { allowanceContract as calls } from '../contract.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
let manager: Client;
beforeAll(async () => {
  ({ client: manager } = await hireStaff(server, merchant, [
    'packages.view',
    'packages.edit',
    'cards.view',
    'cards.edit',
    'members.view',
    'members.levels',
    'points.view',
    'points.rules',
    'allowance.view',
    'allowance.approve',
  ]));
});
afterAll(() => expectBooksRight(server));

const agree = (id: string | null) => merchant.call(calls.decideRequest, { id: id as string, agree: true });
const coinPackages = async (name: string) =>
  (await merchant.call(packagesContract.listCoinPackages, { name })).records;

const forNothing = { fieldId: site, name: 'For nothing', priceFen: 1, coins: 100_000, bonusCoins: 100_000 };

describe('a package that gives far more than it costs', () => {
  it('is sold to nobody until a second person agrees, and then once', async () => {
    const { asked } = await manager.call(packagesContract.createCoinPackage, forNothing);
    expect(await coinPackages(forNothing.name)).toEqual([]);
    const [shown] = (await merchant.call(calls.listRequests, { state: 'waiting' })).records;
    expect(shown).toMatchObject({ id: asked, door: 'package', label: forNothing.name });
    expect(shown?.says).toContain('¥0.01');
    expect(await refusalOf(manager.call(calls.decideRequest, { id: asked as string, agree: true }))).toBe(
      'allowance:error.own',
    );
    await agree(asked);
    expect(await coinPackages(forNothing.name)).toMatchObject([{ priceFen: 1, bonusCoins: 100_000 }]);
  });

  it('may be given another name and made dearer by one person, but not cheaper or larger', async () => {
    const [{ id } = { id: '' }] = await coinPackages(forNothing.name);
    const change = (more: object) =>
      manager.call(packagesContract.changeCoinPackage, { ...forNothing, id, ...more });
    expect((await change({ name: 'Nearly nothing', priceFen: 2 })).asked).toBeNull();
    expect((await change({ name: 'Nearly nothing', priceFen: 1 })).asked).not.toBeNull();
    expect(await coinPackages('Nearly nothing')).toMatchObject([{ priceFen: 2 }]);
  });

  it('that was agreed to for newcomers, once each, is opened to everybody by a second person alone', async () => {
    const few = { ...forNothing, name: 'Welcome', audience: 'first' as const, perPlayer: 1 };
    const { id } = await merchant.call(packagesContract.createCoinPackage, few);
    const change = async (more: object) =>
      (await manager.call(packagesContract.changeCoinPackage, { ...few, id, ...more })).asked !== null;
    expect(await change({ name: 'Welcome!' })).toBe(false);
    for (const more of [
      { audience: 'everyone' },
      { perPlayer: 2 },
      { perPlayer: null },
      { discountable: true },
    ])
      expect([more, await change(more)]).toEqual([more, true]);
    expect(await coinPackages('Welcome')).toMatchObject([{ audience: 'first', perPlayer: 1 }]);
    // fewer people, or nobody: nothing is given away by it
    expect(await change({ perPlayerDay: 1, active: false })).toBe(false);
    expect(await change({ perPlayerDay: 1, active: true })).toBe(true);
  });

  it('is the owner’s to offer', async () => {
    const { asked } = await merchant.call(packagesContract.createCoinPackage, {
      ...forNothing,
      name: 'From the owner',
    });
    expect(asked).toBeNull();
    expect(await coinPackages('From the owner')).toHaveLength(1);
  });
});

it('a package at the price of its coins needs nobody', async () => {
  const fair = { fieldId: site, name: 'Fair', priceFen: 1000, coins: 10 };
  expect((await manager.call(packagesContract.createCoinPackage, fair)).asked).toBeNull();
  expect(await coinPackages('Fair')).toHaveLength(1);
});

it('terms that were agreed to reach no more people by the word of one', async () => {
  const card = {
    name: 'Nearly free',
    priceFen: 1,
    days: 30,
    dailyPlays: 100,
    onSale: false,
    perPlayer: 1,
    siteIds: [site],
  };
  const { id } = await merchant.call(cardsContract.saveCardType, card);
  expect((await manager.call(cardsContract.sellCardTypes, { ids: [id], onSale: true })).asked).not.toBeNull();
  const saved = async (more: object) =>
    (await manager.call(cardsContract.saveCardType, { ...card, id, ...more })).asked !== null;
  for (const more of [{ onSale: true }, { perPlayer: 5 }, { siteIds: [] }])
    expect([more, await saved(more)]).toEqual([more, true]);
  expect(await saved({ name: 'As before' })).toBe(false);
  const level = { name: 'Best', rank: 18, spendFen: 1_000_000, basisPoints: 100 };
  const best = await merchant.call(membersContract.saveLevel, level);
  const lower = { ...level, id: best.id, spendFen: 1 };
  expect((await manager.call(membersContract.saveLevel, lower)).asked).not.toBeNull();
  const higher = { ...level, id: best.id, spendFen: 2_000_000 };
  expect((await manager.call(membersContract.saveLevel, higher)).asked).toBeNull();
  const discount = { levelId: best.id, name: 'Mornings', basisPoints: 100, siteIds: [site] };
  const given = await merchant.call(membersContract.saveLevelDiscount, discount);
  const everywhere = { ...discount, id: given.id, siteIds: [] };
  expect((await manager.call(membersContract.saveLevelDiscount, everywhere)).asked).not.toBeNull();
  const hour = { fieldId: site, name: 'One hour', basisPoints: 100, things: ['coins' as const] };
  const short = await merchant.call(packagesContract.saveDiscount, hour);
  const wish = { ...hour, id: short.id, withLevel: true };
  expect((await manager.call(packagesContract.saveDiscount, wish)).asked).not.toBeNull();
  expect(
    (await manager.call(packagesContract.saveDiscounts, { fieldId: site, discounts: [wish] })).asked,
  ).not.toBeNull();
});

describe('value made by other prices waits as well', () => {
  const terms = { days: 30, dailyPlays: 100 };
  const wishes: Record<string, () => Promise<{ asked: string | null }>> = {
    'points for a fen': () =>
      manager.call(packagesContract.createPointsPackage, {
        fieldId: site,
        name: 'Points',
        priceFen: 1,
        points: 1_000_000,
      }),
    'a discount that leaves nothing to pay': () =>
      manager.call(packagesContract.saveDiscount, { fieldId: site, name: 'All off', basisPoints: 1 }),
    'coins on top of a banknote': () =>
      manager.call(packagesContract.saveCashPackage, { fieldId: site, yuan: 5, bonusCoins: 500 }),
    'a card for a fen': () =>
      manager.call(cardsContract.saveCardType, { name: 'Card for nothing', priceFen: 1, ...terms }),
    'a level whose coins are worth more than the top-up': () =>
      manager.call(membersContract.saveLevel, { name: 'Free', rank: 19, topUpFen: 1, bonusCoins: 1000 }),
    'a thousand points for a yuan': () =>
      manager.call(pointsContract.saveSiteRate, { fieldId: site, perYuan: 1000, perCoin: 0 }),
  };
  for (const [name, wish] of Object.entries(wishes))
    it(name, async () => {
      const { asked } = await wish();
      expect(asked).not.toBeNull();
      const found = (await merchant.call(calls.listRequests, { state: 'waiting' })).records;
      expect(found.map(({ id }) => id)).toContain(asked);
      await agree(asked);
      expect((await merchant.call(calls.listGiven, {})).records[0]).toMatchObject({ agreed: true });
    });
});
