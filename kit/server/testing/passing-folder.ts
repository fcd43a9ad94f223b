import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const plentyBytes = 8 * 2 ** 30;

async function hasPlenty(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= plentyBytes;
}

/**
 * For a database that ends with its test run: in memory where there is plenty of it, because hundreds of copies of the
 * demo keep a disk busy for minutes.
 */
export async function passingFolder(prefix: string): Promise<string> {
  const inMemory = process.availableMemory() >= 2 * plentyBytes && (await hasPlenty(memoryFolder));
  const folder = await mkdtemp(join(inMemory ? memoryFolder : tmpdir(), prefix));
  // mkdtemp closes the folder; a root run would put its database elsewhere, where nobody removes it
  await chmod(folder, 0o711);
  return folder;
}
