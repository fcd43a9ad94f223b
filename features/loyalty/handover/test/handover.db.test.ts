/** Goods for points and goods for money at one counter: whatever meets, nothing is lost and nothing is had twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeContract } from '#features/loyalty/exchange/contract.ts';
import { exchangeStage, siteId, storeId } from '#features/loyalty/exchange/test/stage.ts';
import { shopStage } from '#features/loyalty/shop/test/stage.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { sweepOrders } from '#features/selling/orders/server/sweep-orders.ts';
import { type Arcade, openArcade } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { handoverContract } from '../contract.ts';
import { expireHandovers } from '../server/expire-handovers.ts';

const { handOut, readByCode, readOwnHandover, cancelOwn, cancelExchange, listHandovers } = handoverContract;

let arcade: Arcade;
let staff: Client;
let shop: ReturnType<typeof shopStage>;
let store: ReturnType<typeof exchangeStage>;
/** a log-in that is not older than the clock */
async function renew(): Promise<void> {
  staff = await arcade.staff();
  store = exchangeStage(arcade.server, staff);
}
beforeAll(async () => {
  arcade = await openArcade();
  shop = shopStage(arcade);
});
beforeEach(renew);
afterAll(async () => {
  expect(await shop.broken()).toEqual([]);
  await arcade.close();
});

const mixed = { pricePoints: 10, priceFen: 300 };
const ownOf = (client: Client, id: string) => client.call(readOwnHandover, { id });
const freeAndKept = async (variantId: string) => {
  const level = await store.levelOf(storeId, variantId);
  return [level?.free ?? 0, level?.reserved ?? 0];
};
/** which of them went through */
const outcomes = async (...calls: Promise<unknown>[]) => Promise.all(calls.map((call) => refusalOf(call)));

describe('one counter', () => {
  it('reads the code of what was exchanged and of what was bought, and lists both', async () => {
    const [forPoints, forMoney] = [await store.good(1), await shop.good(1)];
    const { client } = await store.member(100);
    const { id } = await store.take(client, forPoints.variantId);
    const { orderNumber } = await shop.order(client, { variantId: forMoney.variantId });
    await arcade.pay(orderNumber);
    await renew();
    const clerk = staff;
    const codes = [
      (await ownOf(client, id)).code!,
      (await client.call(readOwnHandover, { orderNumber })).code!,
    ];
    expect(await clerk.call(readByCode, { code: codes[1]!.slice(3) })).toMatchObject({
      kind: 'sale',
      price: '¥10.00',
    });
    for (const code of codes) {
      // two counters at the same moment
      const both = await outcomes(
        clerk.call(handOut, { code }),
        clerk.call(handOut, { code: code.slice(3) }),
      );
      expect(both.toSorted()).toEqual(['done', 'handover:error.over.done']);
    }
    const { records } = await clerk.call(listHandovers, { fieldId: siteId, state: 'done', size: 2 });
    expect(records.map(({ kind }) => kind).toSorted()).toEqual(['exchange', 'sale']);
    expect(await refusalOf(clerk.call(cancelExchange, { id: records[0]!.id, reason: 'no' }))).not.toBe(
      'done',
    );
  });

  it('limits a good together, whichever way it is paid', async () => {
    const good = await shop.good(9, { perPlayer: 2 });
    const { client } = await store.member(100);
    await shop.order(client, { variantId: good.variantId });
    const { raw } = arcade.server.services.db;
    // the merchant asks for points from now on
    await raw`update good set price_points = 5, price_fen = 0 where id = ${good.id}`;
    await store.take(client, good.variantId);
    expect(await refusalOf(store.take(client, good.variantId))).toBe('handover:error.perPlayer');
    const shown = { fieldId: siteId, goodId: good.id };
    expect((await client.call(exchangeContract.readStoreGood, shown)).left).toBe(0);
  });
});

describe('goods for points and money', () => {
  it('are paid by WeChat like any order; points and pieces are kept meanwhile', async () => {
    const good = await store.good(2, mixed);
    const { client } = await store.member(30);
    const { id, order } = await store.take(client, good.variantId, { payWay: 'wechat' });
    expect(order).toMatchObject({ state: 'created', amount: 300 });
    expect(await ownOf(client, id)).toMatchObject({ state: 'unpaid', code: null });
    expect((await store.own(client)).points).toBe(20);
    expect(await freeAndKept(good.variantId)).toEqual([1, 1]);
    await arcade.pay(order!.orderNumber);
    const { state, code, price } = await ownOf(client, id);
    expect([state, price]).toEqual(['ready', '10 points + ¥3.00']);
    await renew();
    await staff.call(handOut, { code: code! });
    expect(await freeAndKept(good.variantId)).toEqual([1, 0]);
    // all of the money back brings the points and the piece back
    const { orderNumber } = order!;
    await staff.call(ordersContract.refundByNumber, { orderNumber, reason: 'came back' });
    await arcade.settleRefunds();
    await renew();
    expect((await ownOf(await store.clientOf(await playerOf(id)), id)).state).toBe('refunded');
    expect(await freeAndKept(good.variantId)).toEqual([2, 0]);
  });

  it('that nobody pays in time give points and pieces back, once', async () => {
    const good = await store.good(1, mixed);
    const { client, playerId } = await store.member(30);
    const { id } = await store.take(client, good.variantId, { payWay: 'wechat' });
    arcade.server.clock.forward(16 * minuteMs);
    const { services } = arcade.server;
    await Promise.all([sweepOrders(services), sweepOrders(services)]);
    await renew();
    const later = await store.clientOf(playerId);
    expect((await ownOf(later, id)).state).toBe('cancelled');
    expect((await store.own(later)).points).toBe(30);
    expect(await freeAndKept(good.variantId)).toEqual([1, 0]);
  });

  it('are paid, or called off, when both happen at once', async () => {
    const good = await store.good(1, mixed);
    const { client } = await store.member(30);
    const { id, order } = await store.take(client, good.variantId, { payWay: 'wechat' });
    const { orderNumber } = order!;
    await outcomes(arcade.pay(orderNumber), client.call(ordersContract.cancelOrder, { orderNumber }));
    await arcade.settleRefunds();
    await renew();
    const { state } = await ownOf(await store.clientOf(await playerOf(id)), id);
    const { points } = await store.own(await store.clientOf(await playerOf(id)));
    const [free] = await freeAndKept(good.variantId);
    if (state === 'ready') expect([points, free]).toEqual([20, 0]);
    else expect([state, points, free]).toEqual(['cancelled', 30, 1]);
  });

  it('at the counter are handed over when the member has paid', async () => {
    const good = await store.good(1, mixed);
    const { client, playerId } = await store.member(30);
    const code = await store.memberCode(client);
    await renew();
    const lines = [{ variantId: good.variantId, pieces: 1 }];
    const { id } = await staff.call(exchangeContract.askExchange, { code, fieldId: siteId, lines });
    const member = await store.clientOf(playerId);
    const { wish } = await member.call(exchangeContract.readCounterWish, {});
    expect(wish?.payWays).toEqual(['wechat']);
    const { order } = await member.call(exchangeContract.confirmExchange, { id, payWay: 'wechat' });
    const again = await member.call(exchangeContract.confirmExchange, { id, payWay: 'wechat' });
    expect(again.order?.orderNumber).toBe(order!.orderNumber);
    expect((await staff.call(exchangeContract.readAskedAtCounter, { id })).state).toBe('unpaid');
    expect(await refusalOf(staff.call(exchangeContract.withdrawExchange, { id }))).toBe(
      'handover:error.over.unpaid',
    );
    await arcade.pay(order!.orderNumber);
    await renew();
    expect((await staff.call(exchangeContract.readAskedAtCounter, { id })).state).toBe('done');
    expect(await freeAndKept(good.variantId)).toEqual([0, 0]);
  });
});

describe('at the same moment', () => {
  /** goods for points and balance that wait at the counter */
  async function waiting() {
    const good = await store.good(1, mixed);
    const { client, playerId } = await store.member(10);
    await store.hall.topUp(playerId, 300);
    const { id } = await store.take(client, good.variantId);
    return { good, client, playerId, id, code: (await ownOf(client, id)).code! };
  }

  it('a code is handed out or its goods are cancelled, not both', async () => {
    const { good, client, id, code } = await waiting();
    await renew();
    const [given, cancelled] = await outcomes(staff.call(handOut, { code }), client.call(cancelOwn, { id }));
    expect([given, cancelled].filter((one) => one === 'done')).toHaveLength(1);
    const isGiven = given === 'done';
    expect((await ownOf(client, id)).state).toBe(isGiven ? 'done' : 'cancelled');
    expect(await freeAndKept(good.variantId)).toEqual([isGiven ? 0 : 1, 0]);
    await expect.poll(async () => (await store.own(client)).balanceFen, soon).toBe(isGiven ? 0 : 300);
  });

  it('a code is handed out or its time is over, not both', async () => {
    const { good, playerId, id, code } = await waiting();
    arcade.server.clock.forward(8 * dayMs);
    await renew();
    const [given] = await outcomes(
      staff.call(handOut, { code }),
      expireHandovers(arcade.server.services),
      expireHandovers(arcade.server.services),
    );
    const isGiven = given === 'done';
    const client = await store.clientOf(playerId);
    expect((await ownOf(client, id)).state).toBe(isGiven ? 'done' : 'expired');
    expect(await freeAndKept(good.variantId)).toEqual([isGiven ? 0 : 1, 0]);
  });
});

async function playerOf(id: string): Promise<string> {
  const [row] = await arcade.server.services.db.raw<[{ player: string }]>`
    select player_id as player from handover where id = ${id}`;
  return row.player;
}
