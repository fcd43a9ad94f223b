import { expect } from 'vitest';
import { cardsContract } from '#features/loyalty/cards/contract.ts';
import { cardStage } from '#features/loyalty/cards/test/stage.ts';
import { exchangeContract } from '#features/loyalty/exchange/contract.ts';
import { exchangeStage, siteId } from '#features/loyalty/exchange/test/stage.ts';
import { handoverContract } from '#features/loyalty/handover/contract.ts';
import { shopContract } from '#features/loyalty/shop/contract.ts';
import { shopStage } from '#features/loyalty/shop/test/stage.ts';
import { findPayments } from '#features/money/payments/server/public.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { automaticSite } from '#features/selling/orders/test/arcade.ts';
import { beforeRefunds } from '#features/selling/orders/test/before-refunds.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { atOnce, type Races, type Track } from './race-track.ts';

/** Of what costs so much, a purse that pays for one. */
const enoughForOne = (priceFen: number) => Math.floor(priceFen * 1.5);

/** So many machines, or one could be busy: the purse is what they race for. */
async function machines({ arcade, owner }: Track, type: 'claw' | 'cabinet' = 'claw') {
  const all: Awaited<ReturnType<typeof arcade.machine>>[] = [];
  while (all.length < atOnce) {
    const machine = await arcade.machine({ type });
    if (type === 'cabinet')
      await machine.say('telemetry', machine.telemetry(1, { lanes: [{ lane: 3, stock: 2 }] }));
    all.push(machine);
  }
  const [first] = all;
  const { amountFen: priceFen } = await owner.call(ordersContract.quoteSale, {
    equipmentId: first!.id,
    ...(type === 'cabinet' ? { lanes: '3' } : { number: 1 }),
  });
  return { all, priceFen };
}

/** Every sale is for the same purse, which pays for one of them. */
async function raceForPurse(
  track: Track,
  priceFen: number,
  buy: (client: Client, place: number) => Promise<unknown>,
) {
  const { client } = await track.guest(enoughForOne(priceFen));
  expect(await track.race((_, place) => buy(client, place), priceFen)).toBe(1);
  expect(await track.balanceOf(client)).toBe(enoughForOne(priceFen) - priceFen);
}

/** A play that was paid by WeChat and delivered. */
async function delivered({ arcade }: Track): Promise<string> {
  const machine = await arcade.machine();
  const wish = { equipmentId: machine.code, number: 1, payWay: 'wechat' as const, requestId: newId() };
  const { orderNumber } = await (await arcade.player()).call(ordersContract.payForDevice, wish);
  await arcade.pay(orderNumber);
  await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
  return orderNumber;
}

/** Coins for ¥10 that were paid and not given, and WeChat would not return the money. */
async function refusedRefund(track: Track) {
  const { undelivered, wechat } = beforeRefunds(() => track.arcade);
  const number = await undelivered('CLOSED');
  await track.arcade.settleRefunds();
  wechat().endRefundsAs('SUCCESS');
  track.owner = await track.arcade.staff();
  const order = await track.arcade.order(number);
  expect(order).toMatchObject({ state: 'paid', fault: 'refundFailed' });
  return order;
}

/** A play that is paid at WeChat, of which nobody has told us yet. */
async function paidUnheard({ arcade }: Track) {
  const machine = await arcade.machine();
  const client = await arcade.player();
  const { orderNumber } = await client.call(ordersContract.payForDevice, {
    equipmentId: machine.code,
    number: 1,
    payWay: 'wechat',
    requestId: newId(),
  });
  const { services } = arcade.server;
  const order = await arcade.order(orderNumber);
  const [payment] = await findPayments(services.db.read, order.tenantId, { kind: 'order', id: order.id });
  const payer = demoPeople.find(({ platform }) => platform === 'wechat');
  services.demoPay.wechat?.control.pay(payment!.outTradeNo, { openId: payer!.openId });
  return { client, orderNumber, order };
}

const timesBooked = async ({ arcade }: Track, { id }: { id: string }) =>
  (
    await arcade.server.services.db.raw`
      select 1 from ledger_transfer t join payment p on t.key = 'payment:' || p.id where p.subject_id = ${id}`
  ).length;

const why = 'race';
const stages = (track: Track) => exchangeStage(track.arcade.server, track.owner);

/** Something for points and ¥10, of which there is enough; and a member with points for all of it. */
async function exchanger(track: Track, balanceFen: number) {
  const stage = stages(track);
  const good = await stage.good(9, { pricePoints: 1, priceFen: 1000 });
  const { playerId, client } = await stage.member(100);
  await track.hall.topUp(playerId, balanceFen);
  return { stage, good, client };
}

export const orderRaces: Races = {
  async 'orders.payForDevice'(track) {
    const { all, priceFen } = await machines(track);
    await raceForPurse(track, priceFen, (client, place) =>
      client.call(ordersContract.payForDevice, {
        equipmentId: all[place]!.code,
        number: 1,
        payWay: 'balance',
        requestId: newId(),
      }),
    );
  },
  async 'orders.payInMiniProgram'(track) {
    const { all, priceFen } = await machines(track);
    await raceForPurse(track, priceFen, (client, place) =>
      client.call(ordersContract.payInMiniProgram, {
        equipmentId: all[place]!.code,
        number: 1,
        payWay: 'balance',
        requestId: newId(),
      }),
    );
  },
  async 'orders.payForCabinet'(track) {
    const { all, priceFen } = await machines(track, 'cabinet');
    await raceForPurse(track, priceFen, (client, place) =>
      client.call(ordersContract.payForCabinet, {
        equipmentId: all[place]!.code,
        lane: 3,
        payWay: 'balance',
        requestId: newId(),
      }),
    );
  },
  async 'orders.payForCard'(track) {
    const stage = cardStage(track.arcade);
    const cardId = await stage.type({ priceFen: 9000 });
    await raceForPurse(track, 9000, (client) => stage.buy(client, cardId, { payWay: 'balance' }));
  },
  async 'shop.orderGoods'(track) {
    const { variantId } = await shopStage(track.arcade).good(9, { priceFen: 1000 });
    await raceForPurse(track, 1000, (client) =>
      client.call(shopContract.orderGoods, {
        ...{ fieldId: automaticSite, variantId, pieces: 1 },
        ...{ way: 'pickup', payWay: 'balance', totalFen: 1000, requestId: newId() },
      }),
    );
  },
  /** Cash comes in and nothing leaves: each is a sale of its own, beside withdrawals from the same wallet. */
  async 'orders.sellAtCounter'(track) {
    const { all } = await machines(track);
    const sell = (_: number, place: number) =>
      track.owner.call(ordersContract.sellAtCounter, {
        equipmentId: all[place]!.id,
        number: 1,
        requestId: newId(),
      });
    expect(await track.race(sell)).toBe(atOnce);
  },
  async 'orders.topUpWallet'({ arcade, owner, race }) {
    const before = await arcade.wallet('available');
    const topUp = () =>
      owner.call(ordersContract.topUpWallet, { amountFen: 100, payWay: 'wechat', requestId: newId() });
    expect(await race(topUp)).toBe(atOnce);
    // what is asked for and not paid is nobody's
    expect(await arcade.wallet('available')).toBeLessThanOrEqual(before);
  },
  async 'orders.continuePayment'(track) {
    const { client, orderNumber, order } = await paidUnheard(track);
    await track.race(() => client.call(ordersContract.continuePayment, { orderNumber }));
    await track.arcade.server.services.demoPay.wechat?.control.flushNotices();
    expect(await timesBooked(track, order)).toBe(1);
  },
  async 'orders.cancelOrder'(track) {
    const { client, orderNumber, order } = await paidUnheard(track);
    await track.race(() => client.call(ordersContract.cancelOrder, { orderNumber }));
    await track.arcade.server.services.demoPay.wechat?.control.flushNotices();
    expect(await timesBooked(track, order)).toBe(1);
  },

  async 'orders.refundByNumber'(track) {
    const orderNumber = await delivered(track);
    const refund = () => track.owner.call(ordersContract.refundByNumber, { orderNumber, reason: why });
    expect(await track.race(refund)).toBe(1);
  },
  async 'orders.refundById'(track) {
    const { id } = await track.arcade.order(await delivered(track));
    expect(await track.race(() => track.owner.call(ordersContract.refundById, { id, reason: why }))).toBe(1);
  },
  async 'orders.retryRefund'(track) {
    const { number } = await refusedRefund(track);
    const retry = () => track.owner.call(ordersContract.retryRefund, { orderNumber: number });
    expect(await track.race(retry)).toBe(1);
  },
  async 'orders.resolveFault'(track) {
    const { id } = await refusedRefund(track);
    await beforeRefunds(() => track.arcade).sell({ payWay: 'counter', amount: 5000 });
    const cash = await track.arcade.wallet('cash');
    const inCash = () => track.owner.call(ordersContract.resolveFault, { id, way: 'cash', reason: why });
    expect(await track.race(inCash, 1000)).toBe(1);
    expect(await track.arcade.wallet('cash')).toBe(cash - 1000);
  },
  async 'cards.refundCard'(track) {
    const stage = cardStage(track.arcade);
    const { orderNumber } = await stage.bought(await stage.guest(), await stage.type({ priceFen: 9000 }));
    const { id } = await stage.sold(orderNumber);
    const { totalFen } = await track.owner.call(cardsContract.previewCardRefund, { id });
    const refund = () => track.owner.call(cardsContract.refundCard, { id, amountFen: totalFen, reason: why });
    expect(await track.race(refund)).toBe(1);
  },

  async 'exchange.exchangeGoods'(track) {
    const { stage, good, client } = await exchanger(track, 1500);
    expect(await track.race(() => stage.take(client, good.variantId), 1000)).toBe(1);
    expect(await stage.own(client)).toMatchObject({ points: 99, balanceFen: 500 });
  },
  async 'exchange.confirmExchange'(track) {
    const { stage, good, client } = await exchanger(track, 1500);
    const code = await stage.memberCode(client);
    track.owner = await track.arcade.staff();
    const { id } = await track.owner.call(exchangeContract.askExchange, {
      ...{ code, fieldId: siteId },
      lines: [{ variantId: good.variantId, pieces: 1 }],
    });
    await track.race(() => client.call(exchangeContract.confirmExchange, { id }), 1000);
    expect(await stage.own(client)).toMatchObject({ points: 99, balanceFen: 500 });
  },
  async 'handover.cancelExchange'(track) {
    const { stage, good, client } = await exchanger(track, 1000);
    const { id } = await stage.take(client, good.variantId);
    const cancel = () => track.owner.call(handoverContract.cancelExchange, { id, reason: why });
    expect(await track.race(cancel)).toBe(1);
    expect(await stage.own(client)).toMatchObject({ points: 100, balanceFen: 1000 });
  },
  async 'handover.cancelOwn'(track) {
    const { stage, good, client } = await exchanger(track, 1000);
    const { id } = await stage.take(client, good.variantId);
    expect(await track.race(() => client.call(handoverContract.cancelOwn, { id }))).toBe(1);
    expect(await stage.own(client)).toMatchObject({ points: 100, balanceFen: 1000 });
  },

  async 'playerapp.chargeMember'(track) {
    const { client } = await track.guest(1500);
    const code = await stages(track).memberCode(client);
    track.owner = await track.arcade.staff();
    const charge = () =>
      track.owner.call(playerAppContract.chargeMember, {
        code,
        fieldId: automaticSite,
        amountFen: 1000,
        reason: why,
      });
    expect(await track.race(charge, 1000)).toBe(1);
    expect(await track.balanceOf(client)).toBe(500);
  },
  async 'playerapp.confirmCharge'(track) {
    const { client } = await track.guest(9000);
    const code = await stages(track).memberCode(client);
    track.owner = await track.arcade.staff();
    const { id, state } = await track.owner.call(playerAppContract.chargeMember, {
      ...{ code, fieldId: automaticSite },
      ...{ amountFen: 6000, reason: why },
    });
    expect(state).toBe('asked');
    await track.race(() => client.call(playerAppContract.confirmCharge, { id }), 6000);
    expect(await track.balanceOf(client)).toBe(3000);
  },
};
