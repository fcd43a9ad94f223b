/** Our server with its database, its broker and everything a device's messages set in motion; without pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { assemble } from '#app/server/assemble.ts';
import { discoverDemoParts } from '#app/server/discover-features.ts';
import { seedDemo } from '#app/server/seed-demo.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { createBrokerAccess, listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import { loadConfig } from '#kit/server/config.ts';
import { openDatabase } from '#kit/server/database.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { startEmbeddedBroker } from '#kit/server/embedded/broker.ts';
import { startEmbeddedPostgres } from '#kit/server/embedded/postgres.ts';
import { migrate, readMigrations } from '#kit/server/migrate.ts';
import { connectMqtt } from '#kit/server/mqtt.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import { answerMemory, deviceNumber, sayReady } from './subject.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'coinyard-bench-fleet-'));
const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0' });
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const db = openDatabase(postgres.url);
await migrate(db, readMigrations(sourceRoot));
const secrets = await loadSecrets(dataDir);
const log = pino({ level: 'error' });
const broker = await startEmbeddedBroker({
  host: '127.0.0.1',
  port: 0,
  ...createBrokerAccess({ db, secrets, clock: systemClock }),
  log: () => {},
});
const mqtt = await connectMqtt({
  url: broker.url,
  ...broker.credentials,
  clientId: 'coinyard-server',
  onHandlerError: (topic, error) => log.error({ err: error, topic }),
});
const assembly = await assemble({
  config,
  demo: true,
  secrets,
  db,
  mqtt,
  clock: systemClock,
  log,
  onSms: () => {},
});
await seedDemo(assembly.services, await discoverDemoParts());
await registerDevices();
const app = await assembly.http({ health: {}, limitRates: true });
await app.ready();

/** Straight into the tables: what is measured is living with devices, not registering them. */
async function registerDevices(): Promise<void> {
  const site = demoId('site:merchant:1');
  await db.raw`
    insert into device (tenant_id, id, site_id, code, number, type)
    select ${demoTenants.merchant}, gen_random_uuid(), ${site}, 'BENCH' || lpad(n::text, 6, '0'), 10000 + n, 'claw'
    from generate_series(0, ${deviceNumber - 1}) n`;
  await db.raw`
    insert into device_identity (code, type, model, claim_pin, tenant_id, device_id, claimed_at)
    select code, type, 'bench', '000000', tenant_id, id, now() from device where code like 'BENCH%'`;
}

process.on('SIGTERM', async () => {
  await app.close();
  await assembly.stop();
  await mqtt.close();
  await broker.stop();
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
});
answerMemory(() => broker.clients() - 1);
const logins = (await listDeviceLogins(db.read, secrets)).filter(({ code }) => code.startsWith('BENCH'));
sayReady(
  broker.url,
  logins.map(({ code, secret }) => ({ code, secretHex: secret.toString('hex') })),
);
