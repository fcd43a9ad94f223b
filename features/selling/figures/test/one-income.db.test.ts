import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SiteTimeZone, sitesContract } from '#features/base/sites/contract.ts';
import { openDay } from '#features/base/sites/rules/open-day.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import type { TestDevice } from '#features/machines/devices/test/test-device.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { createOrder } from '#features/selling/orders/server/public.ts';
import {
  type Arcade,
  manualSite,
  openArcade,
  playerId,
  tenantId,
} from '#features/selling/orders/test/arcade.ts';
import { openMarket } from '#features/selling/orders/test/market.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { type SiteClock, siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays, businessDay, dayMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { figuresContract } from '../contract.ts';
import { workOnFigures } from '../server/public.ts';
import { apart, callsThatTellIncome, ofTheDay, ofToday, type SoldBy, soldBy } from './income-calls.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

const operationsOfADay = 90;
const booked = ['settlement', 'refund', 'refund-failed', 'refund-late-settled', 'cash-refund'];
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the pages ask for, of one day and one site or all. */
async function pagesOf(staff: Client, day: string, fieldId?: string) {
  const ask = { ...(fieldId && { fieldId }), from: day, to: day };
  const [[online], [offline], onlinepay, cashincome, details] = await Promise.all([
    staff.call(ordersContract.readIncomeByDay, { ...(fieldId && { fieldId }), dates: `${day},${day}` }),
    staff.call(coinsContract.offlineIncome, ask),
    staff.call(ordersContract.readShares, { ...ask, online: true }),
    staff.call(coinsContract.sumCashGains, ask),
    staff.call(figuresContract.readIncome, ask),
  ]);
  const of = (...sources: string[]) =>
    total(details.sources.filter(({ source }) => sources.includes(source)).map(({ incomeFen }) => incomeFen));
  return { home: { online, offline }, onlinepay, cashincome, details, of };
}

const totalsOf = ({ grossFen, refundFen, incomeFen, feeFen, netFen }: Record<TotalName, number>) => ({
  grossFen,
  refundFen,
  incomeFen,
  feeFen,
  netFen,
});
type TotalName = 'grossFen' | 'refundFen' | 'incomeFen' | 'feeFen' | 'netFen';

/** What the books say that all wallets of the merchant earned in a day. */
async function earnedByBooks(staff: Client, day: string): Promise<number> {
  const { wallets } = await staff.call(walletContract.readWallet, {});
  const sums = await Promise.all(
    wallets.flatMap(({ id }) =>
      (['available', 'cash', 'collected'] as const).map((purpose) =>
        staff.call(walletContract.sumFlow, { walletId: id, purpose, day }),
      ),
    ),
  );
  return total(
    sums.flatMap(({ kinds }) =>
      kinds.filter(({ kind }) => booked.includes(kind)).map(({ inFen, outFen }) => inFen - outFen),
    ),
  );
}

async function expectOneTruth(staff: Client, day: string, fieldId?: string) {
  const pages = await pagesOf(staff, day, fieldId);
  const { home, onlinepay, cashincome, details, of } = pages;
  const onlineFen = home.online?.incomeFen ?? 0;
  const cashFen = home.offline?.moneyFen ?? 0;
  expect(onlineFen).toBe(of('wechat', 'alipay'));
  expect(onlinepay.income.incomeFen).toBe(onlineFen);
  expect(onlinepay.income.netFen).toBe(home.online?.netFen ?? 0);
  expect(cashFen).toBe(of('counter', 'machines'));
  expect(cashincome.moneyFen).toBe(cashFen);
  expect(onlineFen + (home.online?.balanceFen ?? 0) + cashFen).toBe(details.total.incomeFen);
  return pages;
}

/** When nothing happens any more: statistics say it too, and so do the very orders behind them. */
async function expectStatistics(staff: Client, day: string, fieldId?: string) {
  const ask = { ...(fieldId && { fieldId }), from: day, to: day };
  const { details } = await expectOneTruth(staff, day, fieldId);
  const { figures } = await staff.call(reportsContract.readSummary, ask);
  expect(totalsOf(figures)).toEqual(totalsOf(details.total));
  expect(totalsOf(await staff.call(reportsContract.sumEntries, ask))).toEqual(totalsOf(details.total));
}

/** Bought of an exchange machine by WeChat, 100 yuan for 100 coins; the machine gives so many. */
async function buyCoins(machine: TestDevice, counted: number): Promise<string> {
  const player = await arcade.player();
  const { orderNumber } = await player.call(ordersContract.payForDevice, {
    equipmentId: machine.code,
    amountFen: 100_00,
    payWay: 'wechat',
  });
  await arcade.pay(orderNumber);
  await arcade.answer(machine, { state: counted < 100 ? 'failed' : 'done', asked: 100, counted });
  return orderNumber;
}

it('home, online payments, cash, income details, statistics and wallet say the same of a day, and so do the books', {
  timeout: patient(120_000),
}, async () => {
  const { server } = arcade;
  const { clock } = server;
  // the days of this test are its own, whatever the clock of the machine says
  clock.forward(startOfDay(businessDay(clock.now())).getTime() + 1.4 * dayMs - clock.now().getTime());
  const market = await openMarket(server, createRandom(process.env.RANDOM_SEED ?? 'income'));
  const days: string[] = [];
  const exchange = await arcade.machine({ type: 'exchange', siteId: manualSite });
  const partly = await buyCoins(exchange, 40);
  const refused = await buyCoins(exchange, 100);
  server.services.demoPay.wechat?.control.endRefundsAs('CLOSED');
  for (let turn = 1; turn <= 2; turn++) {
    const day = businessDay(clock.now());
    days.push(day);
    for (let operation = 0; operation < operationsOfADay; operation++) await market.operate();
    const counters = { notes: turn, notesYuan: 20 * turn };
    await exchange.say('telemetry', exchange.telemetry(turn, { counters }));
    const staff = await arcade.staff();
    const { details, of } = await expectOneTruth(staff, day);
    expect(of('machines')).toBeGreaterThanOrEqual(20_00);
    // the list of machines says the same; chance may decide orders of others at the site
    const { records } = await staff.call(fleetContract.listDevices, { fieldId: manualSite, size: 100 });
    if (turn === 1)
      expect(records.find(({ equipmentId }) => equipmentId === exchange.id)?.todayFen).toBe(160_00);
    expect((await pagesOf(staff, day, manualSite)).details.total.incomeFen).toBe(
      total(records.map(({ todayFen }) => todayFen ?? 0)),
    );
    // /wallet speaks of today: all accounts together, before the day is over
    const { wallets } = await staff.call(walletContract.readWallet, {});
    const ofWallets = await Promise.all(
      wallets.map(({ id }) => staff.call(walletContract.readWallet, { walletId: id })),
    );
    const inWallets = (name: 'incomeFen' | 'netFen') => total(ofWallets.map(({ today }) => today![name]));
    expect(inWallets('incomeFen') + of('machines')).toBe(details.total.incomeFen);
    expect(inWallets('netFen') + of('machines')).toBe(details.total.netFen);
    if (turn === 2) break;
    const asked = { orderNumber: refused, amount: 30_00, reason: 'complaint' };
    await staff.call(ordersContract.refundByNumber, asked);
    clock.forward(dayMs);
    // the next day the machine gives the rest, and the platform will not give back
    await arcade.machineBack(exchange);
    await (await arcade.staff()).call(ordersContract.resolveFault, {
      id: (await arcade.order(partly)).id,
      way: 'redispense',
      reason: 'the rest',
    });
    await arcade.answer(exchange, { state: 'done', asked: 60, counted: 60 });
    await arcade.settleRefunds();
    const next = await pagesOf(await arcade.staff(), businessDay(clock.now()), manualSite);
    expect(next.home.online).toMatchObject({ grossFen: 60_00, refundFen: -30_00 });
  }
  const staff = await arcade.staff();
  for (const day of days) {
    for (const siteId of [...market.sites, manualSite]) await expectStatistics(staff, day, siteId);
    await expectStatistics(staff, day);
    const { details, of } = await expectOneTruth(staff, day);
    expect(await earnedByBooks(staff, day)).toBe(details.total.netFen - of('machines'));
  }
  expect((await pagesOf(staff, days[0] as string, manualSite)).home.online).toMatchObject({
    grossFen: 140_00,
    refundFen: 30_00,
  });
});

it('an order that is taken out of the list is still income', async () => {
  const staff = await arcade.staff();
  const { records } = await staff.call(ordersContract.listOrders, {
    size: 50,
    state: 'fulfilled',
    online: true,
  });
  const order = records.find(({ fault }) => !fault)!;
  const { raw } = arcade.server.services.db;
  const [{ day } = { day: '' }] = await raw<{ day: string }[]>`
    select to_char(settled_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from orders where id = ${order.id}`;
  const before = await pagesOf(staff, day);
  await staff.call(ordersContract.hideOrders, { ids: [order.id] });
  const after = await pagesOf(staff, day);
  expect(after.onlinepay.income).toEqual(before.onlinepay.income);
  expect(after.details.total).toEqual(before.details.total);
  await expectOneTruth(staff, day);
});

it('parts that were delivered before there was a table for them are found in the books', async () => {
  const { raw } = arcade.server.services.db;
  const parts = () =>
    raw`select order_id, settled_at, amount, fee_fen from order_part order by order_id, settled_at`;
  const written = [...(await parts())];
  expect(written.length).toBeGreaterThan(0);
  const migration = await readFile(
    new URL('../../../selling/orders/migrations/20261121-20-income-of-a-day.sql', import.meta.url),
    'utf8',
  );
  const fill = /insert into order_part[^;]*;/.exec(migration)?.[0] as string;
  await raw`delete from order_part`;
  await raw.unsafe(fill);
  expect([...(await parts())]).toEqual(written);
});

it('every call whose answer names income is told of here', async () => {
  const named = (names: readonly string[]) => new Set(names.map((name) => name.split(' ')[0]));
  const listed = named([...Object.keys(ofTheDay), ...Object.keys(ofToday), ...Object.keys(apart)]);
  expect((await callsThatTellIncome()).filter((call) => !listed.has(call))).toEqual([]);
});

/** What is sold at a moment, in fen: one amount for each way, so that a sum says what it is made of. */
const pricesOf = (weight: number): Record<SoldBy, number> => ({
  online: 100_00,
  balance: weight * 1_00,
  counter: weight * 10_00,
  machines: weight * 1000_00,
});

/** A site elsewhere, with a machine that changes notes and a player who owns a balance there. */
async function openSiteElsewhere(clockOfSite: SiteClock & { timeZone: SiteTimeZone }) {
  const { server } = arcade;
  const staff = await arcade.staff();
  const { id: siteId } = await staff.call(sitesContract.createSite, {
    name: clockOfSite.timeZone,
    type: 'mall',
    regionCode: '440305',
    address: '1',
    ...clockOfSite,
  });
  while (await workOnFigures(server.services));
  await arcade.give('fen', 1_000_000, siteId);
  const machine = await arcade.machine({ type: 'exchange', siteId });
  let notesYuan = 0;
  const sellFor = (payWay: 'counter' | 'balance', amount: number) =>
    server.services.db.transaction((tx) =>
      createOrder(tx, server.services, {
        tenantId,
        siteId,
        kind: 'goods',
        payWay,
        amount,
        items: [{ name: 'thing', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'earnings',
        ...(payWay === 'counter' ? { user: { id: newId(), name: 'clerk' } } : { playerId }),
      }),
    );
  const sell = async (turn: number) => {
    await arcade.machineBack(machine);
    const prices = pricesOf(2 ** turn);
    await buyCoins(machine, 100);
    await sellFor('counter', prices.counter);
    await sellFor('balance', prices.balance);
    notesYuan += prices.machines / 100;
    await machine.say('telemetry', machine.telemetry(turn + 1, { counters: { notes: turn + 1, notesYuan } }));
  };
  return { siteId, sell };
}

it.each(['Asia/Tokyo', 'America/New_York'] as const)(
  'every page tells the same of a day that begins at six in the morning of %s',
  // a refund of the random days above may end on this day, and the wallet of all sites tells it: then the next days are looked at
  { timeout: patient(120_000), retry: 1 },
  async (timeZone) => {
    const clockOfSite = { timeZone, dayStart: 6 };
    const { clock } = arcade.server;
    // nothing is sold elsewhere on these days
    clock.forward(4 * dayMs);
    const { siteId, sell } = await openSiteElsewhere(clockOfSite);
    const day = addDays(siteDay(clockOfSite, clock.now()), 2);
    const begins = startOfSiteDay(clockOfSite, day).getTime();
    const ends = startOfSiteDay(clockOfSite, addDays(day, 1)).getTime();
    const margin = 30 * minuteMs;
    const soldThen = (by: readonly SoldBy[]) =>
      total(by.flatMap((one) => [pricesOf(2)[one], pricesOf(4)[one]]));
    const toldBy = async (tellers: typeof ofToday) => {
      const asked = { staff: await arcade.staff(), siteId, day };
      const told: Record<string, number> = {};
      for (const [name, { tell }] of Object.entries(tellers)) told[name] = await tell(asked);
      return told;
    };
    const expected = (tellers: typeof ofToday) =>
      Object.fromEntries(Object.entries(tellers).map(([name, { of }]) => [name, soldThen(of)]));
    for (const [turn, at] of [begins - margin, begins + margin, ends - margin, ends + margin].entries()) {
      clock.forward(at - clock.now().getTime());
      await sell(turn);
      if (turn !== 2) continue;
      expect(await toldBy(ofToday)).toEqual(expected(ofToday));
      // pages ask for this day when they say "today"
      const sites = await (await arcade.staff()).call(sitesContract.countUserSiteDevices, {});
      expect(openDay(sites, siteId, clock.now())).toBe(day);
    }
    expect(await toldBy(ofTheDay)).toEqual(expected(ofTheDay));
    const staff = await arcade.staff();
    const days = { fieldId: siteId, from: day, to: day };
    const { records } = await staff.call(reportsContract.listEntries, { ...days, size: 100 });
    expect(new Set(records.map((entry) => entry.day))).toEqual(new Set([day]));
    expect(await staff.call(coinsContract.exchangeFlow, days)).toMatchObject([
      { day, onlineDispenses: 2, onlineCoins: 200 },
    ]);
    expect((await staff.call(coinsContract.listDispenses, days)).total).toBe(2);
    expect(soldThen(soldBy)).toBeGreaterThan(0);
  },
);
