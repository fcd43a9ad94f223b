import { expect, it } from 'vitest';
import { demoTenants } from '#kit/server/demo.ts';
import { testServer } from '#kit/server/testing/stage.ts';

const { server } = testServer();

it('the coins that the demo handed out stand in the books at the time of the hand-out', async () => {
  const issued = await server.services.db.raw<{ same: boolean }[]>`
    select t.created_at = i.created_at as same from coin_issue i
    join ledger_transfer t on t.tenant_id = i.tenant_id and t.key = 'coin-issue:' || i.id
    where i.tenant_id = ${demoTenants.merchant}`;
  expect(issued.map(({ same }) => same)).toEqual([true, true, true, true]);
  const booked = await server.services.db.raw<{ same: boolean }[]>`
    select t.created_at = d.booked_at as same from coin_deposit d
    join ledger_transfer t on t.tenant_id = d.tenant_id and t.key = 'deposit-in:' || d.id`;
  expect(booked.length).toBeGreaterThan(0);
  expect(booked.every(({ same }) => same)).toBe(true);
});

it('and so do the coins of sales: each at the moment its order was paid', async () => {
  const grants = await server.services.db.raw<{ apart: number }[]>`
    select extract(epoch from t.created_at - o.paid_at)::float as apart from orders o
    join ledger_transfer t on t.tenant_id = o.tenant_id and t.key = 'grant:' || o.id`;
  expect(grants.length).toBeGreaterThan(0);
  for (const { apart } of grants) expect(Math.abs(apart)).toBeLessThan(60);
});
