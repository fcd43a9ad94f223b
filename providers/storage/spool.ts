import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageError } from './client.ts';

/**
 * Writes a body to a temporary file and checks its size before anyone relies on it, then hands the file
 * over. Whatever happens, no temporary file stays behind.
 */
export async function withSpooledFile<Result>(
  folder: string,
  body: Buffer | Readable,
  expectedBytes: number | undefined,
  use: (path: string, sizeBytes: number) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    if (Buffer.isBuffer(body)) await writeFile(path, body, { flush: true });
    else await pipeline(body, createWriteStream(path, { flush: true }));
    const { size } = await stat(path);
    if (expectedBytes !== undefined && size !== expectedBytes) throw new StorageError('size_mismatch');
    return await use(path, size);
  } catch (error) {
    const full = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw full ? new StorageError('no_space') : error;
  } finally {
    await rm(path, { force: true });
  }
}
