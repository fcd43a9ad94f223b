import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesContract } from '#features/base/players/contract/addresses.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { handoverContract as goods } from '#features/loyalty/handover/contract.ts';
import { expireHandovers } from '#features/loyalty/handover/server/expire-handovers.ts';
import { remindPickups } from '#features/loyalty/handover/server/remind-pickups.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { secondSite } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { exchangeContract as calls } from '../contract.ts';
import { exchangeStage, siteId, storeId } from './stage.ts';

let server: TestServer;
let merchant: Client;
let stage: ReturnType<typeof exchangeStage>;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant');
  stage = exchangeStage(server, merchant);
});
afterAll(async () => {
  await expectBooksRight(server);
  await server.close();
});

type Setting = InputOf<typeof goods.saveStoreSetting>;
const usual: Setting = { open: true, pickupDays: 7, shipping: true, passwordAbove: 1000 };
const set = async (changes: Partial<Setting> = {}) =>
  (await server.logIn('merchant')).call(goods.saveStoreSetting, { ...usual, ...changes });

const freeAndKept = async (variantId: string) => {
  const level = await stage.levelOf(storeId, variantId);
  return [level?.free ?? 0, level?.reserved ?? 0];
};

/** So many members, each with so many points; the hall makes its guests one after the other. */
async function crowd(number: number, points: number) {
  const people: Awaited<ReturnType<typeof stage.member>>[] = [];
  while (people.length < number) people.push(await stage.member(points));
  expect(new Set(people.map(({ playerId }) => playerId)).size).toBe(number);
  return people;
}

describe('an exchange to be fetched', () => {
  it('takes points and keeps the piece, and its code hands it out once', async () => {
    const good = await stage.good(3, { pricePoints: 100, priceTickets: 20 });
    const { client } = await stage.member(250, 50);
    const { id } = await stage.take(client, good.variantId, { pieces: 2 });
    expect(await stage.own(client)).toMatchObject({ points: 50, tickets: 10 });
    expect(await freeAndKept(good.variantId)).toEqual([1, 2]);
    const { code, state, price } = await client.call(goods.readOwnHandover, { id });
    expect([state, price]).toEqual(['ready', '200 points + 40 tickets']);

    const stranger = await server.as('merchant2');
    expect(await refusalOf(stranger.call(goods.handOut, { code: code! }))).toBe('handover:error.noCode');
    const elsewhere = await hireStaff(server, merchant, ['handover.handOut'], [secondSite]);
    expect(await refusalOf(elsewhere.client.call(goods.handOut, { code: code! }))).toBe(
      'handover:error.noCode',
    );
    expect(await merchant.call(goods.readByCode, { code: code! })).toMatchObject({ id, pieces: 2 });
    await merchant.call(goods.handOut, { code: code! });
    expect(await freeAndKept(good.variantId)).toEqual([1, 0]);
    expect(await refusalOf(merchant.call(goods.handOut, { code: code!.slice(3) }))).toBe(
      'handover:error.over.done',
    );
    expect(await client.call(goods.readOwnHandover, { id })).toMatchObject({ state: 'done', code: null });
    expect(await refusalOf(client.call(goods.cancelOwn, { id }))).toBe('handover:error.over.done');
  });

  it('gives everything back once when it is cancelled, by the player or by staff', async () => {
    const good = await stage.good(2);
    const { client } = await stage.member(100);
    const { id } = await stage.take(client, good.variantId);
    await client.call(goods.cancelOwn, { id });
    expect((await stage.own(client)).points).toBe(100);
    expect(await freeAndKept(good.variantId)).toEqual([2, 0]);
    expect(await refusalOf(client.call(goods.cancelOwn, { id }))).toBe('handover:error.over.cancelled');

    const second = await stage.take(client, good.variantId);
    const tried = await Promise.all([
      refusalOf(client.call(goods.cancelOwn, { id: second.id })),
      refusalOf(merchant.call(goods.cancelExchange, { id: second.id, reason: 'broken' })),
    ]);
    expect(tried.toSorted()).toEqual(['done', 'handover:error.over.cancelled']);
    expect((await stage.own(client)).points).toBe(100);
  });

  it('is refused, and changes nothing, without points, pieces, or while the store is closed', async () => {
    const good = await stage.good(1);
    const { client } = await stage.member(99);
    expect(await refusalOf(stage.take(client, good.variantId))).toBe('points:error.tooFew.point');
    expect(await freeAndKept(good.variantId)).toEqual([1, 0]);
    const asked = await client.call(calls.priceExchange, {
      fieldId: siteId,
      variantId: good.variantId,
      pieces: 2,
    });
    expect(asked).toMatchObject({ price: '200 points', points: 200, refusal: expect.stringContaining('1') });
    const none = await stage.good(0);
    await set({ open: false });
    expect(await refusalOf(stage.take(client, good.variantId))).toBe('handover:error.closed');
    await set();
    const rich = await stage.member(1000);
    expect(await refusalOf(stage.take(rich.client, none.variantId))).not.toBe('done');
    expect((await stage.own(rich.client)).points).toBe(1000);
  });

  it('costs what was shown, or nothing: a price that staff set meanwhile is told and not taken', async () => {
    const good = await stage.good(2, { pricePoints: 600 });
    const { client } = await stage.member(6000);
    const wish = { fieldId: siteId, variantId: good.variantId, pieces: 1 };
    const { points, tickets, amountFen } = await client.call(calls.priceExchange, wish);
    await server.services.db.raw`update good set price_points = 5000 where id = ${good.id}`;
    const agreed = { ...wish, way: 'pickup' as const, points, tickets, amountFen };
    const told = client.call(calls.exchangeGoods, { ...agreed, requestId: newId() });
    await expect(told).rejects.toMatchObject({
      key: 'exchange:error.priceChanged',
      message: expect.stringContaining('5000 points'),
    });
    expect((await stage.own(client)).points).toBe(6000);
    expect(await freeAndKept(good.variantId)).toEqual([2, 0]);
    await client.call(calls.exchangeGoods, { ...agreed, points: 5000, requestId: newId() });
    expect((await stage.own(client)).points).toBe(1000);
  });

  it('keeps the limits of a good, for one player and for a day', async () => {
    const own = await stage.good(9, { perPlayer: 2, pricePoints: 1 });
    const { client } = await stage.member(1000);
    const tried = await Promise.all([1, 2, 3, 4].map(() => refusalOf(stage.take(client, own.variantId))));
    expect(tried.filter((outcome) => outcome === 'done')).toHaveLength(2);
    expect(tried).toContain('handover:error.perPlayer');
    const shown = { fieldId: siteId, goodId: own.id };
    expect((await client.call(calls.readStoreGood, shown)).left).toBe(0);

    const daily = await stage.good(9, { perDay: 3, pricePoints: 1 });
    const people = await crowd(5, 5);
    const all = await Promise.all(people.map((one) => refusalOf(stage.take(one.client, daily.variantId))));
    expect(all.filter((outcome) => outcome === 'done')).toHaveLength(3);
  });

  it('gives the last piece to one of fifty', async () => {
    const good = await stage.good(1, { pricePoints: 10 });
    const people = await crowd(50, 10);
    const tried = await Promise.all(
      people.map(({ client }) => refusalOf(stage.take(client, good.variantId))),
    );
    expect(tried.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await freeAndKept(good.variantId)).toEqual([0, 1]);
    const left = await Promise.all(people.map(async ({ client }) => (await stage.own(client)).points));
    expect(left.filter((points) => points === 10)).toHaveLength(49);
  });
});

describe('a part that is money', () => {
  it('is paid from the balance by an order, and comes back with a cancellation', async () => {
    const good = await stage.good(3, { pricePoints: 10, priceFen: 300 });
    const { client, playerId } = await stage.member(30);
    expect(await refusalOf(stage.take(client, good.variantId))).not.toBe('done');
    expect((await stage.own(client)).points).toBe(30);
    await stage.hall.topUp(playerId, 500);
    const { id } = await stage.take(client, good.variantId);
    // the money earns points, which go with its refund
    const has = (own: object) => expect.poll(() => stage.own(client), soon).toMatchObject(own);
    await has({ points: 23, balanceFen: 200 });
    await client.call(goods.cancelOwn, { id });
    await has({ points: 30, balanceFen: 500 });
  });

  it('is an order: a part of it may go back alone, all of it takes goods and points along', async () => {
    const good = await stage.good(3, { pricePoints: 10, priceFen: 300 });
    const { client, playerId } = await stage.member(30);
    await stage.hall.topUp(playerId, 700);
    const { id, order } = await stage.take(client, good.variantId);
    expect(order).toMatchObject({ state: 'fulfilled', amount: 300 });
    const refund = async (amount?: number) =>
      refusalOf(
        merchant.call(ordersContract.refundByNumber, {
          orderNumber: order!.orderNumber,
          reason: 'complaint',
          ...(amount && { amount }),
        }),
      );
    expect(await refund(100)).toBe('done');
    expect((await client.call(goods.readOwnHandover, { id })).state).toBe('ready');
    expect(await refund()).toBe('done');
    expect((await client.call(goods.readOwnHandover, { id })).state).toBe('refunded');
    await expect.poll(() => stage.own(client), soon).toMatchObject({ points: 30, balanceFen: 700 });
    expect(await freeAndKept(good.variantId)).toEqual([3, 0]);
    expect(await refund()).toBe('orders:error.alreadyRefunded');
    // a part first, and the rest with the cancellation: never more than was paid
    const second = await stage.take(client, good.variantId);
    const orderNumber = second.order!.orderNumber;
    await merchant.call(ordersContract.refundByNumber, { orderNumber, reason: 'sorry', amount: 100 });
    await client.call(goods.cancelOwn, { id: second.id });
    await expect.poll(() => stage.own(client), soon).toMatchObject({ points: 30, balanceFen: 700 });
    expect((await client.call(goods.readOwnHandover, { id: second.id })).state).toBe('cancelled');
    expect(await freeAndKept(good.variantId)).toEqual([3, 0]);
  });
});

describe('an exchange to be sent', () => {
  it('needs an address, and leaves with a carrier and a number', async () => {
    const good = await stage.good(2);
    const { client } = await stage.member(200);
    expect(await refusalOf(stage.take(client, good.variantId, { way: 'ship' }))).toBe(
      'handover:error.address',
    );
    const written = { name: 'Lin', phone: '13900000001', region: 'Shanghai', street: 'Road 1' };
    const { id: addressId } = await client.call(addressesContract.saveAddress, written);
    const other = await stage.member(200);
    const to = { way: 'ship', addressId } as const;
    expect(await refusalOf(stage.take(other.client, good.variantId, to))).toBe('players:error.gone');
    const { id } = await stage.take(client, good.variantId, to);
    expect(await client.call(goods.readOwnHandover, { id })).toMatchObject({
      code: null,
      receiver: 'Lin',
      phone: '13900000001',
      address: 'Shanghai Road 1',
    });
    const parcel = { id, carrier: '顺丰', trackingNumber: 'SF10001' };
    await merchant.call(goods.ship, parcel);
    expect(await refusalOf(merchant.call(goods.ship, { ...parcel, carrier: '中通' }))).toBe(
      'handover:error.over.shipped',
    );
    expect(await client.call(goods.readOwnHandover, { id })).toMatchObject({
      state: 'shipped',
      carrier: '顺丰',
      trackingNumber: 'SF10001',
    });
    expect(await freeAndKept(good.variantId)).toEqual([1, 0]);
    await set({ shipping: false });
    expect(await refusalOf(stage.take(client, good.variantId, to))).toBe('handover:error.noShipping');
    await set();
  });
});

describe('at the counter', () => {
  const ask = async (client: Client, variantId: string, pieces = 1) => {
    const code = await stage.memberCode(client);
    const staff = await server.logIn('merchant');
    const asked = await staff.call(calls.askExchange, {
      code,
      fieldId: siteId,
      lines: [{ variantId, pieces }],
    });
    return { ...asked, code, staff };
  };

  it('the member agrees on the phone, and it is paid and handed out once', async () => {
    const good = await stage.good(5, {
      pricePoints: 100,
      variants: [{ name: '', barcode: '6970009900017' }],
    });
    const { client } = await stage.member(300);
    const [found] = await merchant.call(calls.findCounterGoods, {
      fieldId: siteId,
      barcode: '6970009900017',
    });
    expect(found).toMatchObject({ variantId: good.variantId, free: 5, price: '100 points' });
    const { id, code, staff } = await ask(client, good.variantId, 2);
    expect(await stage.own(client)).toMatchObject({ points: 300 });
    const again = { code, fieldId: siteId, lines: [{ variantId: good.variantId, pieces: 1 }] };
    expect(await refusalOf(staff.call(calls.askExchange, again))).toBe('exchange:error.usedCode');
    expect((await client.call(calls.readCounterWish, {})).wish).toMatchObject({ id, needsPassword: false });
    const other = await stage.member(1);
    expect(await refusalOf(other.client.call(calls.confirmExchange, { id }))).toBe('kit:error.notFound');
    await Promise.all([1, 2, 3].map(() => client.call(calls.confirmExchange, { id })));
    expect((await stage.own(client)).points).toBe(100);
    expect(await freeAndKept(good.variantId)).toEqual([3, 0]);
    expect(await staff.call(calls.readAskedAtCounter, { id })).toMatchObject({ state: 'done' });
  });

  it('the counter takes back what the member has not agreed to, and asks again with the same code', async () => {
    const good = await stage.good(3);
    const { client } = await stage.member(300);
    const { id, code, staff } = await ask(client, good.variantId, 3);
    const elsewhere = await hireStaff(server, staff, ['exchange.sell'], [secondSite]);
    expect(await refusalOf(elsewhere.client.call(calls.withdrawExchange, { id }))).toBe('kit:error.notFound');
    await staff.call(calls.withdrawExchange, { id });
    expect(await refusalOf(client.call(calls.confirmExchange, { id }))).toBe('exchange:error.askedOver');
    const lines = [{ variantId: good.variantId, pieces: 1 }];
    const again = await staff.call(calls.askExchange, { code, fieldId: siteId, lines });
    await client.call(calls.confirmExchange, { id: again.id });
    expect(await refusalOf(staff.call(calls.withdrawExchange, { id: again.id }))).toBe(
      'handover:error.over.done',
    );
    expect((await stage.own(client)).points).toBe(200);
    expect(await freeAndKept(good.variantId)).toEqual([2, 0]);
  });

  it('nothing happens when the member says no, or nothing in time', async () => {
    const good = await stage.good(2);
    const { client } = await stage.member(300);
    const refused = await ask(client, good.variantId);
    await client.call(calls.refuseExchange, { id: refused.id });
    expect(await refusalOf(client.call(calls.confirmExchange, { id: refused.id }))).toBe(
      'exchange:error.askedOver',
    );
    const late = await ask(client, good.variantId);
    server.clock.forward(4 * minuteMs);
    expect(await refusalOf(client.call(calls.confirmExchange, { id: late.id }))).toBe(
      'exchange:error.askedOver',
    );
    await expireHandovers(server.services);
    const staff = await server.logIn('merchant');
    expect(await staff.call(calls.readAskedAtCounter, { id: late.id })).toMatchObject({ state: 'expired' });
    expect((await stage.own(client)).points).toBe(300);
    expect(await freeAndKept(good.variantId)).toEqual([2, 0]);
  });

  it('above the limit the payment password is asked for, there and on the phone', async () => {
    const good = await stage.good(5, { pricePoints: 600 });
    const { client } = await stage.member(3000, 0, { phone: '13711119999' });
    const password = '284617';
    await client.call(playerAppContract.setPayPassword, { password });
    const { id } = await ask(client, good.variantId, 2);
    expect((await client.call(calls.readCounterWish, {})).wish?.needsPassword).toBe(true);
    expect(await refusalOf(client.call(calls.confirmExchange, { id }))).toBe('playerapp:error.passwordFirst');
    expect(await refusalOf(client.call(calls.confirmExchange, { id, password: '111119' }))).toBe(
      'playerapp:error.wrongPassword',
    );
    await client.call(calls.confirmExchange, { id, password });
    expect((await stage.own(client)).points).toBe(1800);

    const requestId = newId();
    const wish = { pieces: 2, requestId };
    expect(await refusalOf(stage.take(client, good.variantId, wish))).toBe(
      'playerapp:error.payPasswordPoints',
    );
    await client.call(playerAppContract.confirmPayment, { password, wishId: requestId });
    await stage.take(client, good.variantId, wish);
    expect((await stage.own(client)).points).toBe(600);
    // below the limit nobody is asked
    await stage.take(client, good.variantId);
    expect((await stage.own(client)).points).toBe(0);
  });
});

describe('what nobody fetches', () => {
  it('goes back by itself after the days of the store, once', async () => {
    const good = await stage.good(1);
    const phone = '13711118888';
    const { client, playerId } = await stage.member(100, 0, { phone });
    await set({ pickupDays: 2 });
    const { id } = await stage.take(client, good.variantId);
    const told = () =>
      (server.services.demoMessages?.() ?? [])
        .filter((message) => message.phone === phone)
        .map(({ params }) => params);
    await remindPickups(server.services);
    expect(told()).toEqual([]);
    server.clock.forward(dayMs);
    await expireHandovers(server.services);
    await Promise.all([remindPickups(server.services), remindPickups(server.services)]);
    await remindPickups(server.services);
    expect(told()).toEqual([
      {
        shop: expect.any(String),
        goods: `${good.name} ×1`,
        until: expect.stringMatching(/^\d\d-\d\d \d\d:\d\d$/),
      },
    ]);
    const later = await stage.clientOf(playerId);
    expect((await stage.own(later)).waiting).toMatchObject({ id, goods: `${good.name} ×1` });
    const { state, code } = await later.call(goods.readOwnHandover, { id });
    expect(state).toBe('ready');
    server.clock.forward(dayMs + minuteMs);
    await Promise.all([expireHandovers(server.services), expireHandovers(server.services)]);
    const last = await stage.clientOf(playerId);
    expect(await last.call(goods.readOwnHandover, { id })).toMatchObject({ state: 'expired', code: null });
    expect(await stage.own(last)).toMatchObject({ points: 100, waiting: null });
    const staff = await server.logIn('merchant');
    expect(await refusalOf(staff.call(goods.handOut, { code: code! }))).toBe('handover:error.over.expired');
    await set();
  });
});

it('the link of a shop leads to its store here while that is open, unless the merchant names another', async () => {
  const nobody = await server.as(undefined);
  const link = async () => (await nobody.call(packagesContract.readPointsStore, { fieldId: siteId })).url;
  expect(await link()).toBe(`${server.services.publicBase()}/subIntegralStore?fieldId=${siteId}`);
  await set({ open: false });
  expect(await link()).toBeNull();
  await set();
  const staff = await server.logIn('merchant');
  const url = 'https://points.example/store';
  await staff.call(packagesContract.savePointsStore, { fieldId: siteId, url });
  expect(await link()).toBe(url);
  await staff.call(packagesContract.savePointsStore, { fieldId: siteId, url: null });
});

it('the proofs see an exchange that says otherwise than the books, the stock and its lines', async () => {
  const { db, booksChecks } = server.services;
  const wrong = async () => {
    const { checks } = await prove(db, server.clock.now(), booksChecks);
    return checks.filter(({ holds }) => !holds).map(({ name }) => name);
  };
  expect(await wrong()).toEqual([]);
  await db.raw`update handover set points = points + 1 where state = 'done' and points > 0`;
  expect(await wrong()).toEqual(expect.arrayContaining(['handoversMatchLines', 'handoversMatchBooks']));
  await db.raw`update handover set points = points - 1 where state = 'done' and points > 0`;
  await db.raw`update handover set state = 'ready' where state = 'shipped'`;
  expect(await wrong()).toContain('handoversMatchStock');
  await db.raw`update handover set state = 'shipped' where state = 'ready' and carrier <> ''`;
  expect(await wrong()).toEqual([]);
});
