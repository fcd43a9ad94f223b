/** Money back for what is left of a card: as the preview says it, once, and the way it came. */

import { beforeAll, describe, expect, it } from 'vitest';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { automaticSite, openArcade } from '#features/selling/orders/test/arcade.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { cardsContract } from '../contract.ts';
import { cardStage } from './stage.ts';

const arcade = staged(openArcade, (it) => it.close());
let stage: ReturnType<typeof cardStage>;
let staff: Client;
beforeAll(async () => {
  stage = cardStage(arcade);
  staff = await arcade.staff();
  // a shop that sells cards has earned something before it gives anything back
  const rich = await stage.guest();
  await stage.bought(rich, await stage.type({ priceFen: 500_000 }));
});

const forward = async (days: number) => {
  arcade.server.clock.forward(days * dayMs);
  staff = await arcade.staff();
};
const preview = (id: string) => staff.call(cardsContract.previewCardRefund, { id });
/** What the refund page of the order says. */
const ofOrder = ({ orderNumber }: { orderNumber: string }, amount?: number) =>
  staff.call(ordersContract.previewRefund, { orderNumber, amount });
const giveBack = (id: string, amountFen: number) =>
  staff.call(cardsContract.refundCard, { id, amountFen, reason: 'moves away' });

const packageOf = (priceFen: number) => ({
  fieldId: automaticSite,
  priceFen,
  coins: 60,
  discountable: true,
});

describe('a refund of a card', () => {
  it('is what staff and player both see, line by line; the card ends, and it is made once', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    const order = await stage.bought(guest, await stage.type());
    const { id } = await stage.sold(order.orderNumber);
    await stage.play(guest, machine.code, { number: 3 });
    await arcade.answer(machine, { state: 'done', asked: 3, counted: 3 });
    await forward(10);
    const seen = await preview(id);
    // ten of thirty days are over, three of ninety plays were used
    expect(seen).toMatchObject({ totalFen: 6000, byDaysFen: 6000, byRightsFen: 8700, refusal: null });
    const { name } = await stage.sold(order.orderNumber);
    const ends = [`The card “${name}” ends with it`];
    expect(seen.besides).toEqual(ends);
    expect(await ofOrder(order)).toMatchObject({
      refusal: 'cards:error.otherAmount',
      refusalText: expect.stringContaining('¥60.00'),
      besides: [],
    });
    expect(await ofOrder(order, 6000)).toMatchObject({ refusal: null, besides: ends });
    const [card] = await stage.mine(guest);
    const own = await guest.call(cardsContract.readOwnCard, { id: card!.id });
    expect(own.refund).toMatchObject({ lines: seen.lines, totalFen: 6000 });
    expect(await refusalOf(giveBack(id, 9000))).toBe('cards:error.otherAmount');
    const whole = staff.call(ordersContract.refundByNumber, {
      orderNumber: order.orderNumber,
      reason: 'all',
    });
    expect(await refusalOf(whole)).toBe('cards:error.otherAmount');
    const said = await Promise.all(Array.from({ length: 10 }, () => refusalOf(giveBack(id, 6000))));
    expect(said.filter((end) => end === 'done')).toHaveLength(1);
    await arcade.settleRefunds();
    expect(await arcade.order(order.orderNumber)).toMatchObject({ state: 'fulfilled', refundedAmount: 6000 });
    expect((await stage.mine(guest))[0]).toMatchObject({ state: 'ended', playsLeft: 0 });
    expect(await refusalOf(stage.play(guest, machine.code))).not.toBe('done');
    expect(await stage.sold(order.orderNumber)).toMatchObject({ state: 'ended', refundFen: 6000 });
  });

  it('goes by what was used where that leaves less, and takes the coins that are left', async () => {
    const machine = await arcade.machine();
    const typeId = await stage.type();
    const pack = { typeId, name: 'coins', priceFen: 12_000, coins: 100 };
    const { id: packageId } = await staff.call(cardsContract.saveCardPackage, pack);
    const guest = await stage.guest();
    const order = await stage.bought(guest, packageId);
    // 40 coins are played
    await guest.call(ordersContract.payForDevice, { equipmentId: machine.code, payWay: 'coin', number: 40 });
    await arcade.answer(machine, { state: 'done', asked: 40, counted: 40 });
    await stage.play(guest, machine.code, { number: 3 });
    await arcade.answer(machine, { state: 'done', asked: 3, counted: 3 });
    const { id } = await stage.sold(order.orderNumber);
    const seen = await preview(id);
    // one day and three plays are the same part; 60 of 100 coins are left
    expect(seen).toMatchObject({ totalFen: 8700 + 1800, coinsBack: 60 });
    await giveBack(id, seen.totalFen);
    await arcade.settleRefunds();
    const { records } = await guest.call(cardsContract.listOwnCards, {});
    expect(records[0]?.state).toBe('ended');
  });

  it('of a card that was renewed begins with the renewal, and leaves the days before it', async () => {
    const guest = await stage.guest();
    const typeId = await stage.type();
    const first = await stage.sold((await stage.bought(guest, typeId)).orderNumber);
    await forward(1);
    const renewed = await stage.bought(guest, typeId);
    const second = await stage.sold(renewed.orderNumber);
    expect((await preview(first.id)).refusal).not.toBeNull();
    expect(await preview(second.id)).toMatchObject({
      totalFen: 9000,
      besides: [`The card “${second.name}” gets 30 days shorter`],
    });
    await giveBack(second.id, 9000);
    await arcade.settleRefunds();
    expect(await arcade.order(renewed.orderNumber)).toMatchObject({ state: 'refunded' });
    expect((await stage.mine(guest))[0]).toMatchObject({ state: 'valid', days: 30 });
    expect(await preview(first.id)).toMatchObject({ totalFen: 8700, refusal: null });
  });

  it('of what a card paid for gives its plays back, as the page says before', async () => {
    const machine = await arcade.machine();
    const guest = await stage.guest();
    await stage.bought(guest, await stage.type());
    const played = await stage.play(guest, machine.code, { number: 2 });
    await arcade.answer(machine, { state: 'done', asked: 2, counted: 2 });
    expect((await ofOrder(played)).besides).toEqual([
      '2 plays go back to the customer’s card and can be used today',
    ]);
    expect(await stage.left(guest, machine.code)).toBe(1);
    await staff.call(ordersContract.refundByNumber, { orderNumber: played.orderNumber, reason: 'jammed' });
    expect(await stage.left(guest, machine.code)).toBe(3);
  });

  it('that the platform refuses leaves the card, and is tried again as it was decided', async () => {
    const guest = await stage.guest();
    const order = await stage.bought(guest, await stage.type());
    const { id } = await stage.sold(order.orderNumber);
    await forward(3);
    const { totalFen } = await preview(id);
    const { wechat } = arcade.server.services.demoPay;
    wechat?.control.endRefundsAs('CLOSED');
    // it is asked for in vain until we have looked
    wechat?.control.systemError(true);
    await giveBack(id, totalFen);
    expect((await stage.mine(guest))[0]?.state).toBe('ended');
    wechat?.control.systemError(false);
    await arcade.settleRefunds();
    wechat?.control.endRefundsAs('SUCCESS');
    expect((await stage.mine(guest))[0]?.state).toBe('valid');
    expect(await stage.broken()).toEqual([]);
    await staff.call(ordersContract.retryRefund, { orderNumber: order.orderNumber });
    await arcade.settleRefunds();
    expect((await stage.mine(guest))[0]?.state).toBe('ended');
    expect(await arcade.order(order.orderNumber)).toMatchObject({ refundedAmount: totalFen });
  });

  it('can still be tried again when the card has expired meanwhile, unless it was used since', async () => {
    const { wechat } = arcade.server.services.demoPay;
    const refused = async (guest: Client) => {
      const order = await stage.bought(guest, await stage.type({ days: 5 }));
      const { id } = await stage.sold(order.orderNumber);
      const { totalFen } = await preview(id);
      wechat?.control.endRefundsAs('CLOSED');
      await giveBack(id, totalFen);
      await arcade.settleRefunds();
      wechat?.control.endRefundsAs('SUCCESS');
      return { ...order, totalFen };
    };
    const [patient, player] = [await stage.guest(), await stage.guest()];
    const [waits, plays] = [await refused(patient), await refused(player)];
    const machine = await arcade.machine();
    await stage.play(player, machine.code, { number: 1 });
    await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
    await forward(6);
    const again = ({ orderNumber }: { orderNumber: string }) =>
      refusalOf(staff.call(ordersContract.retryRefund, { orderNumber }));
    expect(await again(plays)).toBe('cards:error.over');
    expect(await again(waits)).toBe('done');
    await arcade.settleRefunds();
    expect(await arcade.order(waits.orderNumber)).toMatchObject({ refundedAmount: waits.totalFen });
    expect(await arcade.order(plays.orderNumber)).toMatchObject({ refundedAmount: 0 });
  });

  it('is lowered by what the card took off other orders, also of one that is not paid yet', async () => {
    const guest = await stage.guest();
    const { id: packageId } = await staff.call(packagesContract.createStoredPackage, {
      ...packageOf(8000),
      name: 'coins for a card',
    });
    const order = await stage.bought(guest, await stage.type({ dailyPlays: 0, basisPoints: 5000 }));
    const { id } = await stage.sold(order.orderNumber);
    expect(await preview(id)).toMatchObject({ totalFen: 9000, bySavedFen: null });
    const cheaper = await stage.buy(guest, packageId);
    expect(cheaper.amount).toBe(4000);
    const saved = {
      totalFen: 5000,
      bySavedFen: 5000,
      lines: [{ kind: 'paid' }, { kind: 'saved', amountFen: -4000 }],
    };
    expect(await preview(id)).toMatchObject(saved);
    await arcade.pay(cheaper.orderNumber);
    expect(await preview(id)).toMatchObject(saved);
    expect(await refusalOf(giveBack(id, 9000))).toBe('cards:error.otherAmount');
    // what goes back in part saved only so much
    await staff.call(ordersContract.refundByNumber, {
      orderNumber: cheaper.orderNumber,
      amount: 2000,
      reason: 'half',
    });
    await arcade.settleRefunds();
    expect(await preview(id)).toMatchObject({ totalFen: 7000 });
    await giveBack(id, 7000);
    await arcade.settleRefunds();
    expect(await arcade.order(order.orderNumber)).toMatchObject({ refundedAmount: 7000 });
  });

  it('of a balance goes back to the balance, and of nothing left there is none', async () => {
    await arcade.give('fen', 9000);
    const player = await arcade.player();
    const typeId = await stage.type({ days: 2 });
    const shown = (shownAmount: number) => stage.buy(player, typeId, { payWay: 'balance', shownAmount });
    // a price that was set while the page was open is not taken
    await expect(shown(100)).rejects.toMatchObject({
      key: 'orders:error.priceChanged.fen',
      message: expect.stringContaining('¥90.00'),
    });
    const order = await shown(9000);
    const fen = await arcade.owned('fen', automaticSite);
    const { id } = await stage.sold(order.orderNumber);
    await giveBack(id, 9000);
    expect(await arcade.owned('fen', automaticSite)).toBe(fen + 9000);
    const guest = await stage.guest();
    const late = await stage.sold((await stage.bought(guest, typeId)).orderNumber);
    await forward(3);
    expect((await preview(late.id)).refusal).not.toBeNull();
    expect(await refusalOf(giveBack(late.id, 100))).toBe('cards:error.over');
  });
});

it('after all of it every proof of every feature holds', async () => {
  expect(await stage.broken()).toEqual([]);
});
