import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

/** A tile of the operator's folder; undefined where there is none. */
export async function openTile(
  folder: string | undefined,
  { z, x, y }: { z: number; x: number; y: number },
): Promise<{ contentType: string; bytes: Buffer } | undefined> {
  if (folder === undefined) return undefined;
  for (const [ending, contentType] of Object.entries(contentTypes)) {
    try {
      return { contentType, bytes: await readFile(join(folder, String(z), String(x), `${y}.${ending}`)) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
  }
  return undefined;
}
