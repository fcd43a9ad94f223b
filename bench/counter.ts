import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discoverServedFeatures } from '#app/server/discover-features.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from './measures.ts';
import { Counter } from './pay/counter.ts';
import { openShops } from './pay/shop.ts';
import { openDesks, startRedeeming } from './redeem/desk.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const perRound = Number(process.env.BENCH_REDEMPTIONS ?? 480);
const warmUpRounds = 2;

/** Points become goods at the counter, against plays paid from the balance, at the same server in turns. */
export async function measureCounter(): Promise<readonly Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  // PostgreSQL may run as a user of its own
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const closes: (() => Promise<void> | void)[] = [];
  try {
    const secrets = await loadSecrets(dataDir);
    const db = openDatabase(postgres.url, { poolSize: 2 });
    closes.push(() => db.close());
    await migrate(db, readMigrations(sourceRoot));
    const buyers = await openShops(db, secrets);
    const each = Math.ceil(((rounds + warmUpRounds) * perRound) / buyers.length);
    const desks = await openDesks(db, secrets, buyers, each);
    await db.raw`vacuum analyze`;
    const counter = await Counter.open(postgres.url, dataDir, buyers);
    closes.push(() => counter.close());
    const desk = await startRedeeming(counter.url, secrets, desks);
    closes.push(() => desk.close());
    const subjects = { redeemed: () => desk.redeem(perRound), paid: () => counter.sell(perRound) };
    await interleave(warmUpRounds, subjects);
    const results = await interleave(rounds, subjects);
    const ratio = ratios(results.redeemed, results.paid);
    console.log(
      `  a second: redeemed at the counter ${Math.round(median(results.redeemed))}, plays paid from the balance ${Math.round(median(results.paid))}; ratio ${spread(ratio, 2)}`,
    );
    const checks = (await discoverServedFeatures()).flatMap((feature) => feature.checks);
    const proof = await prove(db, new Date(), checks);
    const wrong = proof.checks.filter(({ holds }) => !holds);
    for (const { name } of wrong) console.log(`  ${name} does not hold`);
    return [
      { name: 'counter_vs_pay_path', value: rounded(median(ratio), 2), goal: '>= 0.5' },
      { name: 'counter_proofs_wrong', value: wrong.length, goal: '<= 0' },
    ];
  } finally {
    for (const close of closes.reverse()) await close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
