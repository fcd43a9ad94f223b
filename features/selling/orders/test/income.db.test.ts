import { expect, it } from 'vitest';
import { incomeLines } from '#features/selling/figures/server/public.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { lockOrder } from '../server/order-queries.ts';
import { changeOrder } from '../server/order-writes.ts';
import { listSettled, placeOf, type SettledPlace } from '../server/reading/settled-queries.ts';
import { automaticSite, openArcade, tenantId } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

const scope = tenantScope(tenantId);
const today = () => businessDay(arcade.server.clock.now());
const incomeOf = async (day: string) => {
  const lines = await incomeLines(arcade.server.services.db.read, scope, {
    from: day,
    to: day,
    siteIds: [automaticSite],
    sources: ['wechat'],
  });
  expect(lines.length).toBeLessThanOrEqual(1);
  return lines[0] ?? { orders: 0, grossFen: 0, refundFen: 0, feeFen: 0 };
};

it('counts what was delivered on its day and what went back on the day it did, with the fee of each', async () => {
  const soldOn = today();
  const before = await incomeOf(soldOn);
  const machine = await arcade.machine({ type: 'exchange' });
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    amountFen: 10_000,
    payWay: 'wechat',
  });
  await arcade.pay(bought.orderNumber);
  await arcade.answer(machine, { state: 'done', asked: 100, counted: 100 });
  const { feeFen } = await arcade.order(bought.orderNumber);
  const sold = {
    orders: before.orders + 1,
    grossFen: before.grossFen + 10_000,
    refundFen: before.refundFen,
    feeFen: before.feeFen + feeFen,
  };
  expect(await incomeOf(soldOn)).toMatchObject(sold);

  arcade.server.clock.forward(dayMs);
  const staff = await arcade.staff();
  await staff.call(calls.refundByNumber, {
    orderNumber: bought.orderNumber,
    amount: 5000,
    reason: 'complaint',
  });
  await arcade.settleRefunds();
  const left = await arcade.order(bought.orderNumber);
  // the day of the sale stays as it was
  expect(await incomeOf(soldOn)).toMatchObject(sold);
  expect(await incomeOf(today())).toMatchObject({
    orders: 0,
    grossFen: 0,
    refundFen: 5000,
    feeFen: left.feeFen - feeFen,
  });
});

it('lists what a site earned in the order in which it did, each once however it is paged', async () => {
  const { read } = arcade.server.services.db;
  const settledTo = arcade.server.clock.now();
  const window = {
    siteId: automaticSite,
    settledFrom: new Date(settledTo.getTime() - 20 * dayMs),
    settledTo,
  };
  const all = await listSettled(read, scope, { ...window, limit: 1000 });
  expect(all.length).toBeGreaterThan(20);
  const times = all.map(({ settledAt }) => settledAt?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const paged: string[] = [];
  for (let after: SettledPlace | undefined; ; ) {
    const page = await listSettled(read, scope, { ...window, limit: 7, ...(after && { after }) });
    paged.push(...page.map(({ id }) => id));
    if (page.length < 7) break;
    after = placeOf(page.at(-1)!);
  }
  expect(paged).toEqual(all.map(({ id }) => id));
});

it('goes on where it stood when the last one it read is settled again meanwhile', async () => {
  const { db } = arcade.server.services;
  const settledTo = arcade.server.clock.now();
  const window = {
    siteId: automaticSite,
    settledFrom: new Date(settledTo.getTime() - 20 * dayMs),
    settledTo,
  };
  const all = await listSettled(db.read, scope, { ...window, limit: 1000 });
  const first = await listSettled(db.read, scope, { ...window, limit: 5 });
  const last = first.at(-1)!;
  // its machine gave the rest just now: it would be the last of all
  await db.transaction(async (tx) =>
    changeOrder(tx, await lockOrder(tx, tenantId, last.id), {
      settledAt: new Date(settledTo.getTime() - 1),
    }),
  );
  const rest = await listSettled(db.read, scope, { ...window, after: placeOf(last), limit: 1000 });
  expect(rest.map(({ id }) => id)).toEqual([...all.slice(5).map(({ id }) => id), last.id]);
});
