import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDeviceLogins } from '#features/devices/server/public.ts';
import { issuePlayerToken } from '#features/players/server/public.ts';
import { type Client, createClient } from '#kit/contract/client.ts';
import { minuteMs, systemClock } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { demoId, demoPassword, demoTenants } from '#kit/server/demo.ts';
import { freePort } from '#kit/server/embedded/postgres-process.ts';
import { sealText } from '#kit/server/sealed.ts';
import { loadSecrets, type Secrets } from '#kit/server/secrets.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { DeviceIdentity } from '#simulators/devices/device-core.ts';
import { createRandom, type Random } from '#simulators/devices/random.ts';
import { type Helper, startHelper } from '../helper-process.ts';
import { logIn } from '../simulated-identities.ts';
import { clockAhead } from './clock.ts';
import type { FleetProcessOptions } from './fleet-process.ts';
import { type Platforms, startPlatforms } from './platforms.ts';
import { killDatabase, ServerProcess } from './server-process.ts';
import { newPromises, openShop, type Promises } from './shoppers.ts';
import { judge, openWork, settled } from './verdict.ts';

export interface CrashOptions {
  folder: string;
  /** a seeded database that lives on, and the secrets it was seeded with; else the server's own, killed with it at times */
  database?: { url: string; secretsFile: string };
  kills: number;
  seed: string;
  /** how long the server lives on average, once it is ready; where it starts slowly, as long as its start takes */
  meanLifeMs: number;
  /** how long everything has to come to its end by itself, before and after each move of the clock */
  quietMs: number;
  say(line: string): void;
}

export interface CrashReport {
  kills: number;
  databaseKills: number;
  orders: number;
  paid: number;
  refunds: number;
  withdrawals: number;
  lostAnswers: number;
  /** deadlines were brought near by so much */
  clockAheadMs: number;
  wrong: string[];
}

const shortestLifeMs = 100;
/** before it is ready */
const youngDeaths = 0.12;
const databaseDeaths = 0.4;
/** past every deadline of an order that waits for a person, a machine or the truth about one */
const jumpMs = 31 * minuteMs;
const mostJumps = 5;
const loginMs = 10 * minuteMs;
const machinesPerType = { claw: 8, exchange: 4 } satisfies Partial<Record<DeviceType, number>>;

/** The stage: everything but the server lives through the whole test. */
interface Stage {
  options: CrashOptions;
  env: NodeJS.ProcessEnv;
  base: string;
  random: Random;
  platforms: Platforms;
  fleet: Helper<unknown>;
  fleetOptions: FleetProcessOptions;
  server: ServerProcess;
  secrets: Secrets;
  aheadMs: number;
}

type Stops = (() => Promise<unknown>)[];

export async function runCrashTest(options: CrashOptions): Promise<CrashReport> {
  const stops: Stops = [];
  try {
    return await play(await setStage(options, stops));
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => options.say(String(error)));
  }
}

async function play(stage: Stage): Promise<CrashReport> {
  const { options, random } = stage;
  const promises = newPromises();
  const stopping = new AbortController();
  const { since, shop } = await withDatabase(options, async (db) => {
    const [row] = await db.raw<[{ now: Date }]>`select now()`;
    return { since: row.now, shop: await prepareShop(stage, db, stopping.signal) };
  });
  const open = openShop(shop, promises, random.fork('shop'));
  let databaseKills = 0;
  for (let kill = 1; kill <= options.kills; kill++) {
    if (await killOnce(stage, random)) databaseKills++;
    if (kill % 10 === 0) options.say(progress(kill, promises));
  }
  stopping.abort();
  await open;
  await stage.server.ready;
  const left = await becomeQuiet(stage, since);
  const wrong = await withDatabase(options, async (db) =>
    judge({ ...stage, db, since, promises, admin: await staffOf(stage)('admin') }),
  );
  return {
    kills: options.kills,
    databaseKills,
    orders: promises.orders.size,
    paid: promises.paid.size,
    refunds: promises.refunds.size,
    withdrawals: promises.withdrawals.size,
    lostAnswers: promises.lost,
    clockAheadMs: stage.aheadMs,
    wrong: [...left.map((what) => `not at its end: ${what}`), ...wrong],
  };
}

const progress = (kill: number, { orders, paid, refunds, lost, refused }: Promises) =>
  `${kill} kills, ${orders.size} orders, ${paid.size} paid, ${refunds.size} refunds, ${lost} answers lost, ${refused} refusals`;

async function setStage(options: CrashOptions, stops: Stops): Promise<Stage> {
  await mkdir(options.folder, { recursive: true });
  const platformFolder = join(options.folder, 'platforms');
  const platforms = await startPlatforms(platformFolder);
  stops.push(() => platforms.stop());
  const [port, mqttPort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...platforms.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: base,
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir(options),
    DEMO: '1',
    DEMO_DEVICES: '0',
    COINYARD_WEB: 'none',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...(options.database && {
      DATABASE_URL: options.database.url,
      SECRETS_FILE: options.database.secretsFile,
    }),
  };
  const server = new ServerProcess(env, 0);
  let stage: Stage | undefined;
  stops.push(() => (stage?.server ?? server).stop());
  await server.ready;
  const secrets = await secretsOf(options);
  const fleetOptions: FleetProcessOptions = {
    url: `mqtt://127.0.0.1:${mqttPort}`,
    folder: join(options.folder, 'machines'),
    seed: options.seed,
    identities: await withDatabase(options, (db) => chooseMachines(db, secrets)),
    jamPerPiece: 0.01,
    pace: 20,
  };
  const fleet = await startFleet(fleetOptions, 0);
  const random = createRandom(options.seed);
  stage = { options, env, base, platforms, server, random, fleet, fleetOptions, secrets, aheadMs: 0 };
  stops.push(async () => stage?.fleet.stop());
  return stage;
}

const dataDir = ({ folder }: CrashOptions) => join(folder, 'data');
const secretsOf = (options: CrashOptions): Promise<Secrets> =>
  loadSecrets(dataDir(options), options.database?.secretsFile);

async function withDatabase<T>(options: CrashOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const url =
    options.database?.url ?? (await readFile(join(dataDir(options), 'postgres.url'), 'utf8')).trim();
  const db = openDatabase(url, { poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** At sites that refund by themselves: elsewhere a person has three days to decide. */
const sites = [demoId('site:merchant:1'), demoId('site:merchant:3')];

const sellable = (db: Database) => db.raw<{ id: string; code: string; type: DeviceType }[]>`
  select d.id, d.code, d.type from device d join device_identity i on i.code = d.code
  where d.tenant_id = ${demoTenants.merchant} and d.site_id = any(${sites}::uuid[]) and d.unbound_at is null
    and i.blocked_at is null and d.type = any(${Object.keys(machinesPerType)})
  order by d.code`;

async function chooseMachines(db: Database, secrets: Secrets): Promise<DeviceIdentity[]> {
  const found = await sellable(db);
  const chosen = Object.entries(machinesPerType).flatMap(([type, count]) =>
    found.filter((device) => device.type === type).slice(0, count),
  );
  const codes = new Set(chosen.map(({ code }) => code));
  return (await listDeviceLogins(db.read, secrets)).filter(({ code }) => codes.has(code));
}

async function startFleet(options: FleetProcessOptions, aheadMs: number): Promise<Helper<unknown>> {
  const fleet = await startHelper('scripts/crash/fleet-process.ts', options, clockAhead(aheadMs));
  while ((await fleet.ask<number>('online')) < options.identities.length) await sleep(100);
  return fleet;
}

async function prepareShop(stage: Stage, db: Database, stopping: AbortSignal) {
  const { secrets } = stage;
  const codes = new Set(stage.fleetOptions.identities.map(({ code }) => code));
  const machines = (await sellable(db)).filter(({ code }) => codes.has(code));
  const players = await Promise.all(
    demoPeople.map(async (person) => {
      const id = demoId(`player:${person.openId}`);
      const [row] = await db.raw<{ token_generation: number }[]>`
        select token_generation from player where id = ${id}`;
      const player = { id, tokenGeneration: row?.token_generation ?? 0 };
      const token = await issuePlayerToken({ secrets, clock: systemClock }, player);
      return { person, client: clientOf(stage, token) };
    }),
  );
  const staff = staffOf(stage);
  await allowWithdrawals(db, secrets);
  return { platforms: stage.platforms, machines, players, staff, stopping };
}

const clientOf = ({ base }: Stage, token: string): Client =>
  createClient({ baseUrl: base, language: () => 'en-us', token: async () => token });

/** A login is used for as long as the server may know it. */
function staffOf({ base }: Stage): (account: 'merchant' | 'admin') => Promise<Client> {
  const known = new Map<string, { client: Client; untilMs: number }>();
  return async (account) => {
    const earlier = known.get(account);
    if (earlier && performance.now() < earlier.untilMs) return earlier.client;
    const client = await logIn(base, { account, password: demoPassword });
    known.set(account, { client, untilMs: performance.now() + loginMs });
    return client;
  };
}

/** The merchant is paid to a WeChat account, as often as a day allows. */
async function allowWithdrawals(db: Database, secrets: Secrets): Promise<void> {
  const [payee] = demoPeople;
  await db.raw`insert into wechat_payee (tenant_id, user_id, open_id, name, bound_at)
    values (${demoTenants.merchant}, ${demoId('user:merchant')},
      ${sealText(secrets, payee?.openId ?? '', 'wechat payee')}, ${payee?.name ?? ''}, now())
    on conflict do nothing`;
  // by people it would take two of them, and hold from tomorrow
  await db.raw`update withdrawal_policy set daily_count = 100 where state = 'agreed'`;
}

/** True when its database was killed too. */
async function killOnce(stage: Stage, random: Random): Promise<boolean> {
  const { server, options } = stage;
  if (random.chance(youngDeaths)) await Promise.race([server.ready, sleep(random.next() * 3000)]);
  else {
    await server.ready;
    await sleep(shortestLifeMs + random.exponential(Math.max(options.meanLifeMs, server.startMs)));
  }
  if (!server.isAlive) throw new Error(`the server ended by itself:\n${server.output}`);
  await server.kill();
  const both = options.database === undefined && random.chance(databaseDeaths);
  if (both) await killDatabase(dataDir(options));
  stage.server = new ServerProcess(stage.env, stage.aheadMs);
  return both;
}

/** Lets everything come to its end; what waits for a deadline is helped by moving the clocks of all processes. */
async function becomeQuiet(stage: Stage, since: Date): Promise<string[]> {
  const { options } = stage;
  for (let jumps = 0; ; jumps++) {
    const left = await withDatabase(options, (db) => settled(db, since, options.quietMs));
    if (left.length === 0) return [];
    options.say(`${left.length} are not at their end, ${stage.aheadMs / minuteMs} minutes ahead: ${left[0]}`);
    if (jumps === mostJumps) return withDatabase(options, (db) => openWork(db, since));
    stage.aheadMs += jumpMs;
    await stage.server.stop();
    await stage.fleet.stop();
    await stage.platforms.setClock(stage.aheadMs);
    stage.server = new ServerProcess(stage.env, stage.aheadMs);
    await stage.server.ready;
    stage.fleet = await startFleet(stage.fleetOptions, stage.aheadMs);
  }
}
