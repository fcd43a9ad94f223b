import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceRoot } from '#app/server/source-root.ts';
import { readAccounts } from '#features/loyalty/rewards/server/read-accounts.ts';
import { wantRecount, workOnFigures } from '#features/selling/figures/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { interleave, type Measure, median, ratios, rounded } from './measures.ts';

const few = Number(process.env.ACCOUNTS_FEW ?? 10_000);
const many = Number(process.env.ACCOUNTS_MOVEMENTS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const [small, large] = ['400011', '400012'] as const;
const sites = 10;
const atOnce = 100_000;

/** Movements of the last twelve months at ten sites, written without the books; their figures are added up from the rows. */
async function fill({ raw }: Database, tenantId: string, count: number): Promise<void> {
  await raw`insert into tenant (id, name, realm) values (${tenantId}, 'accounts', 'merchant')`;
  await raw`
    insert into site (tenant_id, id, name, type, region_code, address, opening_hours, refund_mode, sort)
    select ${tenantId}, gen_random_uuid(), 'accounts ' || place, 'arcade', '330106', '', '[]', 'manual', place
    from generate_series(1, ${sites}::int) as place`;
  for (let from = 0; from < count; from += atOnce) {
    const to = Math.min(count, from + atOnce) - 1;
    await raw`
      insert into point_movement (tenant_id, id, created_at, site_id, player_id, unit, kind, flow, amount, balance_after, transfer_id)
      select ${tenantId}, point_movement_id(t.at), t.at, s.id, gen_random_uuid(), (array['point', 'point', 'ticket'])[1 + n % 3],
        'bench', f.flow, case when f.flow = 'issued' then 9 else -2 end, 0, gen_random_uuid()
      from generate_series(${from}::int, ${to}::int) n
      join site s on s.tenant_id = ${tenantId} and s.sort = 1 + n::bigint * 7919 % ${sites}::int
      cross join lateral (select (array['issued', 'spent', 'expired'])[1 + (n / 5) % 3] as flow) f
      cross join lateral (select now() - interval '364 days' + n * (interval '363 days' / ${count}::int) as at) t`;
  }
}

async function addUp(db: Database, tenantId: string): Promise<void> {
  await db.transaction((tx) => wantRecount(tx, { tenantId, userName: null, now: new Date() }));
  while (await workOnFigures({ db, clock: systemClock }));
}

/** What stands on the page is what the movements add up to. */
async function difference(db: Database, tenantId: string): Promise<number> {
  const [rows] = await db.raw<{ points: string; tickets: string }[]>`
    select coalesce(sum(amount) filter (where unit = 'point'), 0) as points,
      coalesce(sum(amount) filter (where unit = 'ticket'), 0) as tickets
    from point_movement where tenant_id = ${tenantId}`;
  const { outstanding } = await read(db, tenantId);
  return (
    Math.abs(outstanding.points - Number(rows?.points)) +
    Math.abs(outstanding.tickets - Number(rows?.tickets))
  );
}

const read = (db: Database, tenantId: string) =>
  readAccounts(db.read, tenantScope(tenantId), { tenantId, months: 12, now: new Date() });

const timed = (work: () => Promise<unknown>) => async () => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

async function measureReading(db: Database): Promise<Measure[]> {
  for (const [tenantId, count] of [[small, few] as const, [large, many] as const]) {
    await fill(db, tenantId, count);
    await addUp(db, tenantId);
  }
  await db.raw`vacuum analyze`;
  const subjects = { small: timed(() => read(db, small)), large: timed(() => read(db, large)) };
  await interleave(1, subjects);
  const taken = await interleave(rounds, subjects);
  const of = (name: keyof typeof subjects) => rounded(median(taken[name]), 1);
  console.log(`  ms of the accounts page: ${of('small')} of ${few} movements, ${of('large')} of ${many}`);
  return [
    {
      name: 'accounts_large_vs_small',
      value: rounded(median(ratios(taken.large, taken.small)), 2),
      goal: '<= 2',
    },
    {
      name: 'accounts_difference',
      value: (await difference(db, small)) + (await difference(db, large)),
      goal: '<= 0',
    },
  ];
}

/** The accounts page of the points store over few and over many movements. */
export async function measureAccounts(): Promise<readonly Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  // PostgreSQL may run as a user of its own
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const db = openDatabase(postgres.url, { poolSize: 4 });
    await migrate(db, readMigrations(sourceRoot));
    return await measureReading(db).finally(() => db.close());
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
