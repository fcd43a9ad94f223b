import { eq } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { uploads } from '../tables.ts';

/** A registered file of the scope by its address; undefined for foreign, unknown or never completed ones. */
export async function uploadInfo(
  reader: Reader,
  scope: Scope,
  link: string,
): Promise<{ purpose: string; contentType: string; sizeBytes: number } | undefined> {
  const upload = rows(scope, uploads);
  const [found] = await reader
    .select({ purpose: upload.purpose, contentType: upload.contentType, sizeBytes: upload.sizeBytes })
    .from(upload)
    .where(eq(upload.key, link.replace(/^\/files\//, '')));
  return found;
}

/** For features that keep pictures of their own, apart from what is served publicly. */
export { reencodeImage, sniff } from './inspect.ts';
