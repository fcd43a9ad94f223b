import { afterAll, beforeAll, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { writeRents } from '#features/selling/sharing/server/public.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { figuresContract as calls } from '../contract.ts';
import { figureChecks } from '../server/checks.ts';
import { foldFigures } from '../server/fold-figures.ts';
import { readFigures } from '../server/public.ts';
import { workOnFigures } from '../server/work-on-figures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const always = { from: '2000-01-01', to: '2999-12-31' };
const merchant = tenantScope(demoTenants.merchant);

const wrong = async () => {
  const found: string[] = [];
  for (const { sql } of figureChecks)
    for (const row of await server.services.db.raw.unsafe<{ wrong: string }[]>(sql)) found.push(row.wrong);
  return found.slice(0, 5);
};

it('the figures of the demo are what its rows say, on every level, before and after they are added up', async () => {
  expect(await wrong()).toEqual([]);
  while (await foldFigures(server.services.db));
  const [left] = await server.services.db.raw`select count(*)::int as changes from figure_change`;
  expect(left).toEqual({ changes: 0 });
  expect(await wrong()).toEqual([]);
});

it('figures of orders and cash are the income of every day, site and way of paying', async () => {
  const { read } = server.services.db;
  const expected = new Map<string, number>();
  const entries = await server.services.db.raw<Record<'place' | 'way', string>[]>`
    select concat_ws(' ', site_id, (at at time zone 'Asia/Shanghai')::date) as place, pay_way as way, sum(orders)::int as orders,
      sum(gross)::int as gross, sum(refund)::int as refund, sum(fee)::int as fee
    from income_entry where tenant_id = ${demoTenants.merchant} and unit = 'fen' group by 1, 2`;
  for (const { place, way, ...parts } of entries)
    for (const [measure, amount] of Object.entries(parts as Record<string, number>))
      if (amount !== 0) expected.set(`${place} ${measure}.${way}`, amount);
  const cash = await server.services.db.raw<{ key: string; fen: number }[]>`
    select concat_ws(' ', site_id, day, 'cash') as key, sum(notes_fen + cash_fen)::int as fen from cash_gain
    where tenant_id = ${demoTenants.merchant} and hidden_at is null group by 1 having sum(notes_fen + cash_fen) > 0`;
  for (const { key, fen } of cash) expected.set(key, fen);
  expect(cash.length).toBeGreaterThan(0);
  const found = await readFigures(read, merchant, { ...always, by: ['site', 'day', 'measure'] });
  const ofMoney = found.filter(({ measure }) => measure === 'cash' || measure?.includes('.'));
  expect(new Map(ofMoney.map((f) => [`${f.siteId} ${f.day} ${f.measure}`, f.amount]))).toEqual(expected);
  expect(expected.size).toBeGreaterThan(100);
  expect(found.length).toBeGreaterThan(ofMoney.length);
});

it('staff of some sites get the figures of those', async () => {
  const { read } = server.services.db;
  const bySite = await readFigures(read, merchant, { ...always, measures: ['plays'], by: ['site'] });
  const [one] = bySite;
  const own = tenantScope(demoTenants.merchant, [one?.siteId as string]);
  expect(await readFigures(read, own, { ...always, measures: ['plays'], by: ['site'] })).toEqual([one]);
  expect(bySite.length).toBeGreaterThan(1);
});

it('a fixed day keeps what it said; what comes later is listed as a correction, and the sum is the truth', async () => {
  const { db, clock } = server.services;
  const yesterday = businessDay(new Date(clock.now().getTime() - dayMs));
  const staff = await server.as('merchant');
  const cash = { from: yesterday, to: yesterday, measures: ['plays'] as const, by: ['day'] as const };
  // rent of the day is known before it is fixed
  while (await writeRents(server.services));
  const [before] = await readFigures(db.read, merchant, cash);
  const fixed = await staff.call(calls.fixDay, { date: yesterday });
  expect(await staff.call(calls.fixDay, { date: yesterday })).toEqual(fixed);
  const said = () => db.raw`select sum(amount)::int as plays from figure_site_day
    where tenant_id = ${demoTenants.merchant} and day = ${yesterday} and measure = 'plays'`;
  await db.raw`
    update counter_hour set amount = amount + 7 where (tenant_id, device_id, hour_at, site_id, counter) in (
      select tenant_id, device_id, hour_at, site_id, counter from counter_hour
      where tenant_id = ${demoTenants.merchant} and counter = 'plays'
        and (hour_at at time zone 'Asia/Shanghai')::date = ${yesterday} and play_time_s = 30 and amount < 100 limit 1)`;
  while (await foldFigures(db));
  expect([...(await said())]).toEqual([{ plays: before?.amount }]);
  const [after] = await readFigures(db.read, merchant, cash);
  expect(after?.amount).toBe((before?.amount ?? 0) + 7);
  const { records } = await staff.call(calls.listCorrections, { from: yesterday, to: yesterday });
  // seven plays of half a minute
  const late = { day: yesterday, amountFen: null, why: 'late' };
  expect(records.toSorted((a, b) => a.amount - b.amount)).toMatchObject([
    { ...late, measure: 'plays', amount: 7, count: 7 },
    { ...late, measure: 'playSeconds', amount: 210, count: 210 },
  ]);
  expect(records[0]?.fieldName).toBeTruthy();
  const sums = await staff.call(calls.sumCorrections, { from: yesterday, to: yesterday, why: 'late' });
  expect(sums.toSorted((a, b) => a.amount - b.amount)).toMatchObject([
    { measure: 'plays', measureName: 'Plays', count: 7 },
    { measure: 'playSeconds', measureName: 'Seconds played', count: 210 },
  ]);
  expect(await staff.call(calls.sumCorrections, { why: 'dayStart' })).toEqual([]);
  const days = await staff.call(calls.listFixedDays, {});
  expect(days.records).toMatchObject([{ day: yesterday, userName: fixed.userName, corrections: 2 }]);
  expect((await (await server.as('merchant2')).call(calls.listFixedDays, {})).total).toBe(0);
  expect(await wrong()).toEqual([]);
});

it('a day that is not over is not fixed, nor is one by who works at some sites only', async () => {
  const staff = await server.as('merchant');
  const today = businessDay(server.clock.now());
  await expect(staff.call(calls.fixDay, { date: today })).rejects.toMatchObject({
    key: 'figures:error.dayNotOver',
    issues: [{ path: 'date' }],
  });
  const [site] = await server.services.db.raw<{ id: string }[]>`
    select id from site where tenant_id = ${demoTenants.merchant} limit 1`;
  const clerk = await hireStaff(server, staff, ['figures.fix'], [site?.id as string]);
  await expect(clerk.client.call(calls.fixDay, { date: '2026-01-01' })).rejects.toMatchObject({
    key: 'figures:error.limitedAccount',
  });
});

it('everything is added up again month by month, in the background, and says how far it has come', async () => {
  const staff = await server.as('merchant');
  const { id } = await staff.call(calls.recount, {});
  while (await workOnFigures(server.services));
  const { records } = await staff.call(calls.listTasks, {});
  const task = records.find((one) => one.id === id);
  expect(task?.total).toBeGreaterThan(0);
  expect(task).toMatchObject({ kind: 'recount', done: task?.total, state: 'ended' });
  expect(await wrong()).toEqual([]);
});
