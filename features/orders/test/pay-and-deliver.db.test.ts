import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feeParts } from '#features/wallet/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { ordersContract as calls } from '../contract.ts';
import { type Arcade, openArcade } from './arcade.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

const people = { wechat: '林小雨', alipay: '陈思远' } as const;

describe.each(['wechat', 'alipay'] as const)('coins bought with %s', (payWay) => {
  it('come out, and the money becomes available less the fee', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const before = await arcade.wallet('available');
    const bought = await (await arcade.player(people[payWay])).call(calls.payForDevice, {
      equipmentId: machine.code,
      amountFen: 5000,
      payWay,
    });
    expect(bought).toMatchObject({ state: 'created', amount: 5000 });
    expect(machine.heard('command')).toEqual([]);
    await arcade.pay(bought.orderNumber);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilling', paidAmount: 5000 });
    await arcade.answer(machine, { state: 'done', asked: 50, counted: 50 });
    const order = await arcade.order(bought.orderNumber);
    expect(order).toMatchObject({ state: 'fulfilled', fulfilledAmount: 5000, counted: 50, holdId: null });
    expect(order.feeFen).toBe(feeParts(5000, order.feeLadder).totalFen);
    expect(order.feeFen).toBeGreaterThan(0);
    expect(await arcade.wallet('available')).toBe(before + 5000 - order.feeFen);
    expect(await arcade.broken()).toEqual([]);
  });

  it('come out in part: what was counted is earned, the rest goes back', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const bought = await (await arcade.player(people[payWay])).call(calls.payForDevice, {
      equipmentId: machine.code,
      amountFen: 1000,
      payWay,
    });
    await arcade.pay(bought.orderNumber);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 10, counted: 7 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      state: 'refunding',
      fulfilledAmount: 700,
    });
    await arcade.settleRefunds();
    const order = await arcade.order(bought.orderNumber);
    expect(order).toMatchObject({
      state: 'partlyFulfilled',
      fulfilledAmount: 700,
      refundedAmount: 300,
      fault: 'jam',
    });
    expect(await arcade.broken()).toEqual([]);
  });

  it('do not come out: everything goes back, though the call is repeated', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const player = await arcade.player(people[payWay]);
    const requestId = newId();
    const wish = { equipmentId: machine.code, amountFen: 2000, payWay, requestId } as const;
    const [first, second] = await Promise.all([
      player.call(calls.payForDevice, wish),
      player.call(calls.payForDevice, wish),
    ]);
    expect(second.orderNumber).toBe(first.orderNumber);
    await arcade.pay(first.orderNumber);
    await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 20, counted: 0 });
    await arcade.settleRefunds();
    expect(await arcade.order(first.orderNumber)).toMatchObject({
      state: 'refunded',
      fulfilledAmount: 0,
      refundedAmount: 2000,
    });
    expect(await arcade.broken()).toEqual([]);
  });
});

it('sends the money back when the machine has gone before it was paid', async () => {
  const machine = await arcade.machine();
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    number: 2,
    payWay: '01',
  });
  await arcade.leave(machine);
  await arcade.pay(bought.orderNumber);
  const order = await arcade.order(bought.orderNumber);
  expect(['refunding', 'refunded']).toContain(order.state);
  await arcade.settleRefunds();
  expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'refunded', counted: null });
  expect(machine.heard('command')).toEqual([]);
  expect(await arcade.broken()).toEqual([]);
});
