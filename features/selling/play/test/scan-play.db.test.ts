/** From the scan to the machine's word: what is offered, how an order goes, and that it is found again. */

import { beforeAll, describe, expect, it } from 'vitest';
import { signLabel } from '#features/machines/devices/server/public.ts';
import type { TestDevice } from '#features/machines/devices/test/test-device.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import {
  automaticSite,
  manualSite,
  openArcade,
  playerId,
  tenantId,
} from '#features/selling/orders/test/arcade.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { createStatementLog } from '#kit/server/testing/statement-log.ts';
import { playContract } from '../contract.ts';

const log = createStatementLog();
const arcade = staged(
  () => openArcade({}, { onStatement: log.onStatement }),
  (it) => it.close(),
);
let player: Client;
let stranger: Client;
let nobody: Client;
beforeAll(async () => {
  player = await arcade.player();
  stranger = await arcade.player('张伟');
  nobody = await arcade.server.as(undefined);
});

const { payForDevice, readOrderState, continuePayment, cancelOrder, findOpenOrder } = ordersContract;
const offersFor = (client: Client, equipmentId: string, s?: string) =>
  client.call(playContract.readOffers, { equipmentId, s });
const stateOf = (orderNumber: string) => player.call(readOrderState, { orderNumber });

describe('what is offered at a machine', () => {
  it('is plays and packages, the recommended one first, each as an order would cost it', async () => {
    const machine = await arcade.machine();
    await arcade.give('fen', 20_000);
    const { offers, purse, payWays } = await offersFor(player, machine.code);
    expect(offers[0]).toMatchObject({ recommended: true, kind: 'coins', amountFen: 5000, coins: 58 });
    expect(offers[1]).toMatchObject({ kind: 'play', number: 1, amountFen: 200, payCoins: 1 });
    expect(offers.some(({ kind }) => kind === 'stored')).toBe(true);
    expect(purse?.balanceFen).toBe(await arcade.owned('fen'));
    expect(payWays).toEqual(expect.arrayContaining(['wechat', 'balance']));
    for (const offer of offers.filter(({ refusal, amountFen }) => refusal === null && amountFen <= 5000)) {
      const { packageId, number } = offer;
      const wanted = packageId === null ? { number: number ?? 0 } : { packageId };
      const bought = await player.call(payForDevice, {
        equipmentId: machine.code,
        payWay: 'wechat',
        ...wanted,
      });
      expect(bought.amount).toBe(offer.amountFen);
      const sum = offer.lines.reduce((total, { amountFen }) => total + amountFen, 0);
      if (offer.lines.length > 0) expect(sum).toBe(offer.amountFen);
      await player.call(cancelOrder, { orderNumber: bought.orderNumber });
    }
  });

  it('is shown to anybody, without what is somebody’s own, and by no made-up label', async () => {
    const machine = await arcade.machine();
    const seen = await offersFor(nobody, machine.code);
    expect(seen.offers.length).toBeGreaterThan(3);
    expect(seen).toMatchObject({ purse: null, payWays: [], passes: [], openOrder: null });
    expect(await offersFor(player, machine.code, 'AAAAAAAAAA')).toEqual({
      offers: [],
      takeOutMost: null,
      purse: null,
      payWays: [],
      passes: [],
      turn: null,
      openOrder: null,
    });
  });

  it('says why a limited package can not be had now', async () => {
    const machine = await arcade.machine();
    const staff = await arcade.staff();
    const { id } = await staff.call(packagesContract.createCoinPackage, {
      fieldId: automaticSite,
      name: 'once',
      priceFen: 100,
      coins: 1,
      bonusCoins: 0,
      perPlayer: 1,
    });
    const refusal = async (client: Client) =>
      (await offersFor(client, machine.code)).offers.find((offer) => offer.packageId === id)?.refusal;
    expect(await refusal(player)).toBeNull();
    expect(await refusal(nobody)).toBe('Log in to buy this package');
    const { orderNumber } = await player.call(payForDevice, {
      equipmentId: machine.code,
      packageId: id,
      payWay: 'wechat',
    });
    expect(await refusal(player)).toBe('You have bought this package as often as it is offered');
    expect(await player.call(cancelOrder, { orderNumber })).toEqual({ state: 'closed' });
    expect(await refusal(player)).toBeNull();
  });

  it('is coins for whole yuan at an exchange', async () => {
    const { code } = await arcade.machine({ type: 'exchange' });
    const { offers } = await offersFor(player, code);
    expect(offers.filter(({ packageId }) => packageId === null).map(({ amountFen }) => amountFen)).toEqual([
      100, 500, 1000, 2000,
    ]);
  });

  it('is the player’s own coins too, at an exchange and nowhere else', async () => {
    await arcade.give('coin', 9);
    const { code } = await arcade.machine({ type: 'exchange' });
    const { takeOutMost, purse } = await offersFor(player, code);
    expect(takeOutMost).toBe(Math.min(purse!.coins, 200));
    expect((await nobody.call(playContract.readOffers, { equipmentId: code })).takeOutMost).toBeNull();
    expect((await offersFor(player, (await arcade.machine()).code)).takeOutMost).toBeNull();
  });

  it('is priced by settings that are read once, however much is offered', async () => {
    await arcade.give('coin', 9);
    for (const type of ['claw', 'exchange'] as const) {
      const { code } = await arcade.machine({ type });
      log.begin();
      expect((await offersFor(player, code)).offers.length).toBeGreaterThan(3);
      expect(log.statements().filter((text) => text.includes('from "device_settings"'))).toHaveLength(1);
    }
  });
});

describe('an order', () => {
  it('goes from unpaid over paid, sent and accepted to done, and is found again at every step', async () => {
    const machine = await arcade.machine();
    const { orderNumber } = await player.call(payForDevice, { equipmentId: machine.code, payWay: 'wechat' });
    const found = async () => (await player.call(findOpenOrder, {})).orderNumber;
    expect(await stateOf(orderNumber)).toMatchObject({ step: 'unpaid', byMachine: true });
    expect(await found()).toBe(orderNumber);
    expect((await offersFor(player, machine.code)).openOrder).toBe(orderNumber);
    // closed, lost, opened in another tab: the same payment can be gone on with
    const again = await player.call(continuePayment, { orderNumber });
    const once = await player.call(continuePayment, { orderNumber });
    expect(again.sign_package?.package).toBe(once.sign_package?.package);
    await arcade.pay(orderNumber);
    await expect.poll(() => machine.heard('command').length, soon).toBe(1);
    await expect.poll(async () => (await stateOf(orderNumber)).step, soon).toBe('sent');
    await arcade.answer(machine, { state: 'accepted' });
    await expect.poll(async () => (await stateOf(orderNumber)).step, soon).toBe('accepted');
    expect(await found()).toBe(orderNumber);
    await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
    expect(await stateOf(orderNumber)).toMatchObject({ step: 'done', state: 'fulfilled', counted: 1 });
    expect(await found()).toBe(orderNumber);
    // the second tab finds nothing left to pay, and nothing to call off
    expect(await player.call(continuePayment, { orderNumber })).toMatchObject({ state: 'fulfilled' });
    expect(await player.call(cancelOrder, { orderNumber })).toEqual({ state: 'fulfilled' });
    const { machinePath } = await stateOf(orderNumber);
    expect(machinePath).toContain(signLabel(arcade.server.services.secrets, machine.code));
  });

  it('is told of in every other tab: of two taps at the same moment one orders, another one is wanted knowingly', async () => {
    await arcade.give('fen', 5000);
    const machine = await arcade.machine({ type: 'exchange' });
    const left = async () => (await offersFor(player, machine.code)).purse?.balanceFen as number;
    const before = await left();
    const tap = (besides: string | undefined, payWay: 'balance' | 'wechat' = 'balance') =>
      player.call(payForDevice, { equipmentId: machine.code, payWay, besides, requestId: newId() });
    const open = async () =>
      (await player.call(findOpenOrder, { equipmentId: machine.code })).orderNumber as string;
    const taps = await Promise.all(Array.from({ length: 4 }, () => refusalOf(tap('none'))));
    expect(taps.toSorted()).toEqual(['done', ...Array(3).fill('orders:error.openHere')]);
    const first = await open();
    const { amount } = await stateOf(first);
    expect(await left()).toBe(before - amount);
    expect((await stranger.call(findOpenOrder, { equipmentId: machine.code })).orderNumber).toBeNull();
    // who knows of it has another one, and one who knows only of the first then learns of the second
    const { orderNumber } = await tap(first);
    expect(await open()).toBe(orderNumber);
    expect(await refusalOf(tap(first))).toBe('orders:error.openHere');
    expect(await left()).toBe(before - 2 * amount);
    await expect.poll(() => machine.heard('command').length, soon).toBe(2);
    for (const { id } of machine.heard('command'))
      await arcade.answer(machine, { id, state: 'done', asked: 1, counted: 1 });
    expect(await open()).toBeNull();
    // an unpaid one counts too, and is called off for the next
    const unpaid = await tap('none', 'wechat');
    expect(await refusalOf(tap('none'))).toBe('orders:error.openHere');
    await player.call(cancelOrder, { orderNumber: unpaid.orderNumber });
    expect(await refusalOf(tap('none', 'wechat'))).toBe('done');
  });

  it('is nobody else’s to see, to pay or to call off', async () => {
    const machine = await arcade.machine();
    const { orderNumber } = await player.call(payForDevice, { equipmentId: machine.code, payWay: 'wechat' });
    for (const call of [continuePayment, cancelOrder, readOrderState])
      expect(await refusalOf(stranger.call(call, { orderNumber }))).toBe('kit:error.notFound');
    expect((await stranger.call(findOpenOrder, {})).orderNumber).not.toBe(orderNumber);
    expect((await offersFor(stranger, machine.code)).openOrder).toBeNull();
    expect(await stateOf(orderNumber)).toMatchObject({ state: 'created' });
  });

  it('is not taken by a machine that is away or broken', async () => {
    const machine = await arcade.machine();
    await arcade.leave(machine);
    const buy = () => player.call(payForDevice, { equipmentId: machine.code, payWay: 'wechat' });
    await expect(buy()).rejects.toMatchObject({ status: 400 });
    const orders = await arcade.server.services.db
      .raw`select 1 from orders where tenant_id = ${tenantId} and player_id = ${playerId} and device_id = ${machine.id}`;
    expect(orders).toHaveLength(0);
  });
});

describe('a shelf', () => {
  const shelfOf = (client: Client, equipmentId: string) =>
    client.call(playContract.readShelf, { equipmentId });

  it('sells several pieces in one order, lane after lane, and what did not come goes back', async () => {
    await arcade.give('fen', 20_000);
    const machine = await arcade.machine({ type: 'vending' });
    await arcade.server.services.db.raw`
      update device_state set lanes = '[{"lane": 1, "stock": 5}, {"lane": 2, "stock": 1}]'
      where device_id = ${machine.id}`;
    const { lanes, mostLanes, purse } = await shelfOf(player, machine.code);
    const [one, two, three] = lanes;
    expect([one, two, three]).toMatchObject([
      { lane: 1, stock: 5, onSale: true },
      { lane: 2, stock: 1, onSale: true },
      { lane: 3, stock: 0, onSale: false },
    ]);
    expect(mostLanes).toBeGreaterThan(1);
    const before = await arcade.owned('fen');
    expect(purse?.balanceFen).toBe(before);
    const buy = (wanted: string) =>
      player.call(payForDevice, { equipmentId: machine.code, lanes: wanted, payWay: 'balance' });
    expect(await refusalOf(buy('1:2,2:2'))).toBe('orders:error.laneEmpty');
    const { orderNumber, amount } = await buy('1:2,2:1');
    expect(amount).toBe(2 * one!.priceFen + two!.priceFen);
    await expect.poll(() => machine.heard('command').length, soon).toBe(1);
    await arcade.answer(machine, { state: 'done', asked: 2, counted: 2 });
    await expect.poll(() => machine.heard('command').length, soon).toBe(2);
    expect(machine.heard('command').map(({ parameters }) => parameters)).toEqual([
      { lane: 1, amount: 2 },
      { lane: 2, amount: 1 },
    ]);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 1, counted: 0 });
    expect(await stateOf(orderNumber)).toMatchObject({
      state: 'partlyFulfilled',
      asked: 3,
      counted: 2,
      refundedAmount: two!.priceFen,
    });
    expect(await arcade.owned('fen')).toBe(before - 2 * one!.priceFen);
    expect(await arcade.broken()).toEqual([]);
  });

  it('is one piece or game at a lipstick machine and a cabinet, and none at others', async () => {
    for (const type of ['lipstick', 'cabinet'] as const)
      expect(await shelfOf(nobody, (await arcade.machine({ type })).code)).toMatchObject({ mostLanes: 1 });
    expect((await shelfOf(nobody, (await arcade.machine()).code)).lanes).toEqual([]);
  });

  it('sells nothing past its date', async () => {
    const { raw } = arcade.server.services.db;
    await raw`update device_state set online = true, faults = '[]', last_seen_at = now()
      where device_id = (select id from device where code = 'VM10001')`;
    const { lanes } = await shelfOf(player, 'VM10001');
    const { lane } = lanes.find(({ onSale, name }) => onSale && name !== null)!;
    await raw`update vending_lane set expiry_date = '2026-01-01'
      where lane = ${lane} and device_id = (select id from device where code = 'VM10001')`;
    const after = (await shelfOf(player, 'VM10001')).lanes.find((one) => one.lane === lane);
    expect(after).toMatchObject({ onSale: false, expiryDate: '2026-01-01' });
    const buy = player.call(payForDevice, { equipmentId: 'VM10001', lanes: String(lane), payWay: 'wechat' });
    expect(await refusalOf(buy)).toBe('orders:error.laneExpired');
  });
});

describe('free plays', () => {
  const left = async (client: Client, code: string) =>
    (await offersFor(client, code)).passes.find(({ way }) => way === 'freePlay')?.left ?? 0;
  /** So many, whatever is there already. */
  const have = async (plays: number, machine: { code: string }) => {
    const more = plays - (await left(player, machine.code));
    const staff = await arcade.staff();
    const given = { playerId, fieldId: automaticSite, plays: more, reason: 'test' };
    if (more > 0) await staff.call(membersContract.giveFreePlays, given);
    expect(await left(player, machine.code)).toBe(plays);
  };
  const play = (client: Client, code: string, more: object = {}) =>
    client.call(payForDevice, { equipmentId: code, payWay: 'freePlay', ...more });
  const broken = async () => {
    const { db, booksChecks } = arcade.server.services;
    const { checks } = await prove(db, arcade.server.clock.now(), booksChecks);
    return checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
  };

  it('are offered before money, start the machine, and staff see what paid', async () => {
    const machine = await arcade.machine();
    await have(4, machine);
    expect((await offersFor(player, machine.code)).payWays[0]).toBe('freePlay');
    const earned = await arcade.wallet('available');
    const wish = { requestId: newId() };
    const bought = await play(player, machine.code, wish);
    expect(bought).toMatchObject({ state: 'fulfilling', unit: 'play', amount: 1 });
    expect((await play(player, machine.code, wish)).orderNumber).toBe(bought.orderNumber);
    expect(await left(player, machine.code)).toBe(3);
    await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
    expect(await stateOf(bought.orderNumber)).toMatchObject({ state: 'fulfilled', payWay: 'freePlay' });
    const staff = await arcade.staff();
    const { orderNumber } = bought;
    const paid = { payWay: 'freePlay', unit: 'play', totalAmount: 1, fulfilledAmount: 1 };
    expect(await staff.call(ordersContract.readOrder, { orderNumber })).toMatchObject({
      ...paid,
      entries: [],
    });
    expect((await staff.call(ordersContract.listOrders, { payWay: 'freePlay' })).records[0]).toMatchObject({
      orderNumber,
      ...paid,
    });
    expect(await arcade.wallet('available')).toBe(earned);
    expect(await broken()).toEqual([]);
  });

  it('come back as far as the machine did not play, and when staff give them back', async () => {
    const machine = await arcade.machine();
    await have(3, machine);
    const jammed = await play(player, machine.code);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 1, counted: 0 });
    expect(await stateOf(jammed.orderNumber)).toMatchObject({ state: 'refunded', refundedAmount: 1 });
    expect(await left(player, machine.code)).toBe(3);
    const three = await play(player, machine.code, { number: 3 });
    expect(await left(player, machine.code)).toBe(0);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 3, counted: 1 });
    expect(await stateOf(three.orderNumber)).toMatchObject({ state: 'partlyFulfilled', refundedAmount: 2 });
    expect(await left(player, machine.code)).toBe(2);
    const staff = await arcade.staff();
    await staff.call(ordersContract.refundByNumber, { orderNumber: three.orderNumber, reason: 'kind' });
    expect(await stateOf(three.orderNumber)).toMatchObject({ state: 'refunded', refundedAmount: 3 });
    expect(await left(player, machine.code)).toBe(3);
    expect(await broken()).toEqual([]);
  });

  it('wait with the order while nobody knows what the machine did', async () => {
    const machine = await arcade.machine();
    await have(3, machine);
    const { orderNumber } = await play(player, machine.code);
    await arcade.answer(machine, { state: 'failed', reason: 'interrupted', asked: 1 });
    expect(await stateOf(orderNumber)).toMatchObject({ state: 'fulfilling', faulty: true });
    expect(await left(player, machine.code)).toBe(2);
    expect(await broken()).toEqual([]);
    const staff = await arcade.staff();
    await staff.call(ordersContract.refundByNumber, { orderNumber, reason: 'nothing moved' });
    expect(await stateOf(orderNumber)).toMatchObject({ state: 'refunded', faulty: false });
    expect(await left(player, machine.code)).toBe(3);
    expect(await broken()).toEqual([]);
  });

  it('are played once, however many tabs want the last one at the same moment', async () => {
    const machine = await arcade.machine();
    await have(3, machine);
    await play(player, machine.code, { number: 2 });
    await arcade.answer(machine, { state: 'done', asked: 2, counted: 2 });
    const tabs = Array.from({ length: 20 }, () =>
      refusalOf(play(player, machine.code, { requestId: newId() })),
    );
    const ends = await Promise.all(tabs);
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(ends.filter((end) => end === 'orders:error.tooFew.freePlay')).toHaveLength(19);
    expect(await left(player, machine.code)).toBe(0);
    expect(await broken()).toEqual([]);
  });

  it('pay for plays where they were given, and for nothing else', async () => {
    const machine = await arcade.machine();
    await have(1, machine);
    expect(await refusalOf(play(stranger, machine.code))).toBe('orders:error.tooFew.freePlay');
    const { code } = await arcade.machine({ siteId: manualSite });
    expect(await refusalOf(play(player, code))).toBe('orders:error.tooFew.freePlay');
    const exchange = await arcade.machine({ type: 'exchange' });
    expect(await refusalOf(play(player, exchange.code))).toBe('orders:error.payWayNotOffered');
    expect((await offersFor(player, exchange.code)).passes).toEqual([]);
    const { offers } = await offersFor(player, machine.code);
    const packageId = offers.find((offer) => offer.packageId !== null)?.packageId ?? '';
    expect(await refusalOf(play(player, machine.code, { packageId }))).toBe('orders:error.payWayNotOffered');
    expect(await left(player, machine.code)).toBe(1);
  });
});

/** The machine tells what happened, a second apart. */
const happens = (machine: TestDevice, seq: number, ...kinds: ('play' | 'win')[]) =>
  machine.say(
    'telemetry',
    machine.telemetry(seq, {
      events: kinds.map((kind, place) => ({
        kind,
        at: new Date(arcade.server.clock.now().getTime() + place * secondMs).toISOString(),
      })),
    }),
  );

describe('odds of a machine', () => {
  it('are shown where the merchant says so, counted as the machine tells plays and prizes', async () => {
    const machine = await arcade.machine();
    const staff = await arcade.staff();
    const { publishOdds, listOdds, readMachine } = playContract;
    const odds = async () => (await nobody.call(readMachine, { equipmentId: machine.code })).odds;
    const publish = (published: boolean) => staff.call(publishOdds, { ids: [machine.id], published });
    expect(await odds()).toBeNull();
    await publish(true);
    // nobody knows yet how many plays there were since the last prize
    expect(await odds()).toEqual({ rateBasisPoints: 300, guaranteeAfter: 40, toGo: null });
    await happens(machine, 1, 'play', 'win', 'play', 'play');
    expect((await odds())?.toGo).toBe(38);
    arcade.server.clock.forward(10 * secondMs);
    await happens(machine, 2, 'play', 'win');
    expect((await odds())?.toGo).toBe(40);
    const { records } = await staff.call(listOdds, { published: true });
    expect(records).toContainEqual(
      expect.objectContaining({ id: machine.id, rateBasisPoints: 300, guaranteeAfter: 40, published: true }),
    );
    const other = await arcade.server.as('merchant2');
    expect(await refusalOf(other.call(publishOdds, { ids: [machine.id], published: false }))).toBe(
      'kit:error.notFound',
    );
    await publish(false);
    expect(await odds()).toBeNull();
  });

  it('end in a prize or in none, which the player is told and nobody else', async () => {
    await arcade.give('fen', 2000);
    const machine = await arcade.machine();
    const buy = async () => {
      const bought = await player.call(payForDevice, { equipmentId: machine.code, payWay: 'balance' });
      await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
      return bought;
    };
    const resultOf = ({ orderNumber }: { orderNumber: string }, client = player) =>
      client.call(playContract.readResult, { orderNumber });
    const won = await buy();
    await happens(machine, 1, 'play');
    expect(await resultOf(won)).toEqual({ prizes: 0, over: false });
    arcade.server.clock.forward(20 * secondMs);
    await happens(machine, 2, 'win');
    expect(await resultOf(won)).toEqual({ prizes: 1, over: true });
    expect(await refusalOf(resultOf(won, stranger))).toBe('kit:error.notFound');
    arcade.server.clock.forward(60 * secondMs);
    const lost = await buy();
    await happens(machine, 3, 'play');
    arcade.server.clock.forward(61 * secondMs);
    expect(await resultOf(lost)).toEqual({ prizes: 0, over: true });
  });
});
