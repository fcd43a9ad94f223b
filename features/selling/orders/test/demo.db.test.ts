import { expect, it } from 'vitest';
import { machineOff } from '#kit/kernel/demo-days.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { openArcade, tenantId } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

it('the shop of the demo has orders of the last days whose books balance', async () => {
  expect(await arcade.broken()).toEqual([]);
  const found = await arcade.server.services.db.raw<
    { state: string; fault: string | null; number: number }[]
  >`
    select state, fault_state as fault, count(*)::int as number from orders
    where tenant_id = ${tenantId} group by 1, 2`;
  const of = (state: string, fault: string | null) =>
    found.find((row) => row.state === state && row.fault === fault)?.number ?? 0;
  expect(of('fulfilled', null)).toBeGreaterThan(40);
  expect(of('partlyFulfilled', 'resolved')).toBeGreaterThan(2);
  expect(of('refunded', 'resolved')).toBeGreaterThan(2);
  expect(of('closed', null)).toBeGreaterThan(2);
  expect(of('partlyFulfilled', 'unsolved')).toBe(1);
  expect(of('fulfilling', 'unsolved')).toBeGreaterThan(0);
});

it('and staff see them: lists, shares of pay ways, income by day', async () => {
  const staff = await arcade.staff();
  const page = await staff.call(calls.listOrders, { size: 20 });
  expect(page.records).toHaveLength(20);
  const numbers = page.records.map(({ orderNumber }) => orderNumber);
  expect(numbers).toEqual(numbers.toSorted().reverse());
  const shares = await staff.call(calls.readShares, {});
  expect(shares.paid.amountFen).toBeGreaterThan(0);
  expect(shares.shares.reduce((sum, { incomeFen }) => sum + incomeFen, 0)).toBe(shares.income.incomeFen);
  const income = await staff.call(calls.readIncomeByDay, {});
  expect(income.length).toBeGreaterThanOrEqual(6);
  for (const day of income) expect(day.netFen).toBe(day.grossFen - day.refundFen - day.feeFen);
});

it('a sale of earlier days is like any other: the platform knows it and returns it, and the books still agree', async () => {
  const staff = await arcade.staff();
  for (const payWay of ['wechat', 'alipay'] as const) {
    const [sold] = await arcade.server.services.db.raw<{ number: string; timeline: string[] }[]>`
      select o.number, array_agg(e.event order by e.place) as timeline from orders o
      join order_event e on e.tenant_id = o.tenant_id and e.order_id = o.id
      where o.tenant_id = ${tenantId} and o.pay_way = ${payWay} and o.state = 'fulfilled' and o.refunded_amount = 0
        and o.device_id is not null and o.fault is null and o.paid_at < now() - interval '2 days'
      group by o.number order by o.number limit 1`;
    expect(sold?.timeline).toEqual(['create', 'pay', 'start', 'deliver']);
    const orderNumber = sold?.number as string;
    await staff.call(calls.refundByNumber, { orderNumber, reason: 'complaint' });
    await arcade.settleRefunds();
    expect((await arcade.order(orderNumber)).state).toBe('refunded');
  }
  expect(await arcade.broken()).toEqual([]);
});

it('machines counted what was ordered by phone, and nothing on days when they were off', async () => {
  const { raw } = arcade.server.services.db;
  const apart = await raw`
    select coalesce(o.device_id, d.device_id), o.coins, d.coins as counted from (
      select device_id, sum(counted) as coins from orders
      where device_id is not null and counted > 0 and settled_at is not null group by 1
    ) o full join (
      select device_id, sum(amount) as coins from device_day where counter = 'onlineCoins' group by 1
    ) d using (device_id) where o.coins is distinct from d.coins`;
  expect([...apart]).toEqual([]);
  const days = machineOff.daysAgo.map((daysAgo) =>
    businessDay(new Date(arcade.server.clock.now().getTime() - daysAgo * dayMs)),
  );
  const listed = `{${days.join(',')}}`;
  const [off] = await raw<{ orders: number; days: number; others: number }[]>`
    select (select count(*)::int from orders where device_code = ${machineOff.code}
        and to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') = any(${listed}::text[])) as orders,
      (select count(*)::int from device_day join device on device.id = device_id
        where code = ${machineOff.code} and day = any(${listed}::date[])) as days,
      (select count(*)::int from device_day join device on device.id = device_id
        where code = ${machineOff.code} and not day = any(${listed}::date[])) as others`;
  expect(off).toMatchObject({ orders: 0, days: 0 });
  expect(off?.others).toBeGreaterThan(0);
});
