import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alertsContract } from '#features/insight/alerts/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import { simcardsContract } from '#features/machines/simcards/contract.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { type Client, createClient } from '#kit/contract/client.ts';
import { openDatabase } from '#kit/server/database.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { fillFleet } from './lists/fill-fleet.ts';
import { logIn } from './log-in.ts';
import { interleave, type Measure, median, rounded } from './measures.ts';
import { startServer } from './processes.ts';

const few = 500;
const many = Number(process.env.BENCH_DEVICES ?? 50_000);
const rounds = 60;
const warmUpRounds = 10;

/** As the pages ask for them. */
const lists: Record<string, (client: Client) => Promise<{ total: number }>> = {
  devices: (client) => client.call(fleetContract.listDevices, { size: 20 }),
  stock: (client) => client.call(vendingContract.listStock, { size: 20 }),
  placements: (client) => client.call(giftsContract.listPlacements, { size: 20 }),
  cards: (client) => client.call(simcardsContract.listCards, { kind: 'sim', size: 20 }),
  alerts: (client) => client.call(alertsContract.listAlerts, { size: 20 }),
};

async function clientOf(baseUrl: string, username: string): Promise<Client> {
  const token = await logIn(baseUrl, username);
  // A connection that lay idle may just have been closed.
  const again: typeof fetch = (url, init) => fetch(url, init).catch(() => fetch(url, init));
  return createClient({ baseUrl, language: () => 'en-us', token: async () => token, fetch: again });
}

/** The merchants of the demo get their fleets before the server that is measured starts. */
async function prepare(dataDir: string): Promise<void> {
  await (await startServer(dataDir)).stop();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = openDatabase(postgres.url, { poolSize: 1 });
  try {
    await fillFleet(db, demoTenants.merchant2, few);
    await fillFleet(db, demoTenants.merchant, many);
    // as it is after a night: the planner knows the tables, and indexes alone tell what is there
    await db.raw`vacuum analyze`;
  } finally {
    await db.close();
    await postgres.stop();
  }
}

async function compare(name: string, small: Client, large: Client): Promise<Measure> {
  const ask = lists[name]!;
  const timed = (client: Client, atLeast: number) => async () => {
    const startedMs = performance.now();
    const { total } = await ask(client);
    if (total < atLeast) throw new Error(`the list of ${name} has ${total} rows of at least ${atLeast}`);
    return performance.now() - startedMs;
  };
  // Of some lists not every device has a row.
  const subjects = { few: timed(small, few / 4), many: timed(large, many / 4) };
  await interleave(warmUpRounds, subjects);
  const results = await interleave(rounds, subjects);
  console.log(
    `  ${name}: ${rounded(median(results.many), 1)} ms of ${many} devices, ${rounded(median(results.few), 1)} ms of ${few}`,
  );
  return {
    name: `list_${name}_${many}_vs_${few}`,
    value: rounded(median(results.many) / median(results.few), 2),
    goal: '<= 2',
  };
}

/** The first page of the lists that show a whole fleet, of a large merchant against a small one, through the API. */
export async function measureLists(): Promise<readonly Measure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-'));
  // PostgreSQL may run as a user of its own
  await chmod(dataDir, 0o711);
  try {
    await prepare(dataDir);
    const server = await startServer(dataDir);
    try {
      const measures: Measure[] = [];
      for (const name of Object.keys(lists)) {
        // For each of them again: one that takes long would outlive the token.
        const small = await clientOf(server.url, 'merchant2');
        measures.push(await compare(name, small, await clientOf(server.url, 'merchant')));
      }
      return measures;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
