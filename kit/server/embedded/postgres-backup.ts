import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { uploadsFolder } from '../config.ts';
import { errorCode, explainFileError, startupError } from '../startup-error.ts';
import { readCredentials } from './postgres-cluster.ts';
import { clusterLink } from './postgres-place.ts';

/** Contents that belong to the running server and not to a backup; the folders themselves must exist. */
const emptyInBackup = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|backup_label(\.old)?)$/;

/**
 * Copies a whole data folder while its server runs. `target` becomes a complete DATA_DIR: a server started on it
 * replays the log that was copied along and stands at the moment the backup ended.
 */
export async function backUpDataDir(dataDir: string, target: string): Promise<void> {
  const address = await runningAddress(dataDir);
  const { superuserPassword } = await readCredentials(dataDir);
  await createEmptyFolder(target);
  const sql = postgres({
    host: address.hostname,
    port: Number(address.port),
    user: 'postgres',
    password: superuserPassword,
    database: 'postgres',
    max: 1,
    onnotice: () => undefined,
  });
  try {
    await copyCluster(sql, await realpath(clusterLink(dataDir)), join(target, 'postgres'));
    // uploads last: every file the copied database knows exists by now
    for (const entry of await readdir(dataDir, { withFileTypes: true })) {
      if (entry.isFile() && /^(secrets|postgres)\.json$/.test(entry.name)) {
        await copyKeepingOwner(join(dataDir, entry.name), join(target, entry.name));
      }
      if (entry.isDirectory() && entry.name === uploadsFolder) {
        await copyFolder(join(dataDir, entry.name), join(target, entry.name));
      }
    }
  } catch (error) {
    throw explainFileError(error, target);
  } finally {
    await sql.end();
  }
}

async function runningAddress(dataDir: string): Promise<URL> {
  const address = await readFile(join(dataDir, 'postgres.url'), 'utf8').catch(() => undefined);
  if (address === undefined) throw startupError('backupNotRunning', { path: dataDir });
  return new URL(address);
}

async function createEmptyFolder(target: string): Promise<void> {
  try {
    await mkdir(target, { recursive: true, mode: 0o711 });
    if ((await readdir(target)).length > 0) throw startupError('backupTargetNotEmpty', { path: target });
  } catch (error) {
    throw explainFileError(error, target);
  }
}

async function copyCluster(sql: postgres.Sql, from: string, to: string): Promise<void> {
  // the slot keeps every piece of the log until this session ends, however long the copy takes
  await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
  await sql`select pg_backup_start('coinyard', true)`;
  await copyFolder(from, to, (relative) => relative === 'pg_wal' || emptyInBackup.has(relative));
  const [label] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  if (!label) throw new Error('pg_backup_stop returns one row');
  await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'));
  const labelPath = join(to, 'backup_label');
  await writeFile(labelPath, label.labelfile, { mode: 0o600 });
  await copyOwner(from, labelPath);
}

async function copyFolder(
  from: string,
  to: string,
  skipContents?: (relative: string) => boolean,
): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyOwner(from, to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory()) {
      if (skipContents?.(entry.name)) {
        await mkdir(copy, { recursive: true });
        await copyOwner(source, copy);
      } else await copyFolder(source, copy);
    } else if (entry.isFile()) {
      await copyKeepingOwner(source, copy).catch((error: unknown) => {
        // tables are dropped and the log moves on while the copy runs
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
  }
}

async function copyKeepingOwner(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await copyOwner(from, to);
}

async function copyOwner(from: string, to: string): Promise<void> {
  const { mode, uid, gid } = await stat(from);
  await chmod(to, mode & 0o777);
  if (process.getuid?.() === 0) await chown(to, uid, gid);
}
