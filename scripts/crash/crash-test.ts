import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#kit/server/embedded/postgres-process.ts';
import { loadSecrets } from '#kit/server/secrets.ts';
import type { Random } from '#simulators/devices/random.ts';
import type { Platforms } from './platforms.ts';
import { type PlayOptions, type PlayReport, play, type Stops, type Yard } from './play.ts';
import { killDatabase, ServerProcess, serverSettings } from './server-process.ts';

export interface CrashOptions extends PlayOptions {
  /** a seeded database that lives on, and the secrets it was seeded with; else the server's own, killed with it at times */
  database?: { url: string; secretsFile: string };
  /** how long the server lives on average, once it is ready; where it starts slowly, as long as its start takes */
  meanLifeMs: number;
}

export interface CrashReport extends PlayReport {
  databaseKills: number;
}

const databaseDeaths = 0.4;

/** One server, killed under load again and again, at times together with its database. */
export async function runCrashTest(options: CrashOptions): Promise<CrashReport> {
  let databaseKills = 0;
  const report = await play(options, (platforms, stops) =>
    openYard(options, platforms, stops, () => databaseKills++),
  );
  return { ...report, databaseKills };
}

async function openYard(
  options: CrashOptions,
  platforms: Platforms,
  stops: Stops,
  onDatabaseKilled: () => void,
): Promise<Yard> {
  const { database } = options;
  const dataDir = join(options.folder, 'data');
  const [port, mqttPort] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...platforms.env,
    ...serverSettings,
    PORT: String(port),
    PUBLIC_URL: base,
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url, SECRETS_FILE: database.secretsFile }),
  };
  let aheadMs = 0;
  let server = new ServerProcess(env, aheadMs);
  stops.push(() => server.stop());
  await server.ready;
  return {
    bases: [base],
    machines: { url: `mqtt://127.0.0.1:${mqttPort}`, auth: 'timed' },
    secrets: await loadSecrets(dataDir, database?.secretsFile),
    databaseUrl: async () => database?.url ?? (await readFile(join(dataDir, 'postgres.url'), 'utf8')).trim(),
    async strike(random: Random) {
      await server.liveOn(random, options.meanLifeMs);
      await server.kill();
      if (database === undefined && random.chance(databaseDeaths)) {
        await killDatabase(dataDir);
        onDatabaseKilled();
      }
      server = new ServerProcess(env, aheadMs);
    },
    ready: () => server.ready,
    stop: () => server.stop(),
    async start(nextAheadMs) {
      aheadMs = nextAheadMs;
      server = new ServerProcess(env, aheadMs);
      await server.ready;
    },
  };
}
