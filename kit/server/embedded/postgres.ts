import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { explainFileError } from '../startup-error.ts';
import { writeFileAtomically } from '../write-file.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import {
  applicationDatabase,
  applicationRole,
  checkVersion,
  createCluster,
  readCredentials,
  writeSettings,
} from './postgres-cluster.ts';
import { bringWithinReach, clusterLink, findCluster } from './postgres-place.ts';
import { type LogLine, launchPostgres, type RunningPostgres, stopLeftover } from './postgres-process.ts';
import { chooseDatabaseUser } from './postgres-user.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: LogLine;
  /** PostgreSQL settings over the durable defaults; tests switch fsync off. */
  settings?: Record<string, string>;
  /** Called once when PostgreSQL ends although nobody asked it to. */
  onUnexpectedExit?: () => void;
}

export interface EmbeddedPostgres {
  /** Connects as the application's role, which owns its database and may create others but is no superuser. */
  url: string;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of DATA_DIR, creating it the first time; see docs/operations.md for where things lie. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await ensureDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  let running: RunningPostgres | undefined;
  try {
    running = await launch(dataDir, options);
    const { password } = await readCredentials(dataDir);
    const url = `postgres://${applicationRole}:${password}@127.0.0.1:${running.port}/${applicationDatabase}`;
    const addressFile = join(dataDir, 'postgres.url');
    await writeFileAtomically(addressFile, url, 0o600);
    const stop = stopOnce(running, options.onUnexpectedExit, async () => {
      await rm(addressFile, { force: true });
      await lock.release();
    });
    return { url, stop };
  } catch (error) {
    await running?.stop();
    await lock.release();
    throw explainFileError(error, dataDir);
  }
}

/** The database user of a root server must be able to pass through; the secrets inside have their own modes. */
async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

async function launch(
  dataDir: string,
  { log, settings = {} }: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const user = await chooseDatabaseUser(clusterLink(dataDir));
  const binaries = await prepareBinaries(dataDir, user);
  let clusterDir = await findCluster(dataDir);
  if (clusterDir === undefined) {
    clusterDir = await createCluster(dataDir, binaries, user);
  } else {
    await checkVersion(clusterDir, binaries.majorVersion);
    await readCredentials(dataDir);
    await stopLeftover(clusterDir, log);
    if (user) clusterDir = await bringWithinReach(dataDir, clusterDir, user);
  }
  await writeSettings(clusterDir, user, settings);
  return launchPostgres(binaries.postgres, clusterDir, user, log);
}

function stopOnce(
  { child, stop }: RunningPostgres,
  onUnexpectedExit: (() => void) | undefined,
  cleanUp: () => Promise<void>,
): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  // a process that ends without calling stop() still asks its database to shut down
  const lastWords = () => child.kill('SIGINT');
  process.once('exit', lastWords);
  child.once('exit', () => {
    process.off('exit', lastWords);
    if (!stopped) onUnexpectedExit?.();
  });
  return () => {
    stopped ??= stop().then(cleanUp);
    return stopped;
  };
}
