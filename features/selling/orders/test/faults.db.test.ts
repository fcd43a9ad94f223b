import { describe, expect, it } from 'vitest';
import { sweepCommands } from '#features/machines/devices/server/commands/sweep-commands.ts';
import { commandsOf, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { automaticSite, manualSite, openArcade } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

const services = () => arcade.server.services;
const forward = (ms: number) => arcade.server.clock.forward(ms);

async function paidOrder(siteId: string, type: 'exchange' | 'claw' = 'exchange') {
  const machine = await arcade.machine({ type, siteId });
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    ...(type === 'exchange' ? { amountFen: 1000 } : { number: 5 }),
    payWay: 'wechat',
  });
  await arcade.pay(bought.orderNumber);
  await commandsOf(machine);
  return { machine, number: bought.orderNumber };
}

const commandOf = (machine: TestDevice) => machine.heard('command').at(-1)!;

/** The machine says nothing until its command is given up. */
async function silence(machine: TestDevice): Promise<void> {
  await arcade.leave(machine);
  forward(10 * minuteMs);
  await sweepCommands(services());
}

const journal = (
  machine: TestDevice,
  entry: { state: 'done' | 'failed' | 'notExecuted'; counted?: number },
) =>
  machine.say('journal', {
    query: newId(arcade.server.clock.now().getTime()),
    entries: [{ id: commandOf(machine).id, asked: 10, ...entry }],
  });

describe('a machine that falls silent', () => {
  it('keeps the money waiting until its journal tells', async () => {
    const { machine, number } = await paidOrder(automaticSite);
    await silence(machine);
    const waiting = await arcade.order(number);
    expect(waiting).toMatchObject({ state: 'fulfilling', fault: 'offline', faultState: 'unsolved' });
    expect(waiting.holdId).not.toBeNull();
    expect(await arcade.broken()).toEqual([]);
    await journal(machine, { state: 'done', counted: 10 });
    expect(await arcade.order(number)).toMatchObject({
      state: 'fulfilled',
      faultState: 'resolved',
      counted: 10,
    });
    expect(await arcade.broken()).toEqual([]);
  });

  it('and did nothing, gives everything back', async () => {
    const { machine, number } = await paidOrder(automaticSite);
    await silence(machine);
    forward(secondMs * 30);
    await journal(machine, { state: 'notExecuted' });
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', refundedAmount: 1000 });
    expect(await arcade.broken()).toEqual([]);
  });

  it('ends by its deadline where refunds are automatic; the late truth is written down and not booked', async () => {
    const { machine, number } = await paidOrder(automaticSite);
    await silence(machine);
    forward(31 * minuteMs);
    await sweepOrders(services());
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', faultState: 'resolved' });
    const available = await arcade.wallet('available');
    await journal(machine, { state: 'done', counted: 10 });
    expect(await arcade.order(number)).toMatchObject({
      state: 'refunded',
      fault: 'lateDelivery',
      faultState: 'unsolved',
    });
    expect(await arcade.wallet('available')).toBe(available);
    const staff = await arcade.staff();
    const detail = await staff.call(calls.readOrder, { orderNumber: number });
    expect(detail.timeline.map(({ event }) => event)).toEqual([
      'create',
      'pay',
      'start',
      'fault',
      'refund',
      'returned',
      'late',
    ]);
    expect(detail.can).toEqual({ refund: false, redispense: false, confirm: false, cash: false, note: true });
    await staff.call(calls.resolveFault, {
      id: detail.id,
      way: 'note',
      reason: 'customer came back and paid',
    });
    expect(await arcade.order(number)).toMatchObject({ faultState: 'resolved' });
    expect(await arcade.broken()).toEqual([]);
  });

  it('waits three days for staff where refunds are manual, and no longer', async () => {
    const { machine, number } = await paidOrder(manualSite);
    await silence(machine);
    forward(71 * hourMs);
    await sweepOrders(services());
    expect(await arcade.order(number)).toMatchObject({ state: 'fulfilling', faultState: 'unsolved' });
    forward(2 * hourMs);
    await sweepOrders(services());
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', faultState: 'resolved' });
    expect(await arcade.broken()).toEqual([]);
  });
});

describe('a fault at a site where staff decide', () => {
  it('is listed with its cause, and the missing coins can be given once more', async () => {
    const { machine, number } = await paidOrder(manualSite);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 10, counted: 4 });
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'partlyFulfilled', fulfilledAmount: 400, faultState: 'unsolved' });
    const staff = await arcade.staff();
    const listed = await staff.call(calls.listFaults, {});
    expect(listed.records.find(({ id }) => id === order.id)).toMatchObject({ cause: 'Jammed', fault: 'jam' });
    await staff.call(calls.resolveFault, { id: order.id, way: 'redispense', reason: 'cleared the jam' });
    await commandsOf(machine, 2);
    expect(commandOf(machine).parameters).toMatchObject({ amount: 6 });
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 6, counted: 5 });
    expect(await arcade.order(number)).toMatchObject({
      state: 'partlyFulfilled',
      fulfilledAmount: 900,
      counted: 9,
      faultState: 'unsolved',
    });
    expect(await arcade.broken()).toEqual([]);
    await expect(
      staff.call(calls.resolveFault, { id: order.id, way: 'redispense', reason: 'and again' }),
    ).rejects.toMatchObject({ message: 'This order can not be resolved this way' });
    await staff.call(calls.resolveFault, { id: order.id, way: 'refund', reason: 'rest back' });
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({
      state: 'partlyFulfilled',
      refundedAmount: 100,
      faultState: 'resolved',
    });
    expect(await arcade.broken()).toEqual([]);
  });

  it('can be confirmed when the customer has everything', async () => {
    const { machine, number } = await paidOrder(manualSite);
    await arcade.answer(machine, { state: 'failed', reason: 'interrupted', asked: 10 });
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'fulfilling', fault: 'interrupted' });
    const staff = await arcade.staff();
    await staff.call(calls.resolveFault, { id: order.id, way: 'confirm', reason: 'counted by hand' });
    expect(await arcade.order(number)).toMatchObject({ state: 'fulfilled', fulfilledAmount: 1000 });
    expect(await arcade.broken()).toEqual([]);
  });

  it('can be given up by one of fifty who try at once', async () => {
    const { machine, number } = await paidOrder(manualSite);
    await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 10, counted: 0 });
    const { id } = await arcade.order(number);
    const staff = await arcade.staff();
    const ways = ['refund', 'confirm', 'redispense'] as const;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        staff.call(calls.resolveFault, { id, way: ways[index % 3]!, reason: 'me first' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await arcade.broken()).toEqual([]);
  });

  it('and staff can not hide it while it is open', async () => {
    const { machine, number } = await paidOrder(manualSite);
    await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 10, counted: 0 });
    const { id } = await arcade.order(number);
    const staff = await arcade.staff();
    await expect(staff.call(calls.hideOrders, { id })).rejects.toMatchObject({ status: 400 });
  });
});

describe('an order that nobody pays', () => {
  it('is closed after a quarter of an hour, and moves nothing', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const bought = await (await arcade.player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      amountFen: 1000,
      payWay: 'wechat',
    });
    forward(16 * minuteMs);
    await sweepOrders(services());
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'closed', deadlineAt: null });
    expect(machine.heard('command')).toEqual([]);
    expect(await arcade.broken()).toEqual([]);
  });
});
