import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceRoot } from '#app/server/source-root.ts';
import {
  type AccountName,
  clearing,
  platformFee,
  postTransfers,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from './measures.ts';

const merchants = 16;
const settlementsPerRound = 1600;
const rounds = 9;
const warmUpRounds = 1;
const partFen = 25;
const parts = 4;

const tenantOf = (index: number) => String(300_000 + index);

/** The same four accounts of the platform for everybody: what each settlement pays into. */
const shared: readonly AccountName[] = Array.from({ length: parts }, (_, index) => ({
  ...platformFee,
  ownerId: `part-${index}`,
}));

/** Four accounts of the merchant's own. */
const own = (merchant: number): AccountName[] =>
  Array.from({ length: parts }, (_, index) => ({
    tenantId: tenantOf(merchant),
    ownerKind: 'receiver',
    ownerId: `part-${index}`,
    purpose: 'available',
    unit: 'fen',
  }));

async function openShops(db: Database): Promise<void> {
  await db.raw`insert into tenant ${db.raw(
    ['000000', ...Array.from({ length: merchants }, (_, index) => tenantOf(index))].map((id) => ({
      id,
      name: `bench ${id}`,
      realm: id === '000000' ? 'platform' : 'merchant',
    })),
  )} on conflict do nothing`;
  const plenty = 1_000_000_000;
  await db.transaction((tx) =>
    postTransfers(
      tx,
      Array.from({ length: merchants }, (_, index) => ({
        key: `bench-fund:${index}`,
        tenantId: tenantOf(index),
        kind: 'payment',
        legs: [
          { account: clearing('wechat'), amount: -plenty },
          { account: walletAccount(tenantOf(index), tenantOf(index), 'pending'), amount: plenty },
        ],
      })),
    ),
  );
}

/** Every merchant settles one order after another, all at the same time; answers settlements a second. */
async function settle(db: Database, targets: (merchant: number) => readonly AccountName[]): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: merchants }, async (_, merchant) => {
      const tenantId = tenantOf(merchant);
      const credits = targets(merchant).map((account) => ({ account, amount: partFen }));
      for (let count = 0; count < settlementsPerRound / merchants; count++)
        await db.transaction((tx) =>
          postTransfers(tx, [
            {
              key: `bench:${newId()}`,
              tenantId,
              kind: 'settlement',
              legs: [
                { account: walletAccount(tenantId, tenantId, 'pending'), amount: -partFen * parts },
                ...credits,
              ],
            },
          ]),
        );
    }),
  );
  return settlementsPerRound / ((performance.now() - begun) / 1000);
}

/** Settlement with a four-way split into accounts that all share, against accounts that nobody shares. */
export async function measureSplit(): Promise<readonly Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  // PostgreSQL may run as a user of its own
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = openDatabase(postgres.url, { poolSize: merchants });
  try {
    await migrate(db, readMigrations(sourceRoot));
    await openShops(db);
    const subjects = { shared: () => settle(db, () => shared), spread: () => settle(db, own) };
    await interleave(warmUpRounds, subjects);
    const results = await interleave(rounds, subjects);
    const each = ratios(results.shared, results.spread);
    console.log(
      `  settlements/s: shared ${Math.round(median(results.shared))}, spread ${Math.round(median(results.spread))}; ratio ${spread(each, 2)}`,
    );
    return [{ name: 'settlement_split_shared_vs_spread', value: rounded(median(each), 2), goal: '>= 0.8' }];
  } finally {
    await db.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
