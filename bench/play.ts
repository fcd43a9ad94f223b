import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discoverServedFeatures } from '#app/server/discover-features.ts';
import { listDeviceLogins, signLabel } from '#features/machines/devices/server/public.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { freePort } from '#kit/server/embedded/postgres-process.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { startPlatforms } from '../scripts/crash/platforms.ts';
import { settled } from '../scripts/crash/verdict.ts';
import { type Helper, startHelper } from '../scripts/helper-process.ts';
import { type Measure, percentile, rounded } from './measures.ts';
import { openShops } from './pay/shop.ts';
import type { MachinesOptions } from './play/machines.ts';
import { type Play, Visitors, type Visits, type Way } from './play/visitors.ts';
import { startServer } from './processes.ts';

/** 200 people at 500 machines */
const size = { merchants: 20, devices: 25, players: 10 };
const machineCount = size.merchants * size.devices;
const playerCount = size.merchants * size.players;
const warmUpMs = 3000;
const fullMs = 8000;
const halfMs = Number(process.env.BENCH_PLAY_SECONDS ?? 15) * 1000;
const onlineLimitMs = 60_000;
const quietMs = 20_000;

/** People, phones, HTTP, a server as it is started, its broker, machines, a payment platform: all but the radio. */
export async function measurePlay(): Promise<readonly Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-bench-play-'));
  // PostgreSQL may run as a user of its own
  await chmod(folder, 0o711);
  const closes: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const platforms = await startPlatforms(join(folder, 'platforms'));
    closes.push(() => platforms.stop());
    const dataDir = join(folder, 'data');
    const [port, mqttPort] = [await freePort(), await freePort()];
    const server = await startServer(dataDir, {
      env: {
        ...platforms.env,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        MQTT_PORT: String(mqttPort),
        // every player comes with an address of the own
        TRUST_PROXY: '1',
        DEMO_DAYS: '7',
        COINYARD_WEB: 'none',
      },
    });
    closes.push(() => server.stop());
    const db = openDatabase((await readFile(join(dataDir, 'postgres.url'), 'utf8')).trim(), { poolSize: 2 });
    closes.push(() => db.close());
    const secrets = await loadSecrets(dataDir);
    const [{ now: since }] = await db.raw<[{ now: Date }]>`select now()`;
    const buyers = await openShops(db, secrets, size);
    const ours = new Set(buyers.flatMap(({ devices }) => devices.map(({ code }) => code)));
    const logins = (await listDeviceLogins(db.read, secrets)).filter(({ code }) => ours.has(code));
    const options: MachinesOptions = {
      url: `mqtt://127.0.0.1:${mqttPort}`,
      logins: logins.map(({ code, secret }) => ({ code, secretHex: secret.toString('hex') })),
    };
    const machines = await startHelper<unknown>('bench/play/machines.ts', options);
    closes.push(() => machines.stop());
    await untilOnline(machines);
    const signatureOf = (code: string) => signLabel(secrets, code);
    const visitors = new Visitors({
      ...{ base: server.url, platforms, buyers, signatureOf },
      playersOfShop: size.players,
    });
    closes.push(async () => visitors.close());
    return await measureVisits(db, machines, visitors, since);
  } finally {
    for (const close of closes.reverse()) await close();
  }
}

async function untilOnline(machines: Helper<unknown>): Promise<void> {
  const limitMs = performance.now() + onlineLimitMs;
  for (;;) {
    const online = await machines.ask<number>('online');
    if (online === machineCount) return;
    if (performance.now() > limitMs)
      throw new Error(`${online} of ${machineCount} machines were online in time`);
    await sleep(200);
  }
}

async function measureVisits(
  db: Database,
  machines: Helper<unknown>,
  visitors: Visitors,
  since: Date,
): Promise<Measure[]> {
  const warm = await visitors.visit(warmUpMs);
  const full = await visitors.visit(fullMs);
  const mostPerSecond = ratePerSecond(full);
  const half = await visitors.visit(halfMs, (playerCount * 1000) / (mostPerSecond / 2));
  console.log(
    `  ${playerCount} players, ${machineCount} machines: at most ${rounded(mostPerSecond, 1)} plays/s (${full.turnedAway} turned away meanwhile); watched at ${rounded(ratePerSecond(half), 1)}`,
  );
  for (const [name, list] of [...half.callsMs].toSorted())
    console.log(`  ${name}: ${tell(list)}, ${list.length} answers`);
  const commandAfter = await commandsOf(db, machines, half.plays);
  const ways: Way[] = ['balance', 'wechat'];
  const measures = ways.flatMap((way): Measure[] => {
    const plays = half.plays.filter((play) => play.way === way);
    const afterPaidMs = plays.map((play) => commandAfter(play) - play.paidMs);
    const afterTapMs = plays.map((play) => commandAfter(play) - play.tappedMs);
    console.log(
      `  by ${way}: from paid to the command at the machine ${tell(afterPaidMs)}; from the tap ${tell(afterTapMs)}; to its end as the phone sees it ${tell(plays.map(({ endedMs, tappedMs }) => endedMs - tappedMs))}`,
    );
    const ratio = percentile(afterTapMs, 99) / percentile(afterTapMs, 50);
    const name = way === 'balance' ? 'play_p99_vs_p50' : `play_${way}_p99_vs_p50`;
    return [{ name, value: rounded(ratio, 2), goal: '<= 5' }];
  });
  const errors = [warm, full, half].flatMap((visits) => visits.errors);
  for (const error of errors.slice(0, 5)) console.log(`  ${error}`);
  const wrong = await whatIsWrong(db, machines, since);
  for (const line of wrong.slice(0, 5)) console.log(`  ${line}`);
  return [
    ...measures,
    { name: 'play_errors', value: errors.length, goal: '<= 0' },
    { name: 'play_proofs_wrong', value: wrong.length, goal: '<= 0' },
  ];
}

/** From the first tap to the last play that ended, so that a queue which only grows is no rate. */
function ratePerSecond({ plays }: Visits): number {
  if (plays.length === 0) throw new Error('nobody could play');
  const firstMs = Math.min(...plays.map(({ tappedMs }) => tappedMs));
  const lastMs = Math.max(...plays.map(({ endedMs }) => endedMs));
  return (plays.length * 1000) / (lastMs - firstMs);
}

const tell = (list: readonly number[]) =>
  `p50 ${Math.round(percentile(list, 50))} ms, p99 ${Math.round(percentile(list, 99))} ms`;

/** When the machine of a play heard of it. */
async function commandsOf(db: Database, machines: Helper<unknown>, plays: readonly Play[]) {
  const heard = await machines.ask<Map<string, number>>('heard');
  const rows = await db.raw<{ id: string; command_id: string }[]>`
    select id, command_id from orders where id = any(${plays.map(({ orderId }) => orderId)}::uuid[])`;
  const commandIds = new Map(rows.map(({ id, command_id }) => [id, command_id]));
  return ({ orderId }: Play): number => {
    const heardMs = heard.get(commandIds.get(orderId) ?? '');
    if (heardMs === undefined) throw new Error(`no machine heard of order ${orderId}`);
    return heardMs;
  };
}

/** Nothing is left open, the books add up, and the machines counted what the orders say. */
async function whatIsWrong(db: Database, machines: Helper<unknown>, since: Date): Promise<string[]> {
  const open = await settled(db, since, quietMs);
  const checks = (await discoverServedFeatures()).flatMap((feature) => feature.checks);
  const proof = await prove(db, new Date(), checks);
  const failed = proof.checks.filter(({ holds }) => !holds);
  const [sold] = await db.raw<[{ coins: number; orders: number }]>`
    select coalesce(sum(counted), 0)::int as coins, count(*)::int as orders from orders where created_at >= ${since}`;
  const coins = await machines.ask<number>('coins');
  console.log(`  ${sold.orders} orders, ${coins} coins counted by the machines`);
  return [
    ...open,
    ...failed.map(({ name, wrong, examples }) => `proof: ${name} has ${wrong} wrong: ${examples.join(', ')}`),
    ...(coins === sold.coins ? [] : [`machines counted ${coins} coins, orders say ${sold.coins}`]),
  ];
}
