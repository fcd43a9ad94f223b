import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '#kit/contract/client.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { demoPassword } from '#kit/server/demo.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { createRandom, type Random } from '#simulators/devices/random.ts';
import { type Helper, startHelper } from '../helper-process.ts';
import { encryptPassword, takeToken } from '../simulated-identities.ts';
import { clockAhead } from './clock.ts';
import type { FleetProcessOptions } from './fleet-process.ts';
import { type Platforms, startPlatforms } from './platforms.ts';
import { allowWithdrawals, chooseMachines, listPlayers, machinesOf } from './shop-floor.ts';
import { newPromises, openShop, type Promises } from './shoppers.ts';
import { judge, openWork, settled } from './verdict.ts';

export interface PlayOptions {
  folder: string;
  kills: number;
  seed: string;
  /** how long everything has to come to its end by itself, before and after each move of the clock */
  quietMs: number;
  say(line: string): void;
}

/** What dies and is started again, while machines, platforms and people live through the whole test. */
export interface Yard {
  /** of its servers; people go to one after the other */
  bases: readonly string[];
  machines: Pick<FleetProcessOptions, 'url' | 'auth'>;
  secrets: Secrets;
  databaseUrl(): Promise<string>;
  /** one death, and the new start of whatever died */
  strike(random: Random, kill: number): Promise<void>;
  /** when every server serves */
  ready(): Promise<unknown>;
  /** what is wrong while everything runs; asked before the first death and after the last */
  examine?(db: Database): Promise<string[]>;
  /** the servers, in order; `start` gives them another clock */
  stop(): Promise<unknown>;
  start(aheadMs: number): Promise<unknown>;
}

export interface PlayReport {
  kills: number;
  orders: number;
  paid: number;
  refunds: number;
  withdrawals: number;
  lostAnswers: number;
  /** calls that were answered and said again */
  repeats: number;
  /** deadlines were brought near by so much */
  clockAheadMs: number;
  wrong: string[];
}

export const tellReport = (report: PlayReport) =>
  `${report.orders} orders, ${report.paid} paid at a platform, ${report.refunds} refunds, ` +
  `${report.withdrawals} withdrawals, ${report.lostAnswers} answers lost, ${report.repeats} said twice, ` +
  `clock moved by ${report.clockAheadMs / minuteMs} minutes`;

export type Stops = (() => Promise<unknown>)[];
export type OpenYard = (platforms: Platforms, stops: Stops) => Promise<Yard>;

/** past every deadline of an order that waits for a person, a machine or the truth about one */
const jumpMs = 31 * minuteMs;
const mostJumps = 5;
const afterwardsMs = 2000;
const loginMs = 10 * minuteMs;

interface Stage {
  options: PlayOptions;
  yard: Yard;
  platforms: Platforms;
  fleet: Helper<unknown>;
  fleetOptions: FleetProcessOptions;
  aheadMs: number;
}

/** People buy while the yard is struck; then everything comes to its end and is judged. */
export async function play(options: PlayOptions, openYard: OpenYard): Promise<PlayReport> {
  const stops: Stops = [];
  try {
    return await playThrough(await setStage(options, openYard, stops));
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => options.say(String(error)));
  }
}

async function setStage(options: PlayOptions, openYard: OpenYard, stops: Stops): Promise<Stage> {
  await mkdir(options.folder, { recursive: true });
  const platforms = await startPlatforms(join(options.folder, 'platforms'));
  stops.push(() => platforms.stop());
  const yard = await openYard(platforms, stops);
  const fleetOptions: FleetProcessOptions = {
    ...yard.machines,
    folder: join(options.folder, 'machines'),
    seed: options.seed,
    identities: await withDatabase(yard, (db) => chooseMachines(db, yard.secrets)),
    jamPerPiece: 0.01,
    pace: 20,
  };
  const fleet = await startFleet(fleetOptions, 0);
  const stage: Stage = { options, yard, platforms, fleet, fleetOptions, aheadMs: 0 };
  stops.push(() => stage.fleet.stop());
  return stage;
}

async function playThrough(stage: Stage): Promise<PlayReport> {
  const { options, yard } = stage;
  const random = createRandom(options.seed);
  const promises = newPromises();
  const stopping = new AbortController();
  const examine = async () => (await withDatabase(yard, async (db) => yard.examine?.(db))) ?? [];
  const wrong = await examine();
  const { since, shop } = await withDatabase(yard, async (db) => {
    const [row] = await db.raw<[{ now: Date }]>`select now()`;
    return { since: row.now, shop: await prepareShop(stage, db, stopping.signal) };
  });
  const open = openShop(shop, promises, random.fork('shop'));
  try {
    for (let kill = 1; kill <= options.kills; kill++) {
      await yard.strike(random, kill);
      if (kill % 10 === 0) options.say(progress(kill, promises));
    }
    // people buy again from the server that came back
    await yard.ready();
    await sleep(afterwardsMs);
  } finally {
    stopping.abort();
    await open;
  }
  wrong.push(...(await examine()));
  const left = await becomeQuiet(stage, since);
  wrong.push(...left.map((what) => `not at its end: ${what}`));
  await withDatabase(yard, async (db) => {
    const admin = await staffOf(yard)('admin');
    wrong.push(...(await judge({ ...stage, db, since, promises, admin })));
  });
  return {
    kills: options.kills,
    orders: promises.orders.size,
    paid: promises.paid.size,
    refunds: promises.refunds.size,
    withdrawals: promises.withdrawals.size,
    lostAnswers: promises.lost,
    repeats: promises.repeats,
    clockAheadMs: stage.aheadMs,
    wrong,
  };
}

const progress = (kill: number, { orders, paid, refunds, lost, refused }: Promises) =>
  `${kill} kills, ${orders.size} orders, ${paid.size} paid, ${refunds.size} refunds, ${lost} answers lost, ${refused} refusals`;

export async function withDatabase<T>(
  { databaseUrl }: Pick<Yard, 'databaseUrl'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase(await databaseUrl(), { poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function startFleet(options: FleetProcessOptions, aheadMs: number): Promise<Helper<unknown>> {
  const fleet = await startHelper('scripts/crash/fleet-process.ts', options, clockAhead(aheadMs));
  while ((await fleet.ask<number>('online')) < options.identities.length) await sleep(100);
  return fleet;
}

async function prepareShop({ yard, platforms, fleetOptions }: Stage, db: Database, stopping: AbortSignal) {
  const players = (await listPlayers(db, yard.secrets)).map(({ person, token }) => ({
    person,
    client: clientOf(yard, token),
  }));
  await allowWithdrawals(db, yard.secrets);
  const machines = await machinesOf(db, fleetOptions.identities);
  const password = await encryptPassword(yard.bases[0] as string, demoPassword);
  return { platforms, machines, players, staff: staffOf(yard), password, stopping };
}

/** Each call goes to another server than the one before, as behind a proxy; the repeat of a lost one too. */
function clientOf({ bases }: Yard, token: string): Client {
  let turn = 0;
  return createClient({
    baseUrl: '',
    language: () => 'en-us',
    token: async () => token,
    fetch: (path, init) => fetch(`${bases[turn++ % bases.length]}${path}`, init),
  });
}

/** A login is used for as long as the server may know it. */
function staffOf(yard: Yard): (account: 'merchant' | 'admin') => Promise<Client> {
  const known = new Map<string, { client: Client; untilMs: number }>();
  let turn = 0;
  return async (account) => {
    const earlier = known.get(account);
    if (earlier && performance.now() < earlier.untilMs) return earlier.client;
    const base = yard.bases[turn++ % yard.bases.length] as string;
    const client = clientOf(yard, await takeToken(base, { account, password: demoPassword }));
    known.set(account, { client, untilMs: performance.now() + loginMs });
    return client;
  };
}

/** Lets everything come to its end; what waits for a deadline is helped by moving the clocks of all processes. */
async function becomeQuiet(stage: Stage, since: Date): Promise<string[]> {
  const { options, yard } = stage;
  for (let jumps = 0; ; jumps++) {
    const left = await withDatabase(yard, (db) => settled(db, since, options.quietMs));
    if (left.length === 0) return [];
    options.say(`${left.length} are not at their end, ${stage.aheadMs / minuteMs} minutes ahead: ${left[0]}`);
    if (jumps === mostJumps) return withDatabase(yard, (db) => openWork(db, since));
    stage.aheadMs += jumpMs;
    await yard.stop();
    await stage.fleet.stop();
    await stage.platforms.setClock(stage.aheadMs);
    await yard.start(stage.aheadMs);
    stage.fleet = await startFleet(stage.fleetOptions, stage.aheadMs);
  }
}
