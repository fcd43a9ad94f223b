import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { sm2 } from 'sm-crypto-v2';
import { inject, vi } from 'vitest';
import { assemble } from '#app/server/assemble.ts';
import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { createBrokerAccess } from '#features/machines/devices/server/public.ts';
import { type Client, createClient } from '#kit/contract/client.ts';
import type { Language } from '#kit/kernel/language.ts';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import { loadConfig } from '../config.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts';
import { demoId, demoPassword } from '../demo.ts';
import { startEmbeddedBroker } from '../embedded/broker.ts';
import { openInstallation } from '../installation.ts';
import { connectMqtt, type MqttConnection } from '../mqtt.ts';
import { loadSecrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import { type LoopbackMqtt, loopbackMqtt } from './loopback-mqtt.ts';
import { Life, mortalDatabase, mortalLine } from './mortal.ts';
import { sayingTwice } from './say-twice.ts';

export type DemoUser = 'admin' | 'agent' | 'merchant' | 'merchant2' | 'franchisee' | 'clerk';

export interface TestClock extends Clock {
  /** moves the server's time; tests never wait for it */
  forward(ms: number): void;
  /** stops it at a moment, however long the test takes; what it gives back lets it go on from there */
  hold(at?: Date): () => void;
}

export interface TestServer {
  app: FastifyInstance;
  services: Services;
  clock: TestClock;
  messages: SimulatedSms[];
  /** the broker inside the test; undefined when the test asked for a real one */
  loopback: LoopbackMqtt | undefined;
  /** where devices connect when the test asked for a real broker */
  brokerUrl: string | undefined;
  /** a client logged in as a demo user, or nobody */
  as(user: DemoUser | undefined, language?: Language): Promise<Client>;
  /** a client of a demo player, by name in providers/demo-people.ts */
  asPlayer(name: string, language?: Language): Promise<Client>;
  /** a client with a token of the test's own making */
  withToken(token: string | undefined, language?: Language): Client;
  /** a client of an account, freshly logged in: moving the clock ends older logins */
  logIn(account: string, language?: Language): Promise<Client>;
  login(
    account: string,
    password?: string,
  ): Promise<{ access_token: string; refresh_token: string; [field: string]: unknown }>;
  /** a password as pages put it on the wire */
  encrypt(password: string): string;
  /** another server takes its place, that knows nothing but what is written down */
  restart(): Promise<void>;
  /**
   * Kills it so many steps from now, in the midst of what it does then: every transaction has three (`Life`). What it is
   * asked afterwards fails, until `restart`.
   */
  killAfter(steps: number): void;
  readonly isKilled: boolean;
  close(): Promise<void>;
}

let nextDatabase = 0;

/** The seeded database once more, for this test alone; or an empty one, from `template0`. */
export async function cloneTemplate(from?: 'template0'): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${process.pid}_${Date.now()}_${nextDatabase++}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const run = async (statement: string) => {
    const db = openDatabase(admin.href, { poolSize: 1 });
    try {
      await db.raw.unsafe(statement);
    } finally {
      await db.close();
    }
  };
  await run(`create database ${name} template ${from ?? template.pathname.slice(1)} strategy file_copy`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    // an autovacuum worker may be at work there: `force` is not allowed to end it, a plain drop makes it leave
    drop: () => run(`drop database ${name} with (force)`).catch(() => run(`drop database ${name}`)),
  };
}

const ciphers = new Map<string, string>();
/** Servers of a run have one key, and most logins one password. */
function encrypted(password: string, publicKey: string): string {
  const name = `${publicKey} ${password}`;
  const cipher = ciphers.get(name) ?? sm2.doEncrypt(password, publicKey, 0);
  ciphers.set(name, cipher);
  return cipher;
}

function testClock(): TestClock {
  let offsetMs = 0;
  let heldMs: number | undefined;
  const nowMs = () => heldMs ?? Date.now() + offsetMs;
  return {
    now: () => new Date(nowMs()),
    forward(ms) {
      if (heldMs === undefined) offsetMs += ms;
      else heldMs += ms;
    },
    hold(at) {
      heldMs = at?.getTime() ?? nowMs();
      return () => {
        offsetMs = nowMs() - Date.now();
        heldMs = undefined;
      };
    },
  };
}

interface WayToDevices {
  mqtt: MqttConnection;
  loopback: LoopbackMqtt | undefined;
  brokerUrl: string | undefined;
  stop(): Promise<void>;
}

async function noBroker(): Promise<WayToDevices> {
  const loopback = loopbackMqtt();
  return { mqtt: loopback, loopback, brokerUrl: undefined, stop: () => loopback.close() };
}

async function realBroker(parts: Parameters<typeof createBrokerAccess>[0]): Promise<WayToDevices> {
  const broker = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    ...createBrokerAccess(parts),
    log: () => {},
  });
  const mqtt = await connectMqtt({ url: broker.url, ...broker.credentials, clientId: 'coinyard-server' });
  return {
    mqtt,
    loopback: undefined,
    brokerUrl: broker.url,
    async stop() {
      await mqtt.close();
      await broker.stop();
    },
  };
}

/** Hears nothing of what is announced, by itself or by others. */
const deaf = (db: Database): Database => ({ ...db, listen: async () => {}, onAnnounced: () => () => {} });

/** What the simulated payment platforms knew when the template was filled, for one server alone. */
async function simulatedPay(dataDir: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-pay-'));
  await cp(join(dataDir, 'simulated-pay'), folder, { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The whole server on its own database, without a port; with `broker` devices can connect to it over MQTT. */
export async function startTestServer(
  env: Record<string, string> = {},
  options: {
    broker?: boolean;
    onStatement?: DatabaseOptions['onStatement'];
    /** every call goes out as often as the test makes it, for tests that count */
    sayOnce?: boolean;
    /** no timer and no announcement sets anything going: the test makes every turn itself, so that a story can be told twice */
    still?: boolean;
  } = {},
): Promise<TestServer> {
  const database = await cloneTemplate();
  const { onStatement } = options;
  const opened = openDatabase(database.url, { poolSize: 8, ...(onStatement && { onStatement }) });
  const db = options.still ? deaf(opened) : opened;
  if (options.still) vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const dataDir = inject('dataDir');
  const messages: SimulatedSms[] = [];
  const clock = testClock();
  const secrets = await loadSecrets(dataDir);
  const way = await (options.broker ? realBroker({ db, secrets, clock }) : noBroker());
  let app: FastifyInstance | undefined;
  const fetchInside: typeof fetch = async (input, init) => {
    if (!app) throw new Error('the server does not listen yet');
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      payload: init?.body as string | undefined,
    });
    return new Response(answer.rawPayload as unknown as BodyInit, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };
  const pay = await simulatedPay(dataDir);
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '1', ...env });
  // the people of the template in a real installation: nothing else of the demo is left to them
  if (config.wantsDemo === false)
    await db.raw`update installation set value = value || '{"as": "real"}' where name = 'born'`;
  const { demo } = await openInstallation(db, { config, secrets, now: clock.now() });
  let life = new Life();
  const assembleOnce = () =>
    assemble({
      config,
      demo,
      secrets,
      db: mortalDatabase(db, life),
      mqtt: mortalLine(way.mqtt, life),
      clock,
      log: pino({ level: process.env.TEST_LOG ?? 'fatal' }),
      onSms: (message) => messages.push(message),
      pay: {
        folder: pay.folder,
        deliver: (input, init) => fetchInside(pathOf(String(input)), init),
        wechatPace: { repeatScaleMs: 1, signTestEvery: 0, settleMs: 5 },
        alipayPace: { repeatScale: 0.001 },
      },
    });
  async function start() {
    const assembly = await assembleOnce();
    const http = await assembly.http({ health: { database: () => db.ping() }, limitRates: false });
    await http.ready();
    app = http;
    return { assembly, http };
  }
  let running = await start();
  const stop = async () => {
    await running.http.close();
    await running.assembly.stop();
  };

  const encrypt = (password: string) => encrypted(password, secrets.sm2.publicKey);
  const login: TestServer['login'] = async (account, password = demoPassword) => {
    const answer = await running.http.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'tenant-id': '000000' },
      payload: new URLSearchParams({
        grant_type: 'password',
        scope: 'all',
        type: 'account',
        tenantId: '000000',
        username: account,
        password: encrypt(password),
      }).toString(),
    });
    if (answer.statusCode !== 200) throw new Error(`login of ${account}: ${answer.body}`);
    return answer.json();
  };
  const withToken: TestServer['withToken'] = (token, language = 'en-us') => {
    const client = createClient({
      baseUrl: '',
      language: () => language,
      token: async () => token,
      fetch: fetchInside,
    });
    return options.sayOnce ? client : sayingTwice(client);
  };
  const tokens = new Map<string, { token: string; untilMs: number }>();

  return {
    get app() {
      return running.http;
    },
    get services() {
      return running.assembly.services;
    },
    clock,
    messages,
    loopback: way.loopback,
    brokerUrl: way.brokerUrl,
    encrypt,
    login,
    logIn: async (account, language) => withToken((await login(account)).access_token, language),
    withToken,
    async as(user, language) {
      if (!user) return withToken(undefined, language);
      const known = tokens.get(user);
      if (known && known.untilMs > clock.now().getTime()) return withToken(known.token, language);
      // a file may take longer than a log-in lasts, on a machine that is busy
      const { access_token: token, expires_in } = await login(user);
      tokens.set(user, { token, untilMs: clock.now().getTime() + (Number(expires_in) * secondMs) / 2 });
      return withToken(token, language);
    },
    async asPlayer(name, language) {
      const person = demoPeople.find((entry) => entry.name === name);
      const player = person && (await findPlayer(db.read, demoId(`player:${person.openId}`)));
      if (!player) throw new Error(`no demo player ${name}`);
      return withToken(await issuePlayerToken(running.assembly.services, player), language);
    },
    async restart() {
      // after a kill it only lets go of timers and ports: whatever it wants to write down comes to nothing
      await stop();
      way.loopback?.forgetListeners();
      life = new Life();
      running = await start();
    },
    killAfter: (steps) => life.endAfter(steps),
    get isKilled() {
      return life.isOver;
    },
    async close() {
      await stop();
      await way.stop();
      await pay.remove();
      await db.close();
      await database.drop();
      if (options.still) vi.useRealTimers();
    },
  };
}
