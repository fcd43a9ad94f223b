import { execFile, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startupError } from '../startup-error.ts';

/** PostgreSQL refuses to run as root, so a root server hands it to an unprivileged system user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const ownName = 'coinyard';
/** A user that PostgreSQL packages already created is used before a new one is added to the machine. */
const candidates = [ownName, 'postgres', '_postgres'];

/** undefined: the current user is unprivileged and runs the database itself. */
export async function chooseDatabaseUser(clusterDir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of candidates) {
    const user = await findSystemUser(name);
    if (user) return user;
  }
  await createUser();
  const created = await findSystemUser(ownName);
  if (!created) throw startupError('databaseNoUser', { user: ownName });
  return created;
}

export async function findSystemUser(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<void> {
  const system = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName];
  const busybox = ['-S', '-D', '-H', '-s', '/sbin/nologin', ownName];
  try {
    await run('useradd', system);
  } catch {
    await run('adduser', busybox).catch((error) => {
      throw startupError('databaseNoUser', { user: ownName }, error);
    });
  }
}

/**
 * Asks the kernel instead of adding up permission bits: access lists, groups and mounts all count. For a folder
 * "execute" means that it and every folder above it can be entered.
 */
export function canExecute(user: SystemUser, path: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' });
  return probe.status === 0;
}
