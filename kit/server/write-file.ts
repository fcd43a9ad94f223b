import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file is complete or absent, also after a power cut: written beside, synced, then renamed into place. */
export async function writeFileAtomically(path: string, content: string, mode: number): Promise<void> {
  const staging = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    const file = await open(staging, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(staging, path);
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
