/** Packages and discounts as players buy them: the price, the limits, what comes out, and what goes back. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prove } from '#features/money/ledger/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { orderChecks } from '#features/selling/orders/server/checks.ts';
import { sweepOrders } from '#features/selling/orders/server/sweep-orders.ts';
import { automaticSite, openArcade, playerId } from '#features/selling/orders/test/arcade.ts';
import { playContract } from '#features/selling/play/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { packagesContract as calls } from '../contract.ts';
import { packageChecks } from '../server/checks.ts';
import { type CardDiscount, registerCards, registerLevel } from '../server/public.ts';

const arcade = staged(openArcade, (it) => it.close());
let player: Client;
let level: { name: string; basisPoints: number } | null = null;
let cards: CardDiscount[] = [];
beforeAll(async () => {
  player = await arcade.player();
  registerLevel(arcade.server.services, async (_reader, whose) =>
    whose.playerId === playerId ? level : null,
  );
  registerCards(arcade.server.services, async (_reader, whose) => (whose.playerId === playerId ? cards : []));
});

const elsewhere = demoId('site:merchant:3');
let named = 0;
const offer = async (
  more: object = {},
  kind: 'coins' | 'stored' | 'points' = 'coins',
  fieldId = automaticSite,
) => {
  const values = { fieldId, name: `sold ${++named}`, priceFen: 1000 };
  const given = { coins: 10, bonusCoins: 2, ...more };
  const staff = await arcade.staff();
  if (kind === 'points')
    return (await staff.call(calls.createPointsPackage, { ...values, points: 1, ...more })).id;
  const create = kind === 'coins' ? calls.createCoinPackage : calls.createStoredPackage;
  return (await staff.call(create, { ...values, ...given })).id;
};
const buy = (equipmentId: string, packageId: string, more: object = {}) =>
  player.call(ordersContract.payForDevice, { equipmentId, packageId, payWay: 'balance', ...more });
const broken = async () => {
  const { db } = arcade.server.services;
  const { checks } = await prove(db, arcade.server.clock.now(), [...orderChecks, ...packageChecks]);
  return checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
};
const pricedOrders = async (packageId: string) =>
  (await arcade.server.services.db
    .raw`select given_up_at is null as counts from priced_order where package_id = ${packageId}`) as {
    counts: boolean;
  }[];

describe('coins of a package', () => {
  it('go onto the machine for the price of the package, and what did not come goes back in proportion', async () => {
    await arcade.give('fen', 2000);
    const machine = await arcade.machine();
    const before = await arcade.owned('fen');
    const bought = await buy(machine.code, await offer());
    expect(bought).toMatchObject({ amount: 1000, unit: 'fen', state: 'fulfilling' });
    await expect.poll(() => machine.heard('command').length, soon).toBe(1);
    expect(machine.heard('command')[0]).toMatchObject({ command: 'credit', parameters: { amount: 12 } });
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 12, counted: 9 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      kind: 'package',
      state: 'partlyFulfilled',
      fulfilledAmount: 750,
      refundedAmount: 250,
    });
    expect(await arcade.owned('fen')).toBe(before - 750);
  });

  it('are asked for one part after the other where an exchange gives fewer at once', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const bought = await buy(machine.code, await offer({ priceFen: 9999, coins: 400, bonusCoins: 50 }), {
      payWay: 'wechat',
    });
    await arcade.pay(bought.orderNumber);
    for (const [index, amount] of [200, 200, 50].entries()) {
      await expect.poll(() => machine.heard('command').length, soon).toBe(index + 1);
      expect(machine.heard('command')[index]).toMatchObject({ command: 'dispense', parameters: { amount } });
      await arcade.answer(machine, { state: 'done', asked: amount, counted: amount });
    }
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      state: 'fulfilled',
      counted: 450,
      fulfilledAmount: 9999,
    });
  });
});

describe('stored value', () => {
  it('is coins in the player’s account, whatever the machine does, and goes back while they are there', async () => {
    const machine = await arcade.machine();
    const packageId = await offer({ priceFen: 5000, coins: 50, bonusCoins: 5 }, 'stored');
    const before = await arcade.owned('coin');
    const bought = await buy(machine.code, packageId, { payWay: 'wechat' });
    expect(await arcade.owned('coin')).toBe(before);
    await arcade.pay(bought.orderNumber);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      state: 'fulfilled',
      payWay: 'wechat',
      deviceId: null,
      siteId: automaticSite,
    });
    expect(await arcade.owned('coin')).toBe(before + 55);
    expect(machine.heard('command')).toEqual([]);
    const staff = await arcade.staff();
    await staff.call(ordersContract.refundByNumber, {
      orderNumber: bought.orderNumber,
      reason: 'changed mind',
    });
    await arcade.settleRefunds();
    expect(await arcade.owned('coin')).toBe(before);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'refunded' });
    expect(await pricedOrders(packageId)).toEqual([{ counts: false }]);
  });

  it('is bought without a machine too', async () => {
    const before = await arcade.owned('coin');
    await arcade.give('fen', 1000);
    const bought = await player.call(ordersContract.payForCard, {
      fieldId: automaticSite,
      cardId: await offer({}, 'stored'),
      payWay: 'balance',
    });
    expect(bought).toMatchObject({ state: 'fulfilled', amount: 1000 });
    expect(await arcade.owned('coin')).toBe(before + 12);
    const direct = { fieldId: automaticSite, cardId: await offer(), payWay: 'balance' } as const;
    expect(await refusalOf(player.call(ordersContract.payForCard, direct))).toBe('packages:refused.notHere');
  });
});

describe('points', () => {
  const refund = async (orderNumber: string, amount?: number) => {
    const staff = await arcade.staff();
    const reason = 'changed mind';
    await staff.call(ordersContract.refundByNumber, { orderNumber, reason, ...(amount && { amount }) });
    await arcade.settleRefunds();
  };

  it('are sold for money, are neither coins nor money, and go back in proportion', async () => {
    const machine = await arcade.machine();
    const packageId = await offer({ priceFen: 3000, points: 350 }, 'points');
    const [points, coins] = [await arcade.owned('point'), await arcade.owned('coin')];
    const bought = await buy(machine.code, packageId, { payWay: 'wechat' });
    await arcade.pay(bought.orderNumber);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilled', deviceId: null });
    expect([await arcade.owned('point'), await arcade.owned('coin')]).toEqual([points + 350, coins]);
    await refund(bought.orderNumber, 1000);
    // two thirds of 350 are 233 1/3
    expect(await arcade.owned('point')).toBe(points + 233);
    expect(await broken()).toEqual([]);
    await refund(bought.orderNumber);
    expect(await arcade.owned('point')).toBe(points);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'refunded' });
  });

  it('on top of stored value come with the coins; once they are spent nothing goes back', async () => {
    await arcade.give('fen', 2000);
    const [points, coins] = [await arcade.owned('point'), await arcade.owned('coin')];
    const cardId = await offer({ points: 40 }, 'stored');
    const bought = await player.call(ordersContract.payForCard, {
      fieldId: automaticSite,
      cardId,
      payWay: 'balance',
    });
    expect([await arcade.owned('point'), await arcade.owned('coin')]).toEqual([points + 40, coins + 12]);
    await arcade.give('point', -(points + 1));
    expect(await refusalOf(refund(bought.orderNumber))).toBe('orders:error.pointsSpent');
    expect(await arcade.owned('coin')).toBe(coins + 12);
    await arcade.give('point', points + 1);
    await refund(bought.orderNumber);
    expect([await arcade.owned('point'), await arcade.owned('coin')]).toEqual([points, coins]);
  });

  it('stand beside the balance on the page of a machine, with the store that takes them', async () => {
    const staff = await arcade.staff();
    const machine = await arcade.machine();
    const setStore = (url: string | null, client = staff) =>
      client.call(calls.savePointsStore, { fieldId: automaticSite, url });
    const seen = async () =>
      (await player.call(playContract.readOffers, { equipmentId: machine.code })).purse;
    const points = await arcade.owned('point');
    // the shop of the demo has a points store here
    const here = `/subIntegralStore?fieldId=${automaticSite}`;
    expect(await seen()).toMatchObject({ points, pointsStore: here });
    const url = 'https://points.example/store?shop=1';
    await setStore(url);
    expect(await seen()).toMatchObject({ points, pointsStore: url });
    const nobody = await arcade.server.as(undefined);
    expect(await nobody.call(calls.readPointsStore, { fieldId: automaticSite })).toEqual({ url });
    for (const wrong of ['http://points.example', 'javascript:alert(1)', 'points', 'https://'])
      expect(await refusalOf(setStore(wrong))).not.toBe('done');
    const stranger = await arcade.server.as('merchant2');
    expect(await refusalOf(setStore('https://elsewhere.example', stranger))).toBe('sites:error.unknownSite');
    expect(await seen()).toMatchObject({ pointsStore: url });
    await setStore(null);
    expect(await seen()).toMatchObject({ pointsStore: here });
    expect(await refusalOf(nobody.call(calls.readPointsStore, { fieldId: newId() }))).toBe(
      'kit:error.notFound',
    );
  });

  it('are not given by a machine that gives coins, and are sold to somebody', async () => {
    const staff = await arcade.staff();
    const machine = await arcade.machine();
    const own = { equipmentId: machine.id, name: 'own', priceFen: 500, coins: 5, points: 5 };
    expect(await refusalOf(staff.call(calls.createDevicePackage, { ...own, kind: 'coins' }))).toBe(
      'packages:error.noPointsHere',
    );
    expect(await refusalOf(offer({ points: 0 }, 'points'))).not.toBe('done');
    const { records } = await staff.call(calls.listPointsPackages, { fieldId: automaticSite });
    expect(records[0]).toMatchObject({ kind: 'points', priceFen: 3000, coins: 0, points: 350 });
    await staff.call(calls.restorePointsPackages, { fieldId: automaticSite });
    const restored = await staff.call(calls.listPointsPackages, { fieldId: automaticSite });
    expect(restored.records.map(({ name, points }) => [name, points])).toEqual([
      ['¥10 for 100 points', 100],
      ['¥50 for 550 points', 550],
      ['¥100 for 1200 points', 1200],
    ]);
  });
});

describe('what may be had once', () => {
  it('is had once by two tabs, and by a call said again', async () => {
    await arcade.give('fen', 5000);
    const machine = await arcade.machine();
    const packageId = await offer({ perPlayer: 1 });
    const tabs = await Promise.allSettled(
      Array.from({ length: 4 }, () => buy(machine.code, packageId, { requestId: newId() })),
    );
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const requestId = newId();
    const other = await offer({ perPlayer: 1 });
    const [first, second] = await Promise.all([
      buy(machine.code, other, { requestId }),
      buy(machine.code, other, { requestId }),
    ]);
    expect(second?.orderNumber).toBe(first?.orderNumber);
    expect(await pricedOrders(other)).toEqual([{ counts: true }]);
  });

  it('for newcomers goes to players who never paid this merchant, once', async () => {
    const machine = await arcade.machine();
    const packageId = await offer({ audience: 'first', priceFen: 100 });
    expect(await refusalOf(buy(machine.code, packageId))).toBe('packages:refused.onlyFirst');
    const { raw } = arcade.server.services.db;
    const [newcomer] = await raw<{ id: string; name: string }[]>`
      select id, name from player where id <> ${playerId} and open_id is not null
        and not exists (select 1 from orders where player_id = player.id and pay_way = 'groupBuy')
      order by id limit 1`;
    await raw`update orders set player_id = null where player_id = ${newcomer!.id}`;
    const tab = await arcade.player(newcomer!.name);
    const tabs = await Promise.allSettled(
      Array.from({ length: 3 }, () =>
        tab.call(ordersContract.payForDevice, {
          equipmentId: machine.code,
          packageId,
          payWay: 'alipay',
          requestId: newId(),
        }),
      ),
    );
    // of orders that wait to be paid the last one stays
    expect(tabs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect((await pricedOrders(packageId)).filter(({ counts }) => counts)).toHaveLength(1);
  });

  it('may be had again when it was never paid, and when all of it went back', async () => {
    await arcade.give('fen', 3000);
    const machine = await arcade.machine();
    const packageId = await offer({ perPlayer: 1 });
    await buy(machine.code, packageId, { payWay: 'wechat' });
    expect(await refusalOf(buy(machine.code, packageId))).toBe('packages:refused.limitReached');
    arcade.server.clock.forward(16 * minuteMs);
    await sweepOrders(arcade.server.services);
    await arcade.machineBack(machine);
    const bought = await buy(machine.code, packageId);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 12, counted: 0 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'refunded' });
    expect((await buy(machine.code, packageId)).state).toBe('fulfilling');
    expect(await pricedOrders(packageId)).toHaveLength(3);
  });
});

describe('what is not for this player to choose', () => {
  it('is refused, and nothing is written', async () => {
    const machine = await arcade.machine();
    const lanes = await arcade.machine({ type: 'vending' });
    const packageId = await offer();
    const early = await offer({ fromDay: '2999-01-01' });
    const count = () => arcade.server.services.db.raw`select count(*)::int as n from orders`;
    const before = await count();
    const foreign = await offer({}, 'coins', elsewhere);
    const refused = {
      'an amount': () => buy(machine.code, packageId, { amountFen: 100 }),
      'a number': () => buy(machine.code, packageId, { number: 100 }),
      unknown: () => buy(machine.code, newId()),
      'another site’s': () => buy(machine.code, foreign),
      early: () => buy(machine.code, early),
      'paid with coins': () => buy(machine.code, packageId, { payWay: 'coin' }),
      'at a machine without coins': () => buy(lanes.code, packageId),
    };
    const reasons: [string, string][] = [];
    for (const [what, call] of Object.entries(refused)) reasons.push([what, await refusalOf(call())]);
    expect(Object.fromEntries(reasons)).toEqual({
      'an amount': 'orders:error.packageAlone',
      'a number': 'orders:error.packageAlone',
      unknown: 'orders:error.unknownOffer',
      'another site’s': 'orders:error.unknownOffer',
      early: 'packages:refused.notYet',
      'paid with coins': 'orders:error.payWayNotOffered',
      'at a machine without coins': 'packages:refused.notHere',
    });
    expect(await count()).toEqual(before);
    expect(await pricedOrders(packageId)).toEqual([]);
  });
});

describe('discounts and levels', () => {
  it('lower plays and packages, and staff can explain them when the rules are long gone', async () => {
    await arcade.give('fen', 5000);
    const staff = await arcade.staff();
    const { id } = await staff.call(calls.saveDiscount, {
      fieldId: automaticSite,
      name: 'every hour',
      basisPoints: 8000,
      withLevel: true,
    });
    level = { name: 'Gold', basisPoints: 9000 };
    const machine = await arcade.machine();
    const plays = await player.call(ordersContract.payForDevice, {
      equipmentId: machine.code,
      number: 3,
      payWay: 'balance',
    });
    level = null;
    // 3 × 2 yuan, 80 %, 90 %, and whole jiao
    expect(plays.amount).toBe(430);
    await arcade.answer(machine, { state: 'done', asked: 3, counted: 3 });
    const packaged = await buy(machine.code, await offer({ discountable: true }));
    expect(packaged.amount).toBe(800);
    await staff.call(calls.removeDiscounts, { ids: [id] });
    const detail = await (await arcade.staff()).call(ordersContract.readOrder, {
      orderNumber: plays.orderNumber,
    });
    expect(detail.priceLines).toEqual([
      { text: 'Price', amountFen: 600 },
      { text: 'Discount · every hour · 80 %', amountFen: -120 },
      { text: 'Member level · Gold · 90 %', amountFen: -48 },
      { text: 'Rounding', amountFen: -2 },
    ]);
    expect(detail.priceVersion).toBeGreaterThan(1);
    const own = await player.call(ordersContract.readOrderState, { orderNumber: plays.orderNumber });
    expect(own.priceLines).toEqual(detail.priceLines);
    const plain = await player.call(ordersContract.payForDevice, {
      equipmentId: machine.code,
      payWay: 'balance',
    });
    expect(plain.amount).toBe(200);
    const { priceLines } = await player.call(ordersContract.readOrderState, {
      orderNumber: plain.orderNumber,
    });
    expect(priceLines).toEqual([]);
  });
});

describe('goods of a machine', () => {
  beforeEach(() => {
    [level, cards] = [null, []];
  });
  const shelf = async (client: Client, equipmentId: string) =>
    (await client.call(playContract.readShelf, { equipmentId })).lanes;
  const stocked = async (type: 'vending' | 'cabinet') => {
    const machine = await arcade.machine({ type });
    await arcade.server.services.db.raw`
      update device_state set lanes = '[{"lane": 1, "stock": 9}, {"lane": 2, "stock": 9}]'
      where device_id = ${machine.id}`;
    return machine;
  };
  const laneOf = async (client: Client, code: string) => (await shelf(client, code))[0]!;
  const month: CardDiscount = { id: newId(), name: 'month', basisPoints: 7000, withOthers: true };

  it.each(['vending', 'cabinet'] as const)(
    'at a %s cost less by the discount of the time, by the level and by a card, and each says why',
    async (type) => {
      const machine = await stocked(type);
      const nobody = await arcade.server.as(undefined);
      const { usualFen, ...plain } = await laneOf(player, machine.code);
      expect(plain).toMatchObject({ priceFen: usualFen, lines: [] });
      // prices of this site are whole jiao
      const left = (...rates: number[]) =>
        Math.floor(rates.reduce((fen, rate) => Math.round((fen * rate) / 10_000), usualFen) / 10) * 10;

      level = { name: 'Gold', basisPoints: 9000 };
      expect(await laneOf(player, machine.code)).toMatchObject({ usualFen, priceFen: left(9000) });
      expect(await laneOf(nobody, machine.code)).toMatchObject({ usualFen, priceFen: usualFen });
      cards = [month];
      expect(await laneOf(player, machine.code)).toMatchObject({ priceFen: left(9000, 7000) });
      level = null;
      const byCard = await laneOf(player, machine.code);
      expect(byCard.priceFen).toBe(left(7000));
      expect(byCard.lines[1]?.text).toBe('Card discount · month · 70 %');
      expect(byCard.lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(byCard.priceFen);
      cards = [];
      const staff = await arcade.staff();
      const { id } = await staff.call(calls.saveDiscount, {
        fieldId: automaticSite,
        name: 'cold drinks',
        basisPoints: 6000,
        things: ['goods'],
      });
      expect(await laneOf(nobody, machine.code)).toMatchObject({ usualFen, priceFen: left(6000) });
      const quote = await staff.call(ordersContract.quoteSale, { equipmentId: machine.id, lanes: '1' });
      expect(quote.amountFen).toBe(left(6000));
      await staff.call(calls.removeDiscounts, { ids: [id] });
    },
  );

  it('are paid as the shelf shows them, line by line, and a piece that did not come gives back what it cost', async () => {
    await arcade.give('fen', 20_000);
    const machine = await stocked('vending');
    level = { name: 'Gold', basisPoints: 8800 };
    cards = [month];
    const [one, two] = await shelf(player, machine.code);
    const before = await arcade.owned('fen');
    const wanted = { equipmentId: machine.code, lanes: '1:3,2:2', payWay: 'balance' } as const;
    const shownAmount = 3 * one!.priceFen + 2 * two!.priceFen;
    const usualAmount = 3 * one!.usualFen + 2 * two!.usualFen;
    expect(shownAmount).toBeLessThan(usualAmount);
    const late = player.call(ordersContract.payForDevice, { ...wanted, shownAmount: usualAmount });
    expect(await refusalOf(late)).toBe('orders:error.priceChanged.fen');
    const bought = await player.call(ordersContract.payForDevice, { ...wanted, shownAmount });
    level = null;
    cards = [];
    expect(bought.amount).toBe(shownAmount);
    const { items } = await arcade.order(bought.orderNumber);
    expect(items).toMatchObject([
      { lane: 1, quantity: 3, amount: 3 * one!.priceFen, usual: 3 * one!.usualFen },
      { lane: 2, quantity: 2, amount: 2 * two!.priceFen, usual: 2 * two!.usualFen },
    ]);
    await expect.poll(() => machine.heard('command').length, soon).toBe(1);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 3, counted: 2 });
    await expect.poll(() => machine.heard('command').length, soon).toBe(2);
    await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 2, counted: 0 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      state: 'partlyFulfilled',
      fulfilledAmount: 2 * one!.priceFen,
      refundedAmount: one!.priceFen + 2 * two!.priceFen,
    });
    expect(await arcade.owned('fen')).toBe(before - 2 * one!.priceFen);
    const own = await player.call(ordersContract.readOrderState, { orderNumber: bought.orderNumber });
    expect(own.priceLines.filter(({ amountFen }) => amountFen > 0)).toHaveLength(2);
    expect(own.priceLines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(shownAmount);
    expect(own.priceLines.map(({ text }) => text)).toContain('Member level · Gold · 88 %');
  });

  it('bought twice at once with a card neither wait for each other nor for a package', async () => {
    await arcade.give('fen', 20_000);
    const machine = await stocked('vending');
    cards = [month];
    const packageId = await offer({}, 'stored');
    const goods = { equipmentId: machine.code, lanes: '1', payWay: 'wechat' } as const;
    const bought = await Promise.allSettled([
      player.call(ordersContract.payForDevice, { ...goods, requestId: newId() }),
      player.call(ordersContract.payForDevice, { equipmentId: machine.code, packageId, payWay: 'wechat' }),
      player.call(ordersContract.payForDevice, { ...goods, requestId: newId() }),
    ]);
    cards = [];
    expect(bought.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    // Of orders that wait to be paid the last one stays: another is refused (409), or called off before the test client says
    // it again, which it complains about itself (no status). A lock that two wait for would be a 500.
    for (const one of bought)
      if (one.status === 'rejected')
        expect([409, undefined]).toContain((one.reason as { status?: number }).status);
  });
});

it('leaves books that agree with every order and price', async () => {
  expect(await broken()).toEqual([]);
});
