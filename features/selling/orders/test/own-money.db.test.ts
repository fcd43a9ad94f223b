import { describe, expect, it } from 'vitest';
import { mintAccount, playerCashAccount } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { createOrder } from '../server/making/create-order.ts';
import type { NewOrder } from '../server/registry-types.ts';
import { automaticSite, manualSite, openArcade, playerId, tenantId } from './arcade.ts';
import { sharedBalanceCases } from './shared-balances.ts';

const arcade = staged(openArcade, (it) => it.close());

describe('a player pays with the balance', () => {
  it('and the merchant has earned it when the machine has counted', async () => {
    await arcade.give('fen', 1000);
    const before = await arcade.owned('fen');
    const available = await arcade.wallet('available');
    const machine = await arcade.machine();
    const bought = await (await arcade.player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      number: 3,
      payWay: 'balance',
    });
    expect(bought).toMatchObject({ state: 'fulfilling', amount: 600 });
    // promised, and still the player's
    expect(await arcade.owned('fen')).toBe(before);
    await arcade.answer(machine, { state: 'done', asked: 3, counted: 3 });
    expect(await arcade.owned('fen')).toBe(before - 600);
    expect(await arcade.wallet('available')).toBe(available + 600);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilled', feeFen: 0 });
    expect(await arcade.broken()).toEqual([]);
  });

  it('and keeps what the machine did not give, also where staff decide about refunds', async () => {
    await arcade.give('fen', 1000, manualSite);
    const before = await arcade.owned('fen', manualSite);
    const machine = await arcade.machine({ siteId: manualSite });
    const bought = await (await arcade.player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      number: 3,
      payWay: 'balance',
    });
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 3, counted: 1 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      state: 'partlyFulfilled',
      fulfilledAmount: 200,
      refundedAmount: 400,
    });
    expect(await arcade.owned('fen', manualSite)).toBe(before - 200);
    expect(await arcade.broken()).toEqual([]);
  });

  it('is refused when it is too low, and nothing is left behind', async () => {
    const machine = await arcade.machine();
    const owned = await arcade.owned('fen');
    const count = () => arcade.server.services.db.raw`select count(*)::int as n from orders`;
    const [before] = await count();
    const many = Math.floor(owned / 200) + 1;
    await expect(
      (await arcade.player()).call(calls.payForDevice, {
        equipmentId: machine.code,
        number: Math.min(100, many),
        payWay: 'balance',
      }),
    ).rejects.toMatchObject({ message: 'Balance too low' });
    expect((await count())[0]).toEqual(before);
    expect(machine.heard('command')).toEqual([]);
  });

  it('pays once though fifty ask with the same request', async () => {
    await arcade.give('fen', 400);
    const machine = await arcade.machine();
    const player = await arcade.player();
    const wish = { equipmentId: machine.code, number: 2, payWay: 'balance', requestId: newId() } as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => player.call(calls.payForDevice, wish)),
    );
    expect(new Set(answers.map(({ orderNumber }) => orderNumber)).size).toBe(1);
    await expect.poll(() => machine.heard('command').length, soon).toBe(1);
    await expect(player.call(calls.payForDevice, { ...wish, number: 1 })).rejects.toMatchObject({
      message: 'This request was already used for another order',
    });
  });

  it('spends no fen twice though fifty buy at once', async () => {
    const machine = await arcade.machine();
    const player = await arcade.player();
    const before = await arcade.owned('fen');
    await arcade.give('fen', 1000 - (before % 1000));
    const held = await arcade.server.services.db
      .raw`select coalesce(sum(held), 0)::int as held from ledger_account where owner_kind = 'player' and unit = 'fen'`;
    const free = (await arcade.owned('fen')) - Number(held[0]?.held);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        player.call(calls.payForDevice, { equipmentId: machine.code, number: 1, payWay: 'balance' }),
      ),
    );
    const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(won).toBe(Math.min(50, Math.floor(free / 200)));
    expect(await arcade.broken()).toEqual([]);
  });
});

describe('a player pays with coins', () => {
  it('and they go back to where coins come from', async () => {
    await arcade.give('coin', 10);
    const before = await arcade.owned('coin');
    const minted = await arcade.balance(mintAccount(tenantId, 'coin'));
    const machine = await arcade.machine();
    const bought = await (await arcade.player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      number: 4,
      payWay: 'coin',
    });
    expect(bought).toMatchObject({ unit: 'coin', amount: 4, state: 'fulfilling' });
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 4, counted: 3 });
    expect(await arcade.owned('coin')).toBe(before - 3);
    expect(await arcade.balance(mintAccount(tenantId, 'coin'))).toBe(minted + 3);
    const order = await arcade.order(bought.orderNumber);
    expect(order).toMatchObject({ state: 'partlyFulfilled', fulfilledAmount: 3, refundedAmount: 1 });
    const staff = await arcade.staff();
    const back = await staff.call(calls.refundCoins, {
      orderNumber: order.number,
      amount: 2,
      reason: 'coins stuck',
    });
    expect(back).toMatchObject({ state: 'done', orderState: 'partlyFulfilled' });
    expect(await arcade.owned('coin')).toBe(before - 1);
    expect(await arcade.broken()).toEqual([]);
  });

  it('at an exchange machine: they come out one for one, and what stays inside is given back', async () => {
    await arcade.give('coin', 40);
    const before = await arcade.owned('coin');
    const machine = await arcade.machine({ type: 'exchange' });
    const player = await arcade.player();
    const wish = (number: number) => ({ equipmentId: machine.code, number, payWay: 'coin' as const });
    await expect(player.call(calls.payForDevice, wish(900))).rejects.toMatchObject({
      key: 'orders:error.tooManyOut',
    });
    const taken = await player.call(calls.payForDevice, wish(37));
    expect(taken).toMatchObject({ unit: 'coin', amount: 37, state: 'fulfilling' });
    expect(machine.heard('command').at(-1)).toMatchObject({
      command: 'dispense',
      parameters: { amount: 37 },
    });
    await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 37, counted: 30 });
    expect(await arcade.owned('coin')).toBe(before - 30);
    expect(await arcade.order(taken.orderNumber)).toMatchObject({ fulfilledAmount: 30, refundedAmount: 7 });
    expect(await arcade.broken()).toEqual([]);
  });
});

describe('cash at the counter', () => {
  it('moves the machine at once and is shown as cash, without a fee', async () => {
    const machine = await arcade.machine();
    const staff = await arcade.staff();
    const cash = await arcade.wallet('cash');
    const quote = await staff.call(calls.quoteSale, { equipmentId: machine.id, number: 5 });
    expect(quote).toMatchObject({ amountFen: 1000, asked: 5 });
    const sold = await staff.call(calls.sellAtCounter, { equipmentId: machine.id, number: 5 });
    expect(sold).toMatchObject({ state: 'fulfilling', amount: 1000 });
    await arcade.answer(machine, { state: 'done', asked: 5, counted: 5 });
    expect(await arcade.wallet('cash')).toBe(cash + 1000);
    const back = await staff.call(calls.refundByNumber, {
      orderNumber: sold.orderNumber,
      amount: 400,
      reason: 'customer left',
    });
    expect(back).toMatchObject({ state: 'done', orderState: 'fulfilled' });
    expect(await arcade.wallet('cash')).toBe(cash + 600);
    expect(await arcade.broken()).toEqual([]);
    // the order says that some went back, in its own list and in the seller's
    const order = await staff.call(calls.readOrder, { orderNumber: sold.orderNumber });
    expect(order).toMatchObject({ state: 'fulfilled', standing: 'partlyRefunded' });
    const mine = { payWay: 'counter' as const, userId: demoId('user:merchant'), size: 1 };
    expect((await staff.call(calls.listOrders, mine)).records).toMatchObject([
      { orderNumber: sold.orderNumber, standing: 'partlyRefunded' },
    ]);
    expect(
      (await staff.call(calls.listOrders, { ...mine, userId: demoId('user:clerk') })).records,
    ).not.toContainEqual(expect.objectContaining({ orderNumber: sold.orderNumber }));
    // and the books speak in words, not in the names that programs use
    expect(order.entries.length).toBeGreaterThan(0);
    for (const { what, account } of order.entries)
      for (const words of [what, account]) expect(words).toMatch(/^[A-Z\u4e00-\u9fff][^:]*$/);
  });

  it('is taken only by who may sell', async () => {
    const machine = await arcade.machine();
    const { access_token: token } = await arcade.server.login('restocker');
    const restocker = arcade.server.withToken(token);
    await expect(restocker.call(calls.sellAtCounter, { equipmentId: machine.id })).rejects.toMatchObject({
      status: 403,
    });
    const other = await arcade.server.as('merchant2');
    await expect(other.call(calls.sellAtCounter, { equipmentId: machine.id })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('value that was bought with cash', () => {
  const user = { id: newId(), name: 'tester' };
  const order = (amount: number, more: Partial<NewOrder>) => {
    const { services } = arcade.server;
    return services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId,
        siteId: manualSite,
        kind: 'goods',
        amount,
        items: [{ name: 'thing', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'earnings',
        payWay: 'balance',
        playerId,
        ...more,
      }),
    );
  };
  const sellValue = (amount: number) => order(amount, { payWay: 'counter', settlesTo: 'player', user });
  const value = () => arcade.balance(playerCashAccount(tenantId, playerId, manualSite));
  const purses = async () => ({
    cash: await arcade.wallet('cash'),
    available: await arcade.wallet('available'),
    value: await value(),
    rest: await arcade.owned('fen', manualSite),
  });
  const since = async (before: Awaited<ReturnType<typeof purses>>) => {
    const now = await purses();
    return [
      now.cash - before.cash,
      now.available - before.available,
      now.value - before.value,
      now.rest - before.rest,
    ];
  };

  it('is earned as cash when it is spent, and never becomes withdrawable', async () => {
    const before = await purses();
    await sellValue(1000);
    expect(await since(before)).toEqual([0, 0, 1000, 0]);
    await order(400, {});
    expect(await since(before)).toEqual([400, 0, 600, 0]);
    expect(await arcade.broken()).toEqual([]);
  });

  it('pays first, and an order it pays a part of is earned and given back in the same parts', async () => {
    await arcade.give('fen', 2000, manualSite);
    const before = await purses();
    expect(before.value).toBe(600);
    const bought = await order(1000, {});
    expect(await since(before)).toEqual([600, 400, -600, -400]);
    const staff = await arcade.staff();
    const refund = (amount: number) =>
      staff.call(calls.refundByNumber, { orderNumber: bought.number, amount, reason: 'back' });
    await refund(300);
    expect(await since(before)).toEqual([600, 100, -600, -100]);
    await refund(300);
    expect(await since(before)).toEqual([400, 0, -400, 0]);
    await refund(400);
    expect(await since(before)).toEqual([0, 0, 0, 0]);
    expect(await arcade.broken()).toEqual([]);
  });

  it('is held and freed with the rest of the balance while a machine works', async () => {
    const before = await purses();
    const machine = await arcade.machine({ siteId: manualSite });
    const bought = await (await arcade.player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      number: 4,
      payWay: 'balance',
    });
    expect(await since(before)).toEqual([0, 0, 0, 0]);
    expect(await arcade.broken()).toEqual([]);
    await arcade.answer(machine, { state: 'failed', asked: 4, counted: 1, reason: 'jam' });
    const [cash, available, spent, rest] = await since(before);
    expect([cash! + available!, cash! + spent!, available! + rest!]).toEqual([bought.amount / 4, 0, 0]);
    expect(cash).toBe(Math.min(before.value, bought.amount / 4));
    expect(await arcade.broken()).toEqual([]);
  });

  it('is spent once, however many orders of the player meet', async () => {
    await sellValue(900);
    await arcade.give('fen', 5000, manualSite);
    const before = await purses();
    await Promise.all(Array.from({ length: 12 }, () => order(250, {})));
    const [cash, available, spent, rest] = await since(before);
    expect([cash! + available!, spent! + rest!]).toEqual([3000, -3000]);
    expect(cash).toBe(-spent!);
    expect(await value()).toBe(before.value - cash!);
    expect(await arcade.broken()).toEqual([]);
  });

  it('goes back to the till, as long as it was not spent', async () => {
    const sold = await sellValue(500);
    const before = await purses();
    const staff = await arcade.staff();
    await staff.call(calls.refundByNumber, { orderNumber: sold.number, amount: 200, reason: 'back' });
    expect(await since(before)).toEqual([0, 0, -200, 0]);
    expect(await arcade.broken()).toEqual([]);
  });

  it('is not bought with itself, and a till tops no wallet up', async () => {
    const wishes: Partial<NewOrder>[] = [
      { settlesTo: 'player' },
      { settlesTo: 'wallet', payWay: 'counter', user },
      { settlesTo: 'deposit', payWay: 'counter', user },
    ];
    for (const wish of wishes)
      await expect(order(100, wish)).rejects.toMatchObject({ key: 'orders:error.payWayNotOffered' });
  });
});

describe('coins sold into the account of a player', () => {
  const package100 = (amount: number, coins: number) =>
    arcade.server.services.db.transaction((tx) =>
      createOrder(tx, arcade.server.services, {
        tenantId,
        siteId: automaticSite,
        kind: 'package',
        payWay: 'counter',
        amount,
        items: [{ name: 'orders:item.coins', quantity: coins, amount }],
        fulfilment: { name: 'coins', plan: { coins } },
        settlesTo: 'earnings',
        playerId,
        user: { id: newId(), name: 'tester' },
      }),
    );

  it('are there at once, and go back with the money, part by part', async () => {
    const before = await arcade.owned('coin');
    const order = await package100(1000, 33);
    expect(order).toMatchObject({ state: 'fulfilled' });
    expect(await arcade.owned('coin')).toBe(before + 33);
    const staff = await arcade.staff();
    for (const amount of [1, 499, 250])
      await staff.call(calls.refundByNumber, { orderNumber: order.number, amount, reason: 'too many' });
    expect(await arcade.owned('coin')).toBe(before + 8);
    await staff.call(calls.refundByNumber, { orderNumber: order.number, reason: 'all of it' });
    expect(await arcade.owned('coin')).toBe(before);
    expect(await arcade.broken()).toEqual([]);
  });

  it('are not refunded when they were played', async () => {
    const owned = await arcade.owned('coin');
    const order = await package100(1000, 50);
    await arcade.give('coin', -(owned + 1));
    const before = await arcade.order(order.number);
    await expect(
      (await arcade.staff()).call(calls.refundByNumber, { orderNumber: order.number, reason: 'too many' }),
    ).rejects.toMatchObject({ message: 'The player has already spent the coins' });
    expect(await arcade.order(order.number)).toEqual(before);
    expect(await arcade.broken()).toEqual([]);
  });
});

sharedBalanceCases(() => arcade);
