import { afterAll, beforeAll, expect, it } from 'vitest';
import { ordersContract as calls } from '../contract.ts';
import { type Arcade, openArcade, tenantId } from './arcade.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

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
  expect(shares.shares.reduce((sum, { paidFen }) => sum + paidFen, 0)).toBe(shares.paidFen);
  const income = await staff.call(calls.readIncomeByDay, {});
  expect(income.length).toBeGreaterThanOrEqual(6);
  for (const day of income) expect(day.netFen).toBe(day.grossFen - day.refundFen - day.feeFen);
});
