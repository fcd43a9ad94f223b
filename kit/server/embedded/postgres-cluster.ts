import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { errorCode, explainFileError, startupError } from '../startup-error.ts';
import { writeFileAtomically } from '../write-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { choosePlace, clusterLink } from './postgres-place.ts';
import { cleanEnvironment, explainOutput } from './postgres-process.ts';
import type { SystemUser } from './postgres-user.ts';

const credentialsSchema = z.object({ password: z.string().min(20), superuserPassword: z.string().min(20) });
export type ClusterCredentials = z.infer<typeof credentialsSchema>;

export const applicationRole = 'coinyard';
export const applicationDatabase = 'coinyard';

const settingsFile = 'coinyard.conf';
const defaultSettings: Record<string, string> = {
  shared_buffers: '256MB',
  // Nobody runs this on a disk with a needle: with the default of 4, whole tables are read where an index would do.
  random_page_cost: '1.1',
  max_connections: '200',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // a query over a partitioned table locks every partition
  max_locks_per_transaction: '256',
};

const credentialsFile = (dataDir: string) => join(dataDir, 'postgres.json');

export async function checkVersion(clusterDir: string, majorVersion: number): Promise<void> {
  const found = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found === undefined) throw startupError('databaseIncomplete', { path: clusterDir });
  if (Number.parseInt(found, 10) !== majorVersion) {
    throw startupError('databaseVersion', { path: clusterDir, found: found.trim(), expected: majorVersion });
  }
}

export async function readCredentials(dataDir: string): Promise<ClusterCredentials> {
  const path = credentialsFile(dataDir);
  try {
    return credentialsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw startupError('databasePasswordMissing', { path }, error);
  }
}

/**
 * The cluster is made beside its final place and renamed at the end, so an interrupted first start leaves nothing
 * half-made. Where the database user can not enter DATA_DIR (a root server in /root), the cluster lives in the system
 * folder and DATA_DIR/postgres is a link to it.
 */
export async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<string> {
  const link = clusterLink(dataDir);
  const target = await choosePlace(dataDir, user);
  const staging = `${target}.new`;
  const credentials = { password: newPassword(), superuserPassword: newPassword() };
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { mode: 0o700 });
    if (user) await chown(staging, user.uid, user.gid);
    await initialise(staging, binaries, user, credentials);
    await writeFileAtomically(credentialsFile(dataDir), `${JSON.stringify(credentials, null, 2)}\n`, 0o600);
    await rename(staging, target);
    if (target !== link) await symlink(target, link);
    return await realpath(target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw explainFileError(error, target);
  }
}

async function initialise(
  folder: string,
  { initdb, postgres }: PostgresBinaries,
  user: SystemUser | undefined,
  credentials: ClusterCredentials,
): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // "trust" never takes effect: the access file is replaced before the first connection is possible
  const access = ['--username=postgres', '--auth=trust', '--no-instructions'];
  await runProgram(initdb, ['-D', folder, ...access, ...locale], user, '', folder);
  await writeFile(join(folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  await appendFile(join(folder, 'postgresql.conf'), `\ninclude_if_exists = '${settingsFile}'\n`);
  const statements = [
    `ALTER ROLE postgres PASSWORD '${credentials.superuserPassword}'`,
    `CREATE ROLE ${applicationRole} LOGIN CREATEDB PASSWORD '${credentials.password}'`,
    `CREATE DATABASE ${applicationDatabase} OWNER ${applicationRole}`,
  ];
  // Single-user mode opens no port, so roles exist before anybody can connect; it reads one statement per line.
  await runProgram(
    postgres,
    ['--single', '-D', folder, 'postgres'],
    user,
    `${statements.join('\n')}\n`,
    folder,
  );
}

async function runProgram(
  program: string,
  args: string[],
  user: SystemUser | undefined,
  input: string,
  folder: string,
): Promise<void> {
  const child = spawn(program, args, { ...user, cwd: '/', env: cleanEnvironment(), stdio: 'pipe' });
  const exit = new Promise<number | null>((done, fail) => {
    child.once('error', (error) => {
      fail(startupError('databaseBinariesUnusable', { reason: errorCode(error) ?? error.message }, error));
    });
    child.once('close', done);
  });
  // the program may end before it reads its input; its exit then says why
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [status, errors] = await Promise.all([exit, text(child.stderr), text(child.stdout)]);
  // single-user mode ends with 0 even when a statement failed
  if (status !== 0 || /^.*\b(ERROR|FATAL|PANIC):/m.test(errors)) throw explainOutput(errors, folder);
}

/** Rewritten at every start; what an operator sets with ALTER SYSTEM is read later by PostgreSQL and wins. */
export async function writeSettings(
  clusterDir: string,
  user: SystemUser | undefined,
  overrides: Record<string, string>,
): Promise<void> {
  const path = join(clusterDir, settingsFile);
  const lines = Object.entries({ ...defaultSettings, ...overrides }).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  try {
    await writeFile(path, lines.join(''), { mode: 0o600 });
    await chmod(path, 0o600);
    if (user) await chown(path, user.uid, user.gid);
  } catch (error) {
    throw explainFileError(error, path);
  }
}

const newPassword = () => randomBytes(24).toString('base64url');
