import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sourceRoot } from '#app/server/source-root.ts';
import { newId } from '#kit/kernel/ids.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { type Helper, startHelper } from '../scripts/helper-process.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from './measures.ts';
import { playScript, type Script, scriptOf } from './pay/plain-loop.ts';
import type { PayServerOptions, Statement } from './pay/server.ts';
import { type Buyer, fillOrders, openShops } from './pay/shop.ts';

const ordersPerRound = 480;
const rounds = 9;
const warmUpRounds = 2;
const fewOrders = 10_000;
const manyOrders = Number(process.env.BENCH_ORDERS ?? 10_000_000);
/** the rows and their indexes, and the log of writing them */
const neededBytes = 12 * 1024 ** 3;
/** timers of the server are left out of what is recorded, and the session is remembered by then */
const calmMs = 500;

/** A server, and those who buy of it. */
class Counter {
  readonly #server: Helper<{ url: string }>;
  readonly #buyers: readonly Buyer[];
  readonly #agent = new Agent({ keepAlive: true });
  #bought = 0;
  #next = 0;

  private constructor(server: Helper<{ url: string }>, buyers: readonly Buyer[]) {
    this.#server = server;
    this.#buyers = buyers;
  }

  static async open(
    databaseUrl: string,
    dataDir: string,
    buyers: readonly Buyer[],
    records = false,
  ): Promise<Counter> {
    const codes = buyers.flatMap(({ devices }) => devices.map(({ code }) => code));
    const options: PayServerOptions = { databaseUrl, dataDir, codes, records };
    return new Counter(await startHelper('bench/pay/server.ts', options), buyers);
  }

  /** Orders a second, from the call to the last settlement; every buyer has one call under way. */
  async sell(count = ordersPerRound): Promise<number> {
    const startedMs = performance.now();
    await Promise.all(
      this.#buyers.map(async (buyer) => {
        for (let left = count / this.#buyers.length; left > 0; left--) await this.#buy(buyer);
      }),
    );
    await this.#server.ask('settled', this.#bought);
    return (count * 1000) / (performance.now() - startedMs);
  }

  /** What the database is asked for one order of each buyer. */
  async record(url: string): Promise<Script[]> {
    // accounts are opened by the first order, and by none after it
    await this.sell(this.#buyers.length);
    let accounts: { id: string }[] = [];
    await seeded(url, async ({ raw }) => {
      accounts = await raw`select id from ledger_account`;
    });
    const known = new Set([
      ...accounts.map(({ id }) => id),
      ...this.#buyers.flatMap(({ playerId, siteId, devices }) => [
        playerId,
        siteId,
        ...devices.map(({ id }) => id),
      ]),
    ]);
    const scripts: Script[] = [];
    for (const buyer of this.#buyers) {
      await this.#server.ask('record');
      await this.#buy(buyer);
      await this.#server.ask('settled', this.#bought);
      await sleep(calmMs);
      scripts.push(scriptOf(await this.#server.ask<Statement[]>('recorded'), known));
    }
    return scripts;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#server.stop();
  }

  async #buy({ token, devices }: Buyer): Promise<void> {
    const device = devices[this.#next++ % devices.length];
    const query = new URLSearchParams({
      equipmentId: device?.id ?? '',
      number: '1',
      payWay: 'balance',
      requestId: newId(),
    });
    const { status, body } = await ask(
      `${this.#server.ready.url}/api/pay/PlayerCoin?${query}`,
      token,
      this.#agent,
    );
    if (status !== 200) throw new Error(`an order was refused with ${status}: ${body}`);
    this.#bought += 1;
  }
}

function ask(url: string, token: string, agent: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'blade-auth': `bearer ${token}` } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** As many at a time as there are buyers. */
async function playScripts(db: Database, scripts: readonly Script[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    scripts.map(async (script) => {
      for (let left = ordersPerRound / scripts.length; left > 0; left--) await playScript(db, script);
    }),
  );
  return (ordersPerRound * 1000) / (performance.now() - startedMs);
}

async function againstPlainSql(counter: Counter, db: Database, scripts: readonly Script[]): Promise<Measure> {
  const statements = scripts[0]?.transactions.flat().length ?? 0;
  const subjects = { ours: () => counter.sell(), plain: () => playScripts(db, scripts) };
  await interleave(warmUpRounds, subjects);
  const results = await interleave(rounds, subjects);
  const each = ratios(results.ours, results.plain);
  console.log(
    `  orders/s: over HTTP ${Math.round(median(results.ours))}, the same ${statements} statements in a loop ${Math.round(median(results.plain))}; ratio ${spread(each, 2)}`,
  );
  return { name: 'pay_path_vs_plain_sql', value: rounded(median(each), 2), goal: '>= 0.5' };
}

async function withManyOrders(few: Counter, many: Counter): Promise<Measure> {
  const subjects = { few: () => few.sell(), many: () => many.sell() };
  await interleave(warmUpRounds, subjects);
  const results = await interleave(rounds, subjects);
  const each = ratios(results.many, results.few);
  console.log(
    `  orders/s: with ${manyOrders} stored ${Math.round(median(results.many))}, with ${fewOrders} ${Math.round(median(results.few))}; ratio ${spread(each, 2)}`,
  );
  return { name: 'pay_path_many_orders_vs_few', value: rounded(median(each), 2), goal: '>= 0.8' };
}

/** Why the large database can not be made here; undefined: it can. */
async function whyNotMany(): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = neededBytes * Math.min(1, manyOrders / 10_000_000);
  if (bavail * bsize >= needed) return undefined;
  return `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB are free in ${tmpdir()}, ${(needed / 1024 ** 3).toFixed(1)} are needed`;
}

/** Of a database that nobody is connected to. */
async function copyDatabase(url: string, suffix: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = `${copy.pathname}_${suffix}`;
  const admin = openDatabase(new URL('/postgres', url).href, { poolSize: 1 });
  await admin.raw
    .unsafe(`create database ${copy.pathname.slice(1)} template ${new URL(url).pathname.slice(1)}`)
    .finally(() => admin.close());
  return copy.href;
}

const seeded = async (url: string, work: (db: Database) => Promise<unknown>): Promise<string> => {
  const db = openDatabase(url, { poolSize: 1 });
  await work(db).finally(() => db.close());
  return url;
};

/** A player's balance pays for a play: order, hold, command, count, settlement, with everything a call goes through. */
export async function measurePay(): Promise<readonly Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  // PostgreSQL may run as a user of its own
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const closes: (() => Promise<void>)[] = [];
  try {
    const secrets = await loadSecrets(dataDir);
    let buyers: Buyer[] = [];
    await seeded(postgres.url, async (db) => {
      await migrate(db, readMigrations(sourceRoot));
      buyers = await openShops(db, secrets);
    });
    const refusal = await whyNotMany();
    const manyUrl = refusal
      ? undefined
      : await seeded(await copyDatabase(postgres.url, 'many'), (db) => fillOrders(db, buyers, manyOrders));
    await seeded(postgres.url, (db) => fillOrders(db, buyers, fewOrders));
    const recorder = await Counter.open(postgres.url, dataDir, buyers, true);
    const scripts = await recorder.record(postgres.url).finally(() => recorder.close());
    // in a database of its own: a server would find the queued commands and work at the same orders
    const db = openDatabase(await copyDatabase(postgres.url, 'plain'), { poolSize: buyers.length });
    closes.push(() => db.close());
    const few = await Counter.open(postgres.url, dataDir, buyers);
    closes.push(() => few.close());
    const measures = [await againstPlainSql(few, db, scripts)];
    if (!manyUrl) {
      console.log(`  pay_path_many_orders_vs_few is left out: ${refusal}`);
      return measures;
    }
    const many = await Counter.open(manyUrl, dataDir, buyers);
    closes.push(() => many.close());
    return [...measures, await withManyOrders(few, many)];
  } finally {
    for (const close of closes.reverse()) await close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
