/** Cards from the counter to the machine: what is sold, what it gives, and that none of it is given twice. */

import { beforeAll, describe, expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { allow } from '#features/money/allowance/test/allow.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import {
  automaticSite,
  manualSite,
  openArcade,
  playerId,
  playerName,
  tenantId,
} from '#features/selling/orders/test/arcade.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import { playContract } from '#features/selling/play/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { wallTime } from '#kit/kernel/site-day.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { cardsContract } from '../contract.ts';
import { grantCard } from '../server/public.ts';
import { cardStage } from './stage.ts';

const arcade = staged(openArcade, (it) => it.close());
let stage: ReturnType<typeof cardStage>;
let staff: Client;
/** the clock was moved: log in again */
const again = async () => {
  staff = await arcade.staff();
};
beforeAll(async () => {
  stage = cardStage(arcade);
  // noon there, so that a test does not run over the end of a day
  const now = arcade.server.clock.now();
  const noon = new Date(`${now.toISOString().slice(0, 10)}T04:00:00Z`).getTime();
  arcade.server.clock.forward((noon > now.getTime() ? noon : noon + dayMs) - now.getTime());
  await again();
});

const many = <T>(count: number, one: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, place) => one(place)));
const countOf = (list: readonly string[], what: string) => list.filter((one) => one === what).length;

describe('kinds of cards', () => {
  it('are kept as they are written, and say what they give', async () => {
    const id = await stage.type({ stock: 5, perPlayer: 2, siteIds: [automaticSite], intro: 'good' });
    const read = await staff.call(cardsContract.readCardType, { id });
    expect(read).toMatchObject({ dailyPlays: 3, days: 30, stock: 5, stockLeft: 5, sold: 0, perPlayer: 2 });
    expect(read.siteNames).toHaveLength(1);
    await staff.call(cardsContract.sellCardTypes, { ids: [id], onSale: false });
    expect((await staff.call(cardsContract.readCardType, { id })).onSale).toBe(false);
    await staff.call(cardsContract.removeCardTypes, { ids: [id] });
    expect((await refusal(staff.call(cardsContract.readCardType, { id }))).status).toBe(404);
  });

  it.each([
    [{ dailyCoins: 5 }, 'dailyCoins'],
    [{ dailyPlays: 0 }, 'dailyPlays'],
    [{ starts: 'firstUse', basisPoints: 9000 }, 'starts'],
    [{ priceFen: 0 }, 'priceFen'],
    [{ siteIds: [newId()] }, undefined],
    [{ hours: [{ days: [1], period: '10:00-10:00' }] }, 'hours'],
  ] as const)('are refused with the field that is wrong: %j', async (changes, field) => {
    const { issues } = await refusal(stage.type(changes as object));
    if (field) expect(issues.map(({ path }) => path)).toContain(field);
  });

  it('belong to the merchant: others see none, and who works at one site changes none', async () => {
    const id = await stage.type();
    const other = await arcade.server.logIn('merchant2');
    expect((await refusal(other.call(cardsContract.readCardType, { id }))).status).toBe(404);
    expect((await other.call(cardsContract.listSoldCards, {})).total).toBe(0);
    const { client } = await hireStaff(arcade.server, staff, ['cards.view', 'cards.edit'], [manualSite]);
    const wish = { name: 'of one site', priceFen: 100, days: 1, dailyPlays: 1 };
    expect(await refusalOf(client.call(cardsContract.saveCardType, wish))).toBe('cards:error.wholeMerchant');
    const guest = await stage.guest();
    await stage.bought(guest, id);
    expect(
      (await client.call(cardsContract.listSoldCards, {})).records.map(({ fieldId }) => fieldId),
    ).not.toContain(automaticSite);
  });
});

describe('a sale', () => {
  it('is an order: paid, the player holds the card as it was, whatever the type becomes', async () => {
    const id = await stage.type({ name: 'month' });
    const guest = await stage.guest();
    const order = await stage.buy(guest, id);
    expect(await stage.mine(guest)).toEqual([]);
    await arcade.pay(order.orderNumber);
    await staff.call(cardsContract.saveCardType, { id, name: 'month', priceFen: 1, days: 1, dailyPlays: 1 });
    const [card] = await stage.mine(guest);
    expect(card).toMatchObject({ name: 'month', days: 30, dailyPlays: 3, playsLeft: 3, state: 'valid' });
    expect(await stage.sold(order.orderNumber)).toMatchObject({
      priceFen: 9000,
      source: 'order',
      state: 'valid',
    });
  });

  it('may be paid with the balance, and brings the coins of its package', async () => {
    const typeId = await stage.type();
    const cheap = staff.call(cardsContract.saveCardPackage, {
      typeId,
      name: 'cheap',
      priceFen: 9000,
      coins: 1,
    });
    expect(await refusalOf(cheap)).toBe('cards:error.cheaperThanCard');
    const pack = { typeId, name: 'with coins', priceFen: 12_000, coins: 40 };
    const { id } = await staff.call(cardsContract.saveCardPackage, pack);
    expect(await staff.call(cardsContract.readCardPackage, { id })).toMatchObject({
      id,
      ...pack,
      active: true,
    });
    const others = (await arcade.server.as('merchant2')).call(cardsContract.readCardPackage, { id });
    expect((await refusal(others)).status).toBe(404);
    await arcade.give('fen', 12_000);
    const player = await arcade.player();
    const coins = await arcade.owned('coin');
    const order = await stage.buy(player, id, { payWay: 'balance' });
    expect(order).toMatchObject({ state: 'fulfilled', amount: 12_000 });
    expect(await arcade.owned('coin')).toBe(coins + 40);
    expect(await stage.sold(order.orderNumber)).toMatchObject({ coins: 40, priceFen: 12_000 });
  });

  it('makes a card longer that gives the same, and keeps the days left', async () => {
    const id = await stage.type();
    const guest = await stage.guest();
    await stage.bought(guest, id);
    const [before] = await stage.mine(guest);
    await stage.bought(guest, id);
    const [card, ...others] = await stage.mine(guest);
    expect(others).toEqual([]);
    expect(card).toMatchObject({ id: before!.id, days: 60 });
    const apart = new Date(card!.expiresAt!).getTime() - new Date(before!.expiresAt!).getTime();
    expect(apart).toBe(30 * dayMs);
  });

  it('of the last one is made once, however many want it at the same moment', async () => {
    const id = await stage.type({ stock: 1 });
    const guests = await many(50, () => stage.guest());
    const ends = await Promise.all(guests.map((guest) => refusalOf(stage.buy(guest, id))));
    expect(countOf(ends, 'done')).toBe(1);
    expect(countOf(ends, 'cards:refused.soldOut')).toBe(49);
    const winner = guests[ends.indexOf('done')]!;
    const { orderNumber } = await winner.call(ordersContract.findOpenOrder, {});
    await winner.call(ordersContract.cancelOrder, { orderNumber: orderNumber! });
    expect((await staff.call(cardsContract.readCardType, { id })).stockLeft).toBe(1);
    await stage.bought(guests[7]!, id);
    expect((await staff.call(cardsContract.readCardType, { id })).stockLeft).toBe(0);
  });

  it('keeps to the limit of a player, also when many tabs ask at once', async () => {
    const id = await stage.type({ perPlayer: 2 });
    const guest = await stage.guest();
    for (const _ of [1, 2]) await stage.bought(guest, id);
    const ends = await many(20, () => refusalOf(stage.buy(guest, id)));
    expect(countOf(ends, 'cards:refused.limitReached')).toBe(20);
    const { cards } = await guest.call(cardsContract.readCardShop, { fieldId: automaticSite });
    expect(cards.find(({ cardId }) => cardId === id)?.refusal).toContain('2');
  });

  it('is refused off sale, elsewhere, and for coins or plays', async () => {
    const guest = await stage.guest();
    const off = await stage.type({ onSale: false });
    expect(await refusalOf(stage.buy(guest, off))).toBe('cards:refused.notOnSale');
    const elsewhere = await stage.type({ siteIds: [manualSite] });
    expect(await refusalOf(stage.buy(guest, elsewhere))).toBe('cards:refused.notOnSale');
    const id = await stage.type();
    for (const payWay of ['coin', 'card', 'freePlay'])
      expect(await refusalOf(stage.buy(guest, id, { payWay }))).toBe('orders:error.payWayNotOffered');
    const { cards } = await guest.call(cardsContract.readCardShop, { fieldId: automaticSite });
    expect(cards.map(({ cardId }) => cardId)).toContain(id);
    expect(cards.map(({ cardId }) => cardId)).not.toContain(elsewhere);
  });
});

describe('plays of a card', () => {
  it('are the first way to pay, start the machine, and earn nothing', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type());
    expect((await guest.call(playContract.readOffers, { equipmentId: machine.code })).payWays[0]).toBe(
      'card',
    );
    const earned = await arcade.wallet('available');
    const order = await stage.play(guest, machine.code, { number: 2 });
    expect(order).toMatchObject({ state: 'fulfilling', unit: 'play', amount: 2 });
    expect(await stage.left(guest, machine.code)).toBe(1);
    await arcade.answer(machine, { state: 'done', asked: 2, counted: 2 });
    expect(await arcade.order(order.orderNumber)).toMatchObject({ state: 'fulfilled', payWay: 'card' });
    expect(await arcade.wallet('available')).toBe(earned);
    const [card] = await stage.mine(guest);
    expect(card?.playsLeft).toBe(1);
    const uses = await guest.call(cardsContract.listCardUses, { id: card!.id });
    expect(uses.records).toMatchObject([{ unit: 'play', amount: 2, givenBack: 0 }]);
  });

  it('are never more than a day has, with fifty who want them at the same moment', async () => {
    const machines = await Promise.all([arcade.machine(), arcade.machine(), arcade.machine()]);
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type({ dailyPlays: 7 }));
    const ends = await many(50, (place) => refusalOf(stage.play(guest, machines[place % 3]!.code)));
    expect(countOf(ends, 'done')).toBe(7);
    expect(countOf(ends, 'orders:error.tooFew.card')).toBe(43);
    expect(await stage.left(guest, machines[0]!.code)).toBe(0);
    expect((await stage.mine(guest))[0]?.playsLeft).toBe(0);
  });

  it('of two cards pay together, those of the card that ends first before the others', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type({ name: 'later', dailyPlays: 2 }));
    await stage.bought(guest, await stage.type({ name: 'sooner', dailyPlays: 2, days: 3 }));
    await stage.play(guest, machine.code, { number: 3 });
    const left = Object.fromEntries(
      (await stage.mine(guest)).map(({ name, playsLeft }) => [name, playsLeft]),
    );
    expect(left).toEqual({ sooner: 0, later: 1 });
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 3, counted: 1 });
    expect(await stage.left(guest, machine.code)).toBe(3);
  });

  it('come back as far as the machine did not play; on a later day they can be played on that one', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type());
    await stage.play(guest, machine.code, { number: 2 });
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 2, counted: 0 });
    expect(await stage.left(guest, machine.code)).toBe(3);
    const silent = await stage.play(guest, machine.code);
    await arcade.answer(machine, { state: 'failed', reason: 'interrupted', asked: 1 });
    expect(await stage.left(guest, machine.code)).toBe(2);
    const release = arcade.server.clock.hold(new Date(arcade.server.clock.now().getTime() + dayMs));
    try {
      await again();
      const wish = { orderNumber: silent.orderNumber, reason: 'late' };
      // the server's own sweep may have been first
      expect(['done', 'orders:error.alreadyRefunded']).toContain(
        await refusalOf(staff.call(ordersContract.refundByNumber, wish)),
      );
      await arcade.machineBack(machine);
      expect(await stage.left(guest, machine.code)).toBe(4);
    } finally {
      release();
    }
  });

  it('begin again with the business day of the site, and end with the days of the card', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type({ days: 2 }));
    await stage.play(guest, machine.code, { number: 3 });
    expect(await stage.left(guest, machine.code)).toBe(0);
    // noon, so midnight is twelve hours away
    arcade.server.clock.forward(11 * hourMs);
    expect(await stage.left(guest, machine.code)).toBe(0);
    arcade.server.clock.forward(2 * hourMs);
    expect(await stage.left(guest, machine.code)).toBe(3);
    arcade.server.clock.forward(24 * hourMs);
    expect(await stage.left(guest, machine.code)).toBe(0);
    expect((await stage.mine(guest))[0]?.state).toBe('expired');
    // noon again
    arcade.server.clock.forward(11 * hourMs);
    await again();
  });

  it('hold where, at which machines and when the card says, and for its player alone', async () => {
    const [here, there] = [await arcade.machine(), await arcade.machine({ siteId: manualSite })];
    const lottery = await arcade.machine({ type: 'lottery' });
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type({ siteIds: [automaticSite], deviceTypes: ['claw'] }));
    expect(await stage.left(guest, here.code)).toBe(3);
    expect(await refusalOf(stage.play(guest, there.code))).toBe('orders:error.tooFew.card');
    expect(await refusalOf(stage.play(guest, lottery.code))).toBe('orders:error.tooFew.card');
    expect(await refusalOf(stage.play(await stage.guest(), here.code))).toBe('orders:error.tooFew.card');
    const night = await stage.guest();
    const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], period: '20:00-23:00' }];
    await stage.bought(night, await stage.type({ hours }));
    expect(await stage.left(night, here.code)).toBe(0);
    arcade.server.clock.forward(9 * hourMs);
    expect(await stage.left(night, here.code)).toBe(3);
    arcade.server.clock.forward(15 * hourMs);
    await again();
  });

  it('count hours by the clock of the site where the card is used', async () => {
    const { id: siteId } = await (await arcade.staff()).call(sitesContract.createSite, {
      name: 'Tokyo',
      type: 'mall',
      regionCode: '440305',
      address: '1',
      timeZone: 'Asia/Tokyo',
      dayStart: 6,
    });
    const [here, there] = [await arcade.machine(), await arcade.machine({ siteId })];
    // from this hour of Tokyo on, which is an hour ahead of Shanghai; the hour has just begun, so that none of it ends meanwhile
    arcade.server.clock.forward(hourMs - (arcade.server.clock.now().getTime() % hourMs));
    const wall = wallTime({ timeZone: 'Asia/Tokyo', dayStart: 6 }, arcade.server.clock.now());
    const from = String(wall.getUTCHours()).padStart(2, '0');
    const to = String((wall.getUTCHours() + 1) % 24).padStart(2, '0');
    const guest = await stage.guest();
    const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], period: `${from}:00-${to}:00` }];
    await stage.bought(guest, await stage.type({ hours }));
    expect(await stage.left(guest, there.code)).toBe(3);
    expect(await stage.left(guest, here.code)).toBe(0);
  });

  it('begin the days of a card that waits for its first use', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type({ starts: 'firstUse', days: 7 }));
    expect((await stage.mine(guest))[0]).toMatchObject({ state: 'waiting', expiresAt: null });
    arcade.server.clock.forward(20 * dayMs);
    await again();
    await arcade.machineBack(machine);
    await stage.play(guest, machine.code);
    const [card] = await stage.mine(guest);
    expect(card?.state).toBe('valid');
    const leftMs = new Date(card!.expiresAt!).getTime() - arcade.server.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(6 * dayMs);
    expect(leftMs).toBeLessThanOrEqual(7 * dayMs);
  });
});

describe('coins of a card', () => {
  it('go into the account once a day, with fifty who ask at the same moment', async () => {
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type({ dailyPlays: 0, dailyCoins: 10 }));
    const [card] = await stage.mine(guest);
    const wish = { id: card!.id, fieldId: automaticSite };
    const ends = await many(50, () => refusalOf(guest.call(cardsContract.takeCardCoins, wish)));
    expect(countOf(ends, 'done')).toBe(1);
    expect(countOf(ends, 'cards:refused.takenToday')).toBe(49);
    expect((await stage.mine(guest))[0]?.coinsLeft).toBe(0);
    arcade.server.clock.forward(dayMs);
    await again();
    expect(await guest.call(cardsContract.takeCardCoins, wish)).toEqual({ coins: 10 });
    const stranger = await stage.guest();
    expect((await refusal(stranger.call(cardsContract.takeCardCoins, wish))).status).toBe(404);
  });
});

describe('the discount of a card', () => {
  it('is a separate line in the price of packages, and the order costs as much', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    const { id: packageId } = await staff.call(packagesContract.createCoinPackage, {
      fieldId: automaticSite,
      name: 'for cards',
      priceFen: 8000,
      coins: 60,
    });
    const offerOf = async () => {
      const { offers } = await guest.call(playContract.readOffers, { equipmentId: machine.code });
      return offers.find((offer) => offer.packageId === packageId)!;
    };
    const before = await offerOf();
    await stage.bought(guest, await stage.type({ name: 'less', dailyPlays: 0, basisPoints: 5000 }));
    const after = await offerOf();
    expect(after.amountFen).toBeLessThan(before.amountFen);
    expect(after.lines.map(({ text }) => text).join()).toContain('less');
    expect(after.lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(after.amountFen);
    const order = await guest.call(ordersContract.payForDevice, {
      equipmentId: machine.code,
      payWay: 'wechat',
      packageId,
      requestId: newId(),
    });
    expect(order.amount).toBe(after.amountFen);
  });
});

describe('a gift', () => {
  it('is refused at a site that the card does not name, and counts for nobody', async () => {
    const typeId = await stage.type({ siteIds: [manualSite] });
    const wish = { playerId, typeId, reason: 'birthday' };
    const { client, roleId } = await hireStaff(arcade.server, staff, ['cards.view', 'cards.give']);
    await allow(arcade.server, staff, { play: 90 }, roleId);
    const elsewhere = client.call(cardsContract.giveCard, { ...wish, fieldId: automaticSite });
    expect(await refusalOf(elsewhere)).toBe('cards:error.notAtSite');
    expect((await client.call(cardsContract.listSoldCards, { typeId })).total).toBe(0);
    const { cardId } = await client.call(cardsContract.giveCard, { ...wish, fieldId: manualSite });
    expect((await stage.mine(await arcade.player(playerName))).map(({ id }) => id)).toContain(cardId);
  });

  it('needs a reason, counts towards the limit of the giver, and can be taken back', async () => {
    const typeId = await stage.type();
    const wish = { playerId, fieldId: automaticSite, typeId, reason: 'birthday' };
    const { client, roleId } = await hireStaff(arcade.server, staff, ['cards.view', 'cards.give']);
    // 90 plays each: enough for two of them
    await allow(arcade.server, staff, { play: 180 }, roleId);
    expect(await refusalOf(client.call(cardsContract.giveCard, { ...wish, reason: '' }))).toBe(
      'kit:validation.required',
    );
    const { id, cardId } = await client.call(cardsContract.giveCard, wish);
    await client.call(cardsContract.giveCard, wish);
    expect(await refusalOf(client.call(cardsContract.giveCard, wish))).toBe('allowance:error.perDay');
    const player = await arcade.player(playerName);
    expect((await stage.mine(player)).find((card) => card.id === cardId)).toMatchObject({ days: 60 });
    expect(await refusalOf(client.call(cardsContract.takeBackCard, { id, reason: 'wrong' }))).toBe(
      'cards:error.newestFirst',
    );
    const { records } = await client.call(cardsContract.listSoldCards, { typeId, source: 'gift' });
    for (const gift of records)
      await client.call(cardsContract.takeBackCard, { id: gift.id, reason: 'wrong' });
    expect((await stage.mine(player)).find((card) => card.id === cardId)?.state).toBe('ended');
    expect(await refusalOf(client.call(cardsContract.previewCardRefund, { id }))).toBe(
      'kit:error.noPermission',
    );
    expect(await refusalOf(staff.call(cardsContract.previewCardRefund, { id }))).toBe('cards:error.notPaid');
  });

  it('of another platform comes through the same door, and takes from the same stock', async () => {
    const typeId = await stage.type({ stock: 1 });
    const now = arcade.server.clock.now();
    const given = { tenantId, siteId: automaticSite, playerId, typeId, source: 'groupBuy' as const, now };
    // nobody sold this code: the books of group buys would miss its sale
    const undone = arcade.server.services.db.transaction(async (tx) => {
      const grant = () => grantCard(tx, { ...given, reason: 'code 1' });
      await grant();
      expect(await refusalOf(grant())).toBe('cards:refused.soldOut');
      throw new Error('no such code');
    });
    await expect(undone).rejects.toThrow('no such code');
  });
});

it('after all of it every proof of every feature holds', async () => {
  expect(await stage.broken()).toEqual([]);
});
