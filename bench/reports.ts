import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceRoot } from '#app/server/source-root.ts';
import { figureWays, orderMeasure, orderMeasures } from '#features/selling/figures/contract/measures.ts';
import { readFigures, wantRecount, workOnFigures } from '#features/selling/figures/server/public.ts';
import { pageOrders } from '#features/selling/orders/server/reading/order-list-queries.ts';
import { businessDay, endOfDay, startOfDay, systemClock } from '#kit/kernel/time.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from './measures.ts';
import { Counter } from './pay/counter.ts';
import { openShops } from './pay/shop.ts';
import { measureChartWeight } from './reports/chart-weight.ts';
import { fillMore } from './reports/fill-more.ts';
import { fillYear } from './reports/fill-year.ts';
import { merchantCalls } from './reports/merchant-calls.ts';

const few = Number(process.env.REPORT_FEW ?? 100_000);
const many = Number(process.env.REPORT_ORDERS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
/** orders of a round: figures cost the same of each, and three servers take turns */
const ordersPerRound = 160;
const small = '400001';
const large = '400002';

/** This month and the eleven before it. */
const year = () => {
  const [thisYear, month] = businessDay(new Date()).split('-').map(Number) as [number, number];
  const dayOf = (months: number, day: number) =>
    new Date(Date.UTC(thisYear, month - 1 + months, day)).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return { from: dayOf(-11, 1), to: dayOf(1, 0) };
};

/** What a merchant looks at: twelve months of every site, in every measure. */
const report = (db: Database, tenantId: string) =>
  readFigures(db.read, tenantScope(tenantId), { ...year(), by: ['site', 'month', 'measure'] });
/** The same of orders, from the rows that figures are made of. */
const fromRows = (db: Database, tenantId: string) => db.raw<
  { site: string; day: string; measure: string; amount: string }[]
>`
  select site_id as site, figure_day_of(at, null, null)::text as day, measure, sum(amount)::bigint as amount
  from order_figure
  where tenant_id = ${tenantId} and at >= ${startOfDay(year().from).toISOString()} and at < ${endOfDay(year().to).toISOString()}
    and measure like '%.%'
  group by 1, 2, 3`;

const timed = (work: () => Promise<unknown>) => async () => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

/** Fen and pieces by which cells of figures differ from those of the rows. */
async function difference(db: Database, tenantId: string): Promise<number> {
  const cells = new Map<string, number>();
  const add = (key: string, amount: number) => cells.set(key, (cells.get(key) ?? 0) + amount);
  for (const { site, day, measure, amount } of await fromRows(db, tenantId))
    add(`${site} ${day} ${measure}`, Number(amount));
  const found = await readFigures(db.read, tenantScope(tenantId), {
    ...year(),
    measures: orderMeasures.flatMap((measure) => figureWays.map((way) => orderMeasure(measure, way))),
    by: ['site', 'day', 'measure'],
  });
  if (found.length < 1000) throw new Error(`a year has ${found.length} cells`);
  for (const { siteId, day, measure, amount } of found) add(`${siteId} ${day} ${measure}`, -amount);
  return [...cells.values()].reduce((sum, amount) => sum + Math.abs(amount), 0);
}

async function addUp(db: Database, tenantId: string): Promise<number> {
  const startedMs = performance.now();
  await db.transaction((tx) => wantRecount(tx, { tenantId, userName: null, now: new Date() }));
  while (await workOnFigures({ db, clock: systemClock }));
  return (performance.now() - startedMs) / 1000;
}

/** Every call of a merchant's reports, of many orders against few; the one that grows most is what counts. */
async function compareCalls(db: Database): Promise<Measure> {
  const [ofSmall, ofLarge] = [merchantCalls(db, small), merchantCalls(db, large)];
  const subjects = Object.fromEntries(
    Object.keys(ofSmall).flatMap((name) => [
      [`${name} few`, timed(ofSmall[name] as () => Promise<unknown>)],
      [`${name} many`, timed(ofLarge[name] as () => Promise<unknown>)],
    ]),
  );
  await interleave(1, subjects);
  const taken = await interleave(rounds, subjects);
  const all = Object.keys(ofSmall).map((name) => {
    const [one, other] = [taken[`${name} few`] ?? [], taken[`${name} many`] ?? []];
    const ratio = median(ratios(other, one));
    console.log(
      `  ms of ${name}: ${rounded(median(one), 1)} of ${few} orders, ${rounded(median(other), 1)} of ${many}, ratio ${rounded(ratio, 2)}`,
    );
    return ratio;
  });
  return { name: 'report_calls_large_vs_small', value: rounded(Math.max(...all), 2), goal: '<= 2' };
}

async function measureReading(db: Database): Promise<Measure[]> {
  const filledMs = performance.now();
  await fillYear(db, small, few);
  await fillYear(db, large, many);
  for (const tenantId of [small, large]) await fillMore(db, tenantId);
  await db.raw`vacuum analyze`;
  console.log(`  ${many} orders loaded in ${rounded((performance.now() - filledMs) / 1000, 0)} s`);
  await addUp(db, small);
  console.log(`  their figures added up from rows in ${rounded(await addUp(db, large), 0)} s`);
  await db.raw`vacuum analyze`;
  const number = async (tenantId: string) => {
    const [row] = await db.raw<{ number: string }[]>`
      select number from orders where tenant_id = ${tenantId} order by id offset 5000 limit 1`;
    return row?.number as string;
  };
  const [smallNumber, largeNumber] = [await number(small), await number(large)];
  const list = (tenantId: string, orderNumber?: string, after?: string) => async () => {
    const input = { current: 1, size: 20, ...(orderNumber && { orderNumber }), ...(after && { after }) };
    const { rows } = await pageOrders(db.read, tenantScope(tenantId), input);
    if (rows.length !== (orderNumber ? 1 : 20)) throw new Error(`${rows.length} orders on a page`);
  };
  /** the order after which the last page of the list begins */
  const [beforeLast] = await db.raw<{ id: string }[]>`
    select id from orders where tenant_id = ${large} order by id offset 20 limit 1`;
  const subjects = {
    small: timed(() => report(db, small)),
    large: timed(() => report(db, large)),
    rows: timed(() => fromRows(db, large)),
    firstSmall: timed(list(small)),
    firstLarge: timed(list(large)),
    lastLarge: timed(list(large, undefined, beforeLast?.id)),
    foundSmall: timed(list(small, smallNumber)),
    foundLarge: timed(list(large, largeNumber)),
  };
  await interleave(1, subjects);
  const taken = await interleave(rounds, subjects);
  const of = (name: keyof typeof subjects) => rounded(median(taken[name]), 1);
  console.log(
    `  ms of a report over 12 months: ${of('small')} of ${few} orders, ${of('large')} of ${many}, ${of('rows')} from rows`,
  );
  console.log(
    `  ms of the list of orders: first page ${of('firstSmall')} and ${of('firstLarge')}, last page ${of('lastLarge')}, by number ${of('foundSmall')} and ${of('foundLarge')}`,
  );
  const ratio = (above: keyof typeof subjects, below: keyof typeof subjects) =>
    median(ratios(taken[above], taken[below]));
  return [
    { name: 'report_large_vs_small', value: rounded(ratio('large', 'small'), 2), goal: '<= 2' },
    await compareCalls(db),
    { name: 'report_vs_rows', value: rounded(ratio('large', 'rows'), 5), goal: '<= 0.005' },
    {
      name: 'report_difference_fen',
      value: (await difference(db, small)) + (await difference(db, large)),
      goal: '<= 0',
    },
    {
      name: 'orders_first_page_large_vs_small',
      value: rounded(ratio('firstLarge', 'firstSmall'), 2),
      goal: '<= 2',
    },
    {
      name: 'orders_last_page_vs_first',
      value: rounded(ratio('lastLarge', 'firstLarge'), 2),
      goal: '<= 2',
    },
    {
      name: 'orders_by_number_large_vs_small',
      value: rounded(ratio('foundLarge', 'foundSmall'), 2),
      goal: '<= 2',
    },
  ];
}

async function copy(url: string, suffix: string, change: string): Promise<string> {
  const made = new URL(url);
  made.pathname = `${made.pathname}_${suffix}`;
  const admin = openDatabase(new URL('/postgres', url).href, { poolSize: 1 });
  await admin.raw
    .unsafe(`create database ${made.pathname.slice(1)} template ${new URL(url).pathname.slice(1)}`)
    .finally(() => admin.close());
  const db = openDatabase(made.href, { poolSize: 1 });
  await db.raw.unsafe(change).finally(() => db.close());
  return made.href;
}

const withoutFigures = ['orders', 'order_part', 'order_refund', 'counter_hour', 'cash_gain', 'gift_movement']
  .map((table) => `alter table ${table} disable trigger user`)
  .join(';');

/** The other way that was thought of: the order itself adds to every level. */
const inTheOrder = `
  create or replace function note_order_figures(o orders, at timestamptz, count bigint, gross bigint, refund bigint, fee bigint)
  returns void language plpgsql as $$
  begin
    if at is null then return; end if;
    ${['hour', 'day', 'month']
      .map(
        (unit) => `
    insert into figure_${unit} as l (tenant_id, site_id, device_id, device_type, wallet_id, ${unit === 'hour' ? 'hour_at' : 'day'}, measure, amount)
    select o.tenant_id, o.site_id, o.device_id, o.device_type, o.wallet_id, date_trunc('${unit}', at), m.name || '.' || o.pay_way, m.amount
    from (values ('fee', fee), ('gross', gross), ('orders', count), ('refund', refund)) m (name, amount) where m.amount <> 0
    on conflict (tenant_id, ${unit === 'hour' ? 'hour_at' : 'day'}, site_id, device_id, device_type, wallet_id, measure)
    do update set amount = l.amount + excluded.amount;`,
      )
      .join('')}
    ${['day', 'month']
      .map(
        (unit) => `
    insert into figure_site_${unit} as l (tenant_id, site_id, device_type, wallet_id, day, measure, amount)
    select o.tenant_id, o.site_id, o.device_type, o.wallet_id, date_trunc('${unit}', at), m.name || '.' || o.pay_way, m.amount
    from (values ('fee', fee), ('gross', gross), ('orders', count), ('refund', refund)) m (name, amount) where m.amount <> 0
    on conflict (tenant_id, day, site_id, device_type, wallet_id, measure) do update set amount = l.amount + excluded.amount;`,
      )
      .join('')}
  end $$`;

async function measureWriting(postgresUrl: string, dataDir: string): Promise<Measure[]> {
  const secrets = await loadSecrets(dataDir);
  // one shop, so that orders that add to the same rows meet the others there; each has machines of their own to play at
  const db = openDatabase(postgresUrl, { poolSize: 1 });
  const size = { merchants: 1, devices: 16 * 40, players: 16 };
  const shop = await openShops(db, secrets, size).finally(() => db.close());
  const buyers = shop.map((buyer, place) => ({
    ...buyer,
    devices: buyer.devices.slice(place * 40, (place + 1) * 40),
  }));
  const offUrl = await copy(postgresUrl, 'off', withoutFigures);
  const directUrl = await copy(postgresUrl, 'direct', inTheOrder);
  const counters: Counter[] = [];
  const open = async (url: string) => {
    const counter = await Counter.open(url, dataDir, buyers);
    counters.push(counter);
    return counter;
  };
  try {
    const [off, direct, on] = [await open(offUrl), await open(directUrl), await open(postgresUrl)];
    const subjects = {
      off: () => off.sell(ordersPerRound),
      on: () => on.sell(ordersPerRound),
      direct: () => direct.sell(ordersPerRound),
    };
    await interleave(1, subjects);
    const taken = await interleave(rounds, subjects);
    const [noted, added] = [ratios(taken.on, taken.off), ratios(taken.direct, taken.off)];
    console.log(
      `  orders/s: without figures ${rounded(median(taken.off), 0)}, noted ${rounded(median(taken.on), 0)} (ratio ${spread(noted, 2)}), added to all levels by the order ${rounded(median(taken.direct), 0)} (ratio ${rounded(median(added), 2)}, ${spread(added, 2)})`,
    );
    return [{ name: 'orders_with_figures_vs_without', value: rounded(median(noted), 2), goal: '>= 0.9' }];
  } finally {
    for (const counter of counters) await counter.close();
  }
}

/** Reports of a year, the lists beside them, and what figures cost a shop that sells. */
export async function measureReports(): Promise<readonly Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  // PostgreSQL may run as a user of its own
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const empty = openDatabase(postgres.url, { poolSize: 1 });
    await migrate(empty, readMigrations(sourceRoot)).finally(() => empty.close());
    const readUrl = await copy(postgres.url, 'reports', 'select 1');
    const db = openDatabase(readUrl, { poolSize: 4 });
    const reading = await measureReading(db).finally(() => db.close());
    return [...reading, ...(await measureWriting(postgres.url, dataDir)), await measureChartWeight()];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
