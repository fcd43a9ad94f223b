/** Property: whatever happens in whichever sequence, every level is what the rows say. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharingChecks } from '#features/selling/sharing/server/checks.ts';
import { writeRents } from '#features/selling/sharing/server/public.ts';
import { chanceOf } from '#kit/kernel/demo-days.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { figureChecks } from '../server/checks.ts';
import { fixDay } from '../server/fix-day.ts';
import { foldAll, foldFigures } from '../server/fold-figures.ts';
import { type FigureKey, readFigures } from '../server/public.ts';
import { wantDays, wantRecount, workOnFigures } from '../server/work-on-figures.ts';

const tenantId = demoTenants.merchant;
const rounds = Number(process.env.FIGURE_ROUNDS ?? 160);
const draw = chanceOf(process.env.FIGURE_SEED ?? 'any sequence');
const pick = <T>(list: readonly T[]): T => list[draw(0, list.length - 1)] as T;

let server: TestServer;
let sites: string[];
let devices: { id: string; type: string }[];
beforeAll(async () => {
  server = await startTestServer();
  const { raw } = server.services.db;
  sites = (await raw<{ id: string }[]>`select id from site where tenant_id = ${tenantId}`).map(
    ({ id }) => id,
  );
  devices = [
    ...(await raw<{ id: string; type: string }[]>`
    select id, type from device where tenant_id = ${tenantId} order by id limit 4`),
  ];
});
afterAll(() => server.close());

const start = Date.now() - 45 * dayMs;
/** Mostly around the ends of days, where it matters. */
const momentMs = () => start + draw(0, 40) * dayMs + draw(0, 30) * hourMs + draw(0, 3599) * 1000;
const moment = () => new Date(momentMs()).toISOString();
const hour = () => new Date(Math.floor(momentMs() / hourMs) * hourMs).toISOString();

const orderIds: string[] = [];

/** An order of the demo with other values: the tables' own conditions hold. */
async function writeOrder(settled: boolean) {
  const { raw } = server.services.db;
  const id = newId();
  const { id: deviceId, type } = pick(devices);
  const payWay = pick(['wechat', 'alipay', 'balance', 'counter', 'coin']);
  const values = {
    ...{ id, number: `T${id.replaceAll('-', '').slice(-20)}`, request_id: null, request_hash: null },
    ...{
      device_id: deviceId,
      device_type: type,
      site_id: pick(sites),
      pay_way: payWay,
      unit: payWay === 'coin' ? 'coin' : 'fen',
    },
    // every third sells coins into an account
    ...(draw(1, 3) === 1 && { fulfilment: { name: 'coins', plan: { coins: draw(1, 60), points: 0 } } }),
    ...{
      amount: 5000,
      paid_amount: 5000,
      fulfilled_amount: settled ? draw(30, 2000) : 0,
      refunded_amount: 0,
    },
    ...{ fee_fen: settled ? draw(0, 30) : 0, settled_at: settled ? moment() : null },
    ...{
      hold_id: null,
      cash_hold_id: null,
      payment_id: null,
      command_id: null,
      deadline_at: null,
      cash_amount: 0,
    },
  };
  await raw`
    insert into orders select r.* from (
      select to_jsonb(o) as row from orders o where tenant_id = ${tenantId} and state = 'fulfilled'
        and settles_to = 'earnings' and unit = 'fen' and device_id is not null order by id limit 1
    ) one, jsonb_populate_record(null::orders, one.row || ${JSON.stringify(values)}::text::jsonb) r`;
  orderIds.push(id);
}

async function deliver() {
  if (orderIds.length === 0) return;
  const { raw } = server.services.db;
  const id = pick(orderIds);
  const [order] = await raw<{ settled_at: string | null; fulfilled_amount: string; fee_fen: string }[]>`
    select settled_at, fulfilled_amount, fee_fen from orders where tenant_id = ${tenantId} and id = ${id}`;
  const later = new Date(
    Math.max(momentMs(), Date.parse(order?.settled_at ?? '1970-01-01') + 1000),
  ).toISOString();
  await raw.begin(async (tx) => {
    if (order?.settled_at)
      await tx`
        insert into order_part (tenant_id, id, order_id, settled_at, amount, fee_fen)
        select tenant_id, ${newId()}, id, settled_at, fulfilled_amount - earlier.amount, fee_fen - earlier.fee
        from orders, (select coalesce(sum(amount), 0) as amount, coalesce(sum(fee_fen), 0) as fee from order_part
          where tenant_id = ${tenantId} and order_id = ${id}) earlier
        where tenant_id = ${tenantId} and id = ${id} and fulfilled_amount > earlier.amount`;
    await tx`
      update orders set settled_at = ${later}, fulfilled_amount = fulfilled_amount + ${draw(1, 300)},
        fee_fen = fee_fen + ${draw(0, 5)}
      where tenant_id = ${tenantId} and id = ${id}`;
  });
}

async function refund() {
  if (orderIds.length === 0) return;
  const id = pick(orderIds);
  await server.services.db.raw.begin(async (tx) => {
    const [open] =
      await tx`select 1 from order_refund where tenant_id = ${tenantId} and order_id = ${id} and state = 'requested'`;
    if (open) return;
    const back = draw(0, 3);
    await tx`
      insert into order_refund (tenant_id, id, created_at, order_id, state, amount, undelivered, delivered, fee_back_fen,
        kept_fee_fen, automatic, reason)
      values (${tenantId}, ${newId()}, ${moment()}, ${id}, 'requested', 100, 0, 100, ${back}, ${draw(0, 2)}, true, 'x')`;
    await tx`update orders set fee_fen = greatest(0, fee_fen - ${back}) where tenant_id = ${tenantId} and id = ${id}`;
  });
}

async function endRefund() {
  const state = pick(['done', 'failed']);
  await server.services.db.raw`
    update order_refund set state = ${state}, ended_at = ${moment()} where (tenant_id, id) in (
      select tenant_id, id from order_refund where tenant_id = ${tenantId} and state = 'requested' order by id limit 1)`;
}

async function count() {
  const { id, type } = pick(devices);
  const at = hour();
  await server.services.db.raw`
    insert into counter_hour (tenant_id, device_id, site_id, device_type, hour_at, counter, amount, play_time_s)
    select ${tenantId}, ${id}, ${pick(sites)}, ${type}, ${at}, counter, ${draw(1, 90)}, ${pick([30, 60, null])}
    from unnest(array['plays', 'prizesOut', 'coinsIn']) counter
    on conflict (tenant_id, device_id, hour_at, site_id, counter) do update
    set amount = counter_hour.amount + excluded.amount, play_time_s = excluded.play_time_s`;
}

async function cash() {
  const { raw } = server.services.db;
  const { id, type } = pick(devices);
  const at = hour();
  if (draw(1, 3) === 1)
    await raw`
      update cash_gain set hidden_at = case when hidden_at is null then now() end where (tenant_id, id) in (
        select tenant_id, id from cash_gain g where tenant_id = ${tenantId} and not exists (
          select from cash_gain other where other.tenant_id = g.tenant_id and other.device_id = g.device_id
            and other.site_id = g.site_id and other.hour_at = g.hour_at and other.id <> g.id)
        order by md5(id::text || ${String(draw(0, 99))}) limit 3)`;
  else
    await raw`
      insert into cash_gain (tenant_id, id, device_id, site_id, code, type, hour_at, day, coins, coins_per_yuan, notes,
        notes_fen)
      values (${tenantId}, ${newId()}, ${id}, ${pick(sites)}, 'x', ${type}, ${at}, ${businessDay(new Date(at))},
        ${draw(0, 9)}, ${pick([1, 3, null])}, 1, ${pick([0, 500])})
      on conflict (tenant_id, device_id, site_id, hour_at) where hidden_at is null
      do update set coins = cash_gain.coins + 1, notes = cash_gain.notes + 1, notes_fen = cash_gain.notes_fen + 500`;
}

async function win() {
  await server.services.db.raw`
    insert into gift_movement (tenant_id, id, created_at, gift_id, device_id, site_id, kind, amount, missing, cost_fen)
    select ${tenantId}, ${newId()}, ${moment()}, gift_id, ${pick(devices).id}, ${pick(sites)}, 'won', 1, ${draw(0, 1)}, ${draw(100, 900)}
    from gift_movement where tenant_id = ${tenantId} order by id limit 1`;
}

let versions = 0;
/** A rule that says what a site costs by the day, from some day on; where one begins on that day already, nothing. */
async function rule() {
  const { raw } = server.services.db;
  const siteId = pick(sites);
  const costs = [{ name: 'rent', kind: 'perDay', amountFen: draw(0, 2000) }];
  // nobody shares by it: rents are what this is about
  await raw`
    insert into share_rule (tenant_id, site_id, schedule, paused) values (${tenantId}, ${siteId}, 'daily', true)
    on conflict (tenant_id, site_id) do update set paused = true`;
  await raw`
    insert into share_version (tenant_id, id, site_id, number, effective_from, deduct_fee, include_cash, costs, ratios,
      created_by, created_by_name)
    values (${tenantId}, ${newId()}, ${siteId}, ${1000 + versions++}, ${businessDay(new Date(momentMs()))}, true, false,
      ${JSON.stringify(costs)}::text::jsonb, '[]', ${newId()}, 'x')
    on conflict do nothing`;
}

let moves = 0;
/** Moved at some time since it came to where it stands. */
async function move() {
  const at = moment();
  await server.services.db.raw`
    update device set site_id = ${pick(sites)}, number = ${5000 + moves++},
      site_since = greatest(coalesce(site_since, created_at), ${at}::timestamptz)
    where tenant_id = ${tenantId} and id = ${pick(devices).id}`;
}

const user = { id: newId(), name: '王店长' };
const moveDays = () =>
  server.services.db.transaction((tx) =>
    wantDays(tx, {
      tenantId,
      siteId: pick(sites),
      timeZone: pick(['Asia/Shanghai', 'Europe/London', 'America/New_York', 'Australia/Sydney']),
      dayStart: draw(0, 11),
      userName: user.name,
      now: new Date(),
    }),
  );
const work = async () => {
  while (await workOnFigures(server.services));
};
const fix = () =>
  server.services.db.transaction((tx) =>
    fixDay(tx, { tenantId, day: businessDay(new Date(momentMs())), user, now: new Date() }),
  );
const recount = async () => {
  await server.services.db.transaction((tx) =>
    wantRecount(tx, { tenantId, userName: null, now: new Date() }),
  );
  await work();
};

/** Of everything, in raw rows and by every kind of question. */
async function compare() {
  const { raw, read } = server.services.db;
  const rents = sharingChecks.filter(({ name }) => name === 'rentsAreBorne');
  for (const { name, sql } of [...figureChecks, ...rents])
    expect([name, ...(await raw.unsafe<{ wrong: string }[]>(sql)).slice(0, 3)]).toEqual([name]);
  const scope = tenantScope(tenantId);
  const range = {
    from: businessDay(new Date(start + 3 * dayMs)),
    to: businessDay(new Date(start + 38 * dayMs)),
  };
  const truth = async () => {
    const [found] = await raw<{ amount: string }[]>`
      select sum(amount) as amount from figure_line l left join figure_site s using (tenant_id, site_id)
      where l.tenant_id = ${tenantId}
        and figure_day_of(l.at, s.time_zone, s.day_start) between ${range.from} and ${range.to}`;
    return Number(found?.amount);
  };
  const questions: FigureKey[][] = [
    [],
    ['day'],
    ['hour'],
    ['site', 'month'],
    ['device', 'measure'],
    ['device', 'day'],
  ];
  for (const by of questions) {
    // the server may change days of sites meanwhile: then it is asked again
    let [expected, found] = [await truth(), await readFigures(read, scope, { ...range, by })];
    for (let after = await truth(); after !== expected; after = await truth()) {
      expected = after;
      found = await readFigures(read, scope, { ...range, by });
    }
    expect([by, found.reduce((all, { amount }) => all + amount, 0)]).toEqual([by, expected]);
  }
}

it('any sequence of orders, refunds, late and repeated events, corrections, moves and other day starts', async () => {
  const happens = [
    ...[
      () => writeOrder(true),
      () => writeOrder(true),
      () => writeOrder(false),
      deliver,
      deliver,
      refund,
      refund,
    ],
    ...[endRefund, count, count, cash, win, moveDays, work, fix, () => foldFigures(server.services.db)],
    ...[rule, move, move, () => writeRents(server.services)],
  ];
  for (let round = 1; round <= rounds; round++) {
    await pick(happens)();
    if (round % 40 === 0) await compare();
  }
  const { raw } = server.services.db;
  await work();
  while (await writeRents(server.services));
  // what still waits becomes a correction with the next fold, or in the recount: it is not the recount that finds it
  await server.services.db.transaction(foldAll);
  const said =
    () => raw`select md5(string_agg(d::text, ',' order by d::text)) as sum, count(*) from figure_day d
    where exists (select from figure_fixed_day x where x.tenant_id = d.tenant_id and x.day = d.day)`;
  const before = await said();
  const corrections = () =>
    raw`select count(*)::int as lines from figure_correction where tenant_id = ${tenantId}`;
  const [corrected] = await corrections();
  expect(corrected?.lines).toBeGreaterThan(0);
  await recount();
  await compare();
  // a recount finds the same: nothing of a fixed day is said otherwise, and nothing is to be corrected
  expect([...(await said())]).toEqual([...before]);
  expect([...(await corrections())]).toEqual([corrected]);
});
