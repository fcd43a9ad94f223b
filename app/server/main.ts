import { rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { inspect } from 'node:util';
import type { Logger } from 'pino';
import { setupCode } from '#features/base/accounts/server/public.ts';
import { createBrokerAccess } from '#features/machines/devices/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import { type Config, loadConfig } from '#kit/server/config.ts';
import { type Database, openDatabase } from '#kit/server/database.ts';
import { checkDatabaseServer, explainDatabaseError } from '#kit/server/database-server.ts';
import { startEmbeddedBroker } from '#kit/server/embedded/broker.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import type { WebPart } from '#kit/server/http/server.ts';
import { openInstallation } from '#kit/server/installation.ts';
import { createLog, scrub, tellError } from '#kit/server/log.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { connectMqtt, lineNews, type MqttConnection } from '#kit/server/mqtt.ts';
import { openSecrets, type Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';
import {
  explainFileError,
  explainListenError,
  StartupError,
  terminalLanguage,
} from '#kit/server/startup-error.ts';
import { assemble } from './assemble.ts';
import { startDemoCustomers } from './demo-customers.ts';
import { startDemoFleet } from './demo-fleet.ts';
import { discoverDemoParts } from './discover-features.ts';
import { seedDemo } from './seed-demo.ts';
import { sourceRoot } from './source-root.ts';
import { returnStartMemory } from './start-memory.ts';
import { banner, terminalLines } from './terminal.ts';
import { ensureWebBuild } from './web-build.ts';
import { builtPages, vitePages } from './web-pages.ts';

const language = terminalLanguage(process.env);
const say = terminalLines(language);
/** Who waits in front of a machine is answered while still there. */
const patience = { waitMs: 3000, callMs: 30_000 };
/** Undone in reverse order: what was started last stops first. */
const stops: (() => Promise<void>)[] = [];
let ending: Promise<void> | undefined;

function stopAll(): Promise<void> {
  ending ??= (async () => {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error));
  })();
  return ending;
}

async function openStore(config: Config, log: Logger): Promise<{ db: Database; url: string }> {
  let url = config.databaseUrl;
  if (!url) {
    console.log(say.database);
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (line) => {
        if (config.logLevel === 'debug' || config.logLevel === 'trace') console.log(scrub(line));
      },
      onUnexpectedExit: () => void fail(new Error('PostgreSQL ended unexpectedly')),
    });
    stops.push(() => postgres.stop());
    url = postgres.url;
  }
  const { poolSize, isShort } = await checkDatabaseServer(url, config.databasePoolSize);
  if (isShort)
    log.warn(
      { connections: poolSize },
      'PostgreSQL has fewer connections left than DATABASE_POOL_SIZE: raise its max_connections or lower the setting',
    );
  const db = openDatabase(url, { poolSize, patience: { ...patience, log } });
  stops.push(() => db.close());
  const added = await migrate(db, readMigrations(sourceRoot));
  if (added.length > 0) console.log(say.migrated(added.length));
  return { db, url };
}

/** A start that is refused leaves no new keys behind, which the next one would take for old ones. */
async function openKeys(config: Config, db: Database): Promise<{ secrets: Secrets; demo: boolean }> {
  const { secrets, path, made } = await openSecrets(config.dataDir, config.secretsFile);
  try {
    const parts = { config, secrets, newKeys: made, now: systemClock.now() };
    return { secrets, ...(await openInstallation(db, parts)) };
  } catch (error) {
    if (made) await rm(path, { force: true });
    throw error;
  }
}

async function connectBroker(
  config: Config,
  access: ReturnType<typeof createBrokerAccess>,
  log: Logger,
): Promise<{ mqtt: MqttConnection; deviceUrl?: string }> {
  const onHandlerError = (topic: string, error: unknown) =>
    log.error({ err: error, topic }, 'device message');
  if (config.mqtt.url) {
    const external = await connectMqtt({
      url: config.mqtt.url,
      // process numbers repeat between containers, and a broker drops the older of two equal clients
      clientId: `coinyard-${hostname()}-${process.pid}`,
      sharedGroup: 'coinyard',
      onHandlerError,
      onLine: (state, reason) => log.warn({ broker: state, reason }, lineNews[state]),
    });
    stops.push(() => external.close());
    return { mqtt: external };
  }
  const broker = await startEmbeddedBroker({
    host: config.mqtt.host,
    port: config.mqtt.port,
    ...(config.mqtt.tls && { tls: config.mqtt.tls }),
    ...access,
    log: (line) => log.debug(line),
  });
  stops.push(() => broker.stop());
  const connection = await connectMqtt({
    url: broker.url,
    ...broker.credentials,
    clientId: 'coinyard-server',
    onHandlerError,
  });
  stops.push(() => connection.close());
  return { mqtt: connection, deviceUrl: broker.url };
}

async function pagesOf(kind: 'build' | 'vite', { features, texts }: Services): Promise<WebPart> {
  if (kind === 'vite') return vitePages();
  await ensureWebBuild((state, seconds = 0) =>
    console.log(state === 'building' ? say.building : say.built(seconds)),
  );
  return builtPages(features, texts);
}

async function start(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const { db, url: databaseUrl } = await openStore(config, log);
  const { secrets, demo } = await openKeys(config, db);
  const { mqtt, deviceUrl } = await connectBroker(
    config,
    createBrokerAccess({ db, secrets, clock: systemClock }),
    log,
  );
  const assembly = await assemble({
    config,
    demo,
    secrets,
    db,
    mqtt,
    clock: systemClock,
    log,
    onSms: (message) => console.log(say.sms(message.phone, Object.values(message.params).join(' '))),
  });
  stops.push(() => assembly.stop());
  const { services } = assembly;
  if (demo && (await services.setupNeeded()) && (await seedDemo(services, await discoverDemoParts())))
    console.log(say.seeded);

  const web = config.web === 'none' ? undefined : await pagesOf(config.web, services);
  stops.push(async () => web?.stop?.());
  const app = await assembly.http({
    web,
    limitRates: true,
    health: { database: () => db.ping(), broker: () => mqtt.ping() },
  });
  await assembly.startJobs(databaseUrl, app);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw explainListenError(error, { host: config.host, port: config.port, variable: 'PORT' });
  }
  stops.push(() => app.close());

  const address = app.addresses()[0] as AddressInfo | undefined;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const url = `http://${host}:${address?.port ?? config.port}`;
  assembly.listensAt(url);
  if (deviceUrl && demo && config.demoDevices) {
    const { stop } = await startDemoFleet(services, { broker: deviceUrl, http: url });
    stops.push(stop);
    if (config.demoCustomers) stops.push(startDemoCustomers(services, { baseUrl: url }).stop);
  }
  returnStartMemory();
  console.log(
    banner(language, config.publicUrl ?? url, {
      demo,
      setupCode: (await services.setupNeeded()) ? setupCode(services) : undefined,
    }),
  );
  console.log(`ready ${url}`);
  // for the next start, also where this one is killed and not stopped; what was kept before is not written again
  flushCompileCache();
}

async function fail(error: unknown): Promise<never> {
  if (error instanceof StartupError) console.error(error.text(language));
  else console.error(scrub(inspect(tellError(error), { depth: 10 })));
  await stopAll();
  process.exit(1);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (ending) return;
    console.log(say.stopping);
    void stopAll().then(() => {
      console.log(say.stopped);
      process.exit(0);
    });
  });
}

start().catch((error: unknown) =>
  fail(explainDatabaseError(explainFileError(error, process.env.DATA_DIR ?? './data'))),
);
