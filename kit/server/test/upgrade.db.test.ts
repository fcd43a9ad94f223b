import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discoverServedFeatures } from '#app/server/discover-features.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { type Database, openDatabase } from '../database.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { cloneTemplate } from '../testing/harness.ts';

/** A dump of the demo as commit 667ab92 made it, the first with orders; see old-data/README.md. */
const dump = join(import.meta.dirname, 'old-data/667ab92.sql.gz');

let empty: Awaited<ReturnType<typeof cloneTemplate>>;
let db: Database;
beforeAll(async () => {
  empty = await cloneTemplate('template0');
  db = openDatabase(empty.url, { poolSize: 1 });
  await db.raw.unsafe(gunzipSync(readFileSync(dump)).toString('utf8'));
  // a dump is read with an empty search path, which belongs to the session
  await db.raw.unsafe('reset all');
});
afterAll(async () => {
  await db.close();
  await empty.drop();
});

async function figures() {
  const [found] = await db.raw<[{ orders: number; entries: number; fen: string; held: string }]>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from ledger_entry) as entries,
      (select sum(abs(balance)) from ledger_account where unit = 'fen') as fen,
      (select sum(held) from ledger_account where unit = 'fen') as held`;
  return found;
}

it('brings the first orders and entries to today without losing a fen, and the books balance', async () => {
  const before = await figures();
  expect(before.orders).toBeGreaterThan(50);
  expect(before.entries).toBeGreaterThan(200);
  expect((await migrate(db, readMigrations(sourceRoot))).length).toBeGreaterThan(10);
  expect(await figures()).toEqual(before);
  const checks = (await discoverServedFeatures()).flatMap((feature) => feature.checks);
  const proof = await prove(db, new Date(), checks);
  expect(proof.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(proof.holds).toBe(true);
});
