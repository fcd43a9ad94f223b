import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { openDatabase } from '#kit/server/database.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { freePort } from '#kit/server/embedded/postgres-process.ts';
import { openSecrets } from '#kit/server/secrets.ts';
import type { Random } from '#simulators/devices/random.ts';
import {
  type PlayOptions,
  type PlayReport,
  play,
  type Stops,
  withDatabase,
  type Yard,
} from '../crash/play.ts';
import { ServerProcess, serverSettings } from '../crash/server-process.ts';
import { startMosquitto } from '../mosquitto-process.ts';
import { type BrokerFiles, prepareBrokerFiles } from '../write-broker-files.ts';
import { examineCrossings } from './crossings.ts';

export interface NodesPlace {
  folder: string;
  nodes: number;
  /** the program */
  mosquitto: string;
  /** a seeded database that others use too and that is not struck; else one of the test's own, which crashes once */
  database?: { url: string; secretsFile: string };
}

export interface NodesOptions extends PlayOptions, NodesPlace {
  /** how long a node lives on average, once it is ready; where it starts slowly, as long as its start takes */
  meanLifeMs: number;
}

export interface NodesReport extends PlayReport {
  /** deaths of all nodes at once, of the broker, crashes of the database */
  blackouts: number;
  brokerKills: number;
  databaseCrashes: number;
}

type Figures = Pick<NodesReport, 'blackouts' | 'brokerKills' | 'databaseCrashes'>;

const noFigures: Figures = { blackouts: 0, brokerKills: 0, databaseCrashes: 0 };
/** of all nodes at once */
const blackouts = 0.1;
const brokerAwayMs = 1500;
/** few enough that several nodes fit beside each other */
const poolSize = 10;

/** Several servers on one database and one broker, killed under load in turn and together. */
export async function runNodesTest(options: NodesOptions): Promise<NodesReport> {
  const figures = { ...noFigures };
  const report = await play(options, ({ env }, stops) => openYard(options, env, stops, figures));
  return { ...report, ...figures };
}

/** The same servers and what they have to hear of each other, without customers and deaths: what does not hold. */
export async function runCrossings(options: NodesPlace): Promise<string[]> {
  const stops: Stops = [];
  try {
    const yard = await openYard({ ...options, kills: 0, meanLifeMs: 0 }, {}, stops, { ...noFigures });
    return await withDatabase(yard, async (db) => (await yard.examine?.(db)) ?? []);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function openYard(
  options: NodesPlace & Pick<NodesOptions, 'kills' | 'meanLifeMs'>,
  platforms: NodeJS.ProcessEnv,
  stops: Stops,
  figures: Figures,
): Promise<Yard> {
  const { url, secretsFile, crash } = await openStore(options, stops);
  const { secrets } = await openSecrets(options.folder, secretsFile);
  const databaseUrl = async () => url;
  let files: BrokerFiles | undefined;
  const broker = await startMosquitto(options.mosquitto, async (place) => {
    files = await prepareBrokerFiles({ ...place, serverBind: '127.0.0.1', brokerHost: '127.0.0.1' });
    // the first node makes the machines of the demo; the broker hears of them as of any that are made later
    await files.write([]);
  });
  stops.push(() => broker.stop());
  const { env, bases } = await nodeSettings(options, {
    ...platforms,
    DATABASE_URL: url,
    SECRETS_FILE: secretsFile,
    MQTT_URL: files?.url,
  });
  const nodes = new Nodes(env);
  stops.push(() => nodes.stop());
  await nodes.start(0);
  await files?.write(await withDatabase({ databaseUrl }, (db) => listDeviceLogins(db.read, secrets)));

  const at = (share: number) => Math.ceil(options.kills * share);
  return {
    bases,
    machines: { url: broker.deviceUrl, auth: 'static' },
    secrets,
    databaseUrl,
    async strike(random, kill) {
      if (kill === at(1 / 3)) {
        await nodes.liveOn(random, options.meanLifeMs);
        await broker.kill();
        figures.brokerKills++;
        await sleep(brokerAwayMs);
        await broker.start();
      } else if (crash && kill === at(2 / 3)) {
        await nodes.liveOn(random, options.meanLifeMs);
        await crash();
        figures.databaseCrashes++;
      } else if (await nodes.strike(random, options.meanLifeMs)) figures.blackouts++;
    },
    ready: () => nodes.ready(),
    examine: (db) => examineCrossings({ db, url, bases, secrets, brokerUrl: broker.deviceUrl }),
    stop: () => nodes.stop(),
    start: (aheadMs) => nodes.start(aheadMs),
  };
}

interface Store {
  url: string;
  secretsFile: string;
  crash?(): Promise<void>;
}

async function openStore({ folder, database }: NodesPlace, stops: Stops): Promise<Store> {
  if (database) return database;
  const dataDir = join(folder, 'database');
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  stops.push(stop);
  const { path } = await openSecrets(folder);
  return { url, secretsFile: path, crash: () => crashDatabase(url) };
}

/** One of PostgreSQL's processes dies; it ends all others, replays its log and serves again on the same port. */
async function crashDatabase(url: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 });
  try {
    const [row] = await db.raw<[{ pid: number }]>`select pg_backend_pid() as pid`;
    process.kill(row.pid, 'SIGKILL');
    while (!(await db.ping())) await sleep(100);
  } finally {
    await db.close();
  }
}

/** Each has a folder and a port of its own; platforms call the next one back. */
async function nodeSettings(options: NodesPlace, common: NodeJS.ProcessEnv) {
  const ports: number[] = [];
  while (ports.length < options.nodes) ports.push(await freePort());
  const bases = ports.map((port) => `http://127.0.0.1:${port}`);
  const env: NodeJS.ProcessEnv[] = [];
  for (const [index, port] of ports.entries()) {
    const dataDir = join(options.folder, `node-${index + 1}`);
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o711);
    env.push({
      ...common,
      ...serverSettings,
      PORT: String(port),
      PUBLIC_URL: bases[(index + 1) % bases.length],
      DATA_DIR: dataDir,
      DATABASE_POOL_SIZE: String(poolSize),
    });
  }
  return { env, bases };
}

class Nodes {
  readonly #env: readonly NodeJS.ProcessEnv[];
  #lives: ServerProcess[] = [];
  #aheadMs = 0;

  constructor(env: readonly NodeJS.ProcessEnv[]) {
    this.#env = env;
  }

  async start(aheadMs: number): Promise<void> {
    this.#aheadMs = aheadMs;
    this.#lives = [];
    // one after the other, as operators are told to: the first brings the database to this version
    for (const env of this.#env) {
      const life = new ServerProcess(env, aheadMs);
      this.#lives.push(life);
      await life.ready;
    }
  }

  ready = () => Promise.all(this.#lives.map(({ ready }) => ready));
  stop = () => Promise.all(this.#lives.map((life) => life.stop()));

  /** All of them: one that is starting while the broker or the database is away rightly refuses to. */
  async liveOn(random: Random, meanLifeMs: number): Promise<void> {
    await this.ready();
    await sleep(random.exponential(meanLifeMs));
    for (const life of this.#lives) life.requireLife();
  }

  /** True when all of them died. */
  async strike(random: Random, meanLifeMs: number): Promise<boolean> {
    const index = random.int(0, this.#env.length - 1);
    const all = random.chance(blackouts);
    await this.#lives[index]?.liveOn(random, meanLifeMs);
    for (const life of this.#lives) life.requireLife();
    const victims = all ? [...this.#env.keys()] : [index];
    await Promise.all(victims.map((victim) => this.#lives[victim]?.kill()));
    for (const victim of victims)
      this.#lives[victim] = new ServerProcess(this.#env[victim] as NodeJS.ProcessEnv, this.#aheadMs);
    return all;
  }
}
