import { appendFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { assemble } from '#app/server/assemble.ts';
import { discoverDemoParts } from '#app/server/discover-features.ts';
import { seedDemo } from '#app/server/seed-demo.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { foldFigures } from '#features/selling/figures/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { openInstallation } from '../installation.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { loadSecrets } from '../secrets.ts';
import { loopbackMqtt } from './loopback-mqtt.ts';
import { passingFolder } from './passing-folder.ts';

/** One PostgreSQL for the whole run; a template database, migrated and filled with demo data, that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await passingFolder('coinyard-test-');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // what a failed test may want to know: which statements waited for each other
    log: (lines) => appendFileSync(join(dataDir, 'postgres.log'), `${lines}\n`),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const db = openDatabase(postgres.url, { poolSize: 4 });
  await migrate(db, readMigrations(sourceRoot));
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '1', DEMO_DAYS: '7' });
  const secrets = await loadSecrets(dataDir);
  const { demo } = await openInstallation(db, { config, secrets, now: systemClock.now() });
  const assembly = await assemble({
    config,
    demo,
    secrets,
    db,
    clock: systemClock,
    log: pino({ level: 'error' }),
    mqtt: loopbackMqtt(),
    onSms: () => {},
  });
  const parts = await discoverDemoParts();
  await seedDemo(assembly.services, parts);
  // once here instead of in each of the hundreds of servers, beside whatever a test looks at
  while (await foldFigures(db));
  await assembly.stop();
  await db.close();
  project.provide('templateUrl', postgres.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string;
    dataDir: string;
  }
}
