import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, lchown, lstat, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, explainFileError, startupError } from '../startup-error.ts';
import { ensureSystemFolder } from './postgres-binaries.ts';
import { canExecute, type SystemUser } from './postgres-user.ts';

/** Where a data folder's database is: the folder itself, or a link into the system folder. */
export const clusterLink = (dataDir: string) => join(dataDir, 'postgres');
const pendingLink = (dataDir: string) => `${clusterLink(dataDir)}.link`;

/** The real folder of the existing cluster, or undefined on the first start. */
export async function findCluster(dataDir: string): Promise<string | undefined> {
  const link = clusterLink(dataDir);
  await finishMove(dataDir);
  try {
    return await realpath(link);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explainFileError(error, link);
    const dangling = await lstat(link).catch(() => undefined);
    if (dangling) throw startupError('databaseIncomplete', { path: link }, error);
    return undefined;
  }
}

/** A new cluster's place, inside the data folder when the database user can enter it. */
export async function choosePlace(dataDir: string, user: SystemUser | undefined): Promise<string> {
  return user && !canExecute(user, dataDir) ? await newSystemPlace() : clusterLink(dataDir);
}

async function newSystemPlace(): Promise<string> {
  // random, not derived from the path: a data folder that was deleted and made again must not find its old database
  return join(await ensureSystemFolder(), `data-${randomBytes(8).toString('hex')}`);
}

/**
 * A data folder that was restored by root, or moved to where the database user can not follow, is made usable: the
 * files become that user's, and the database moves to the system folder with a link in its place.
 */
export async function bringWithinReach(
  dataDir: string,
  clusterDir: string,
  user: SystemUser,
): Promise<string> {
  try {
    await handOver(clusterDir, user);
    if (canExecute(user, clusterDir)) return clusterDir;
    if (dirname(clusterDir) !== (await realpath(dataDir))) {
      throw startupError('databaseUnreachableFolder', { path: clusterDir, uid: user.uid });
    }
    return await moveOut(dataDir, clusterDir, user);
  } catch (error) {
    throw explainFileError(error, clusterDir);
  }
}

/** PostgreSQL refuses files that are not its user's. */
async function handOver(path: string, user: SystemUser): Promise<void> {
  const { uid } = await lstat(path);
  if (uid !== 0) return;
  for (const entry of await readdir(path, { recursive: true })) {
    await lchown(join(path, entry), user.uid, user.gid);
  }
  await chown(path, user.uid, user.gid);
  await chmod(path, 0o700);
}

/** At every moment either the old folder or the pending link leads to a complete database. */
async function moveOut(dataDir: string, clusterDir: string, user: SystemUser): Promise<string> {
  const target = await newSystemPlace();
  const leftBehind = `${clusterDir}.old`;
  await rm(pendingLink(dataDir), { force: true });
  await symlink(target, pendingLink(dataDir));
  try {
    await rename(clusterDir, target);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await cp(clusterDir, `${target}.new`, { recursive: true, preserveTimestamps: true });
    await handOver(`${target}.new`, user);
    await rename(`${target}.new`, target);
    await rename(clusterDir, leftBehind);
  }
  await finishMove(dataDir);
  await rm(leftBehind, { recursive: true, force: true });
  return target;
}

async function finishMove(dataDir: string): Promise<void> {
  const link = clusterLink(dataDir);
  const moved = await realpath(pendingLink(dataDir)).catch(() => undefined);
  const stillThere = await lstat(link).catch(() => undefined);
  if (moved && !stillThere) await rename(pendingLink(dataDir), link);
}
