import { beforeAll, describe, expect, it } from 'vitest';
import { businessDay } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { lowestIdOf } from '../server/reading/order-list-queries.ts';
import { automaticSite, manualSite, openArcade, playerId } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());
let number: string;
beforeAll(async () => {
  const machine = await arcade.machine({ type: 'cabinet' });
  await machine.say('telemetry', machine.telemetry(1, { lanes: [{ lane: 3, stock: 2 }] }));
  const bought = await (await arcade.player()).call(calls.payForCabinet, {
    equipmentId: machine.code,
    lane: 3,
    payWay: '01',
  });
  await arcade.pay(bought.orderNumber);
  await arcade.answer(machine, { state: 'done' });
  number = bought.orderNumber;
});

describe('orders are found', () => {
  it('by number and its beginning, by phone, site, kind, state and pay way', async () => {
    const staff = await arcade.staff();
    const find = async (filter: Parameters<typeof staff.call<typeof calls.listOrders>>[1]) =>
      (await staff.call(calls.listOrders, { size: 200, ...filter })).records;
    expect(await find({ orderNumber: number })).toHaveLength(1);
    expect((await find({ orderNumber: number.slice(0, 10) })).map((record) => record.orderNumber)).toContain(
      number,
    );
    expect(await find({ orderNumber: '00' })).toEqual([]);
    const own = await find({ phone: '13900000001' });
    expect(new Set(own.map((record) => record.playerId))).toEqual(new Set([playerId]));
    expect(own[0]?.playerPhone).toBe('139****0001');
    expect(await find({ phone: '13999999999' })).toEqual([]);
    for (const record of await find({ fieldId: manualSite })) expect(record.fieldId).toBe(manualSite);
    for (const record of await find({ state: 'refunded', payWay: 'wechat' }))
      expect(record).toMatchObject({ state: 'refunded', payWay: 'wechat' });
    for (const record of await find({ online: true })) expect(['wechat', 'alipay']).toContain(record.payWay);
  });

  it('by day: days are ranges of ids', async () => {
    const staff = await arcade.staff();
    const today = businessDay(arcade.server.clock.now());
    const all = await staff.call(calls.listOrders, { size: 500 });
    const ofToday = await staff.call(calls.listOrders, { size: 500, from: today, to: today });
    expect(ofToday.records.map(({ id }) => id)).toEqual(
      all.records.filter(({ createdAt }) => businessDay(new Date(createdAt)) === today).map(({ id }) => id),
    );
    expect(ofToday.total).toBeLessThan(all.total);
    expect(lowestIdOf(new Date(0)) < (all.records[0]?.id as string)).toBe(true);
  });

  it('page by page and on after the last one, the same', async () => {
    const staff = await arcade.staff();
    const all = await staff.call(calls.listOrders, { size: 100 });
    const second = await staff.call(calls.listOrders, { size: 10, current: 2 });
    expect(second.records).toEqual(all.records.slice(10, 20));
    expect(second).toMatchObject({ total: all.total, pages: Math.ceil(all.total / 10) });
    const on = await staff.call(calls.listOrders, { size: 10, after: second.next as string });
    expect(on.records).toEqual(all.records.slice(20, 30));
    const last = await staff.call(calls.listOrders, { size: 10, after: lowestIdOf(new Date(0)) });
    expect(last).toMatchObject({ records: [], next: null });
  });

  it('as plays of machines, and those of glass cabinets apart', async () => {
    const staff = await arcade.staff();
    const plays = await staff.call(calls.listPlays, { size: 500 });
    for (const record of plays.records) expect(record.equipmentId).not.toBeNull();
    const glass = await staff.call(calls.listCabinetPlays, { size: 500 });
    expect(glass.records.map((record) => record.orderNumber)).toContain(number);
    for (const record of glass.records) expect(record.equipmentType).toBe('cabinet');
  });

  it('within the sites of an account, and never in another shop', async () => {
    const other = await arcade.server.as('merchant2');
    await expect(other.call(calls.readOrder, { orderNumber: number })).rejects.toMatchObject({ status: 404 });
    await expect(
      other.call(calls.refundByNumber, { orderNumber: number, reason: 'not mine' }),
    ).rejects.toMatchObject({ status: 404 });
    const franchisee = await arcade.server.as('franchisee');
    const seen = await franchisee.call(calls.listOrders, { size: 500 });
    const all = await (await arcade.staff()).call(calls.listOrders, { size: 500 });
    expect(seen.total).toBeLessThan(all.total);
  });
});

describe('the person who paid', () => {
  it('sees how it goes and the receipt', async () => {
    const player = await arcade.player();
    const state = await player.call(calls.readOrderState, { orderNumber: number });
    expect(state).toMatchObject({ state: 'fulfilled', faulty: false });
    expect(state.timeline.map(({ event }) => event)).toEqual(['create', 'pay', 'start', 'deliver']);
    for (const { text } of state.timeline) expect(text).not.toMatch(/orders:|\{\{/);
    const receipt = await player.call(calls.readReceipt, { orderNumber: number });
    expect(receipt).toMatchObject({ orderNumber: number, amount: 500, paidAmount: 500 });
    expect(receipt.transactionId).toBeTruthy();
    expect(receipt.merchantName).toBeTruthy();
    expect(receipt.merchantLogo).toBe('');
  });

  it('and nobody else', async () => {
    for (const call of [calls.readOrderState, calls.readReceipt]) {
      const input = { orderNumber: number };
      await expect((await arcade.player('张伟')).call(call, input)).rejects.toMatchObject({ status: 404 });
      await expect((await arcade.server.as(undefined)).call(call, input)).rejects.toMatchObject({
        status: 401,
      });
      await expect((await arcade.server.as('merchant2')).call(call, input)).rejects.toMatchObject({
        status: 404,
      });
    }
  });
});

it('an order that has ended can be taken out of the lists, and the books keep it', async () => {
  const staff = await arcade.staff();
  const { id } = await arcade.order(number);
  await staff.call(calls.hideOrders, { ids: [id] });
  const found = await staff.call(calls.listOrders, { orderNumber: number });
  expect(found.records).toEqual([]);
  expect(await staff.call(calls.readOrder, { id })).toMatchObject({ orderNumber: number });
  expect(await arcade.broken()).toEqual([]);
});

describe('before money is asked for', () => {
  const refusalOf = async (wish: Record<string, unknown>) =>
    (await arcade.player()).call(calls.payForDevice, { payWay: 'wechat', ...wish } as never).then(
      () => 'sold',
      (error: Error) => error.message,
    );

  it('the server decides what things cost and refuses what can not be sold', async () => {
    const exchange = (await arcade.machine({ type: 'exchange' })).code;
    const claw = await arcade.machine();
    const vending = (await arcade.machine({ type: 'vending' })).code;
    const deposit = (await arcade.machine({ type: 'deposit' })).code;
    expect(await refusalOf({ equipmentId: 'NOSUCH99' })).toBe('There is no such machine');
    expect(await refusalOf({ equipmentId: exchange, amountFen: 150 })).toBe('Whole yuan only');
    expect(await refusalOf({ equipmentId: exchange, amountFen: 100_000 })).toBe('At most 200 yuan at a time');
    expect(await refusalOf({ equipmentId: claw.code, number: 101 })).toBe('At most 100 plays at a time');
    expect(await refusalOf({ equipmentId: vending })).toBe('Choose a lane');
    expect(await refusalOf({ equipmentId: vending, lanes: '799' })).toBe('Lane 799 is not on sale');
    expect(await refusalOf({ equipmentId: vending, lanes: '1' })).toBe('Lane 1 has only 0 left');
    expect(await refusalOf({ equipmentId: deposit })).toBe('Nothing can be bought from this machine');
    expect(await refusalOf({ equipmentId: claw.code, packageId: playerId })).toBe(
      'This offer no longer exists',
    );
    await arcade.leave(claw);
    expect(await refusalOf({ equipmentId: claw.code })).not.toBe('sold');
  });

  it('a site that is closed sells nothing', async () => {
    const machine = await arcade.machine();
    const { raw } = arcade.server.services.db;
    await raw`update site set enabled = false where id = ${automaticSite}`;
    expect(await refusalOf({ equipmentId: machine.code })).toBe('This site is closed');
    await raw`update site set enabled = true where id = ${automaticSite}`;
  });
});
