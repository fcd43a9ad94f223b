import { isNull, sum } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import { incomingUploads, uploads } from '../tables.ts';

/** Of two who take of the same space, one after the other. */
export async function lockSpace(tx: Tx, tenantId: string): Promise<void> {
  await holdName(tx, 'upload space', tenantId);
}

/** What is stored, and what was promised to files on their way. */
export async function usedBytes(reader: Reader, tenantId: string): Promise<number> {
  const scope = tenantScope(tenantId);
  const upload = rows(scope, uploads);
  const incoming = rows(scope, incomingUploads);
  const [[stored], [promised]] = await Promise.all([
    reader.select({ bytes: sum(upload.sizeBytes) }).from(upload),
    reader
      .select({ bytes: sum(incoming.reservedBytes) })
      .from(incoming)
      .where(isNull(incoming.completedAt)),
  ]);
  return Number(stored?.bytes ?? 0) + Number(promised?.bytes ?? 0);
}

/** Whether something may still arrive under a key. */
export async function isAwaited(reader: Reader, key: string): Promise<boolean> {
  return (await find(reader, platformScope, incomingUploads, { key, completedAt: null })).length > 0;
}

/** Everybody with the address may read it: a file does not know the tenant of its reader. */
export async function selectContentType(reader: Reader, key: string): Promise<string | undefined> {
  const [found] = await find(reader, platformScope, uploads, { key });
  return found?.contentType;
}

/** A registered file of the scope by its address; undefined for foreign, unknown or never completed ones. */
export async function uploadInfo(
  reader: Reader,
  scope: Scope,
  link: string,
): Promise<{ purpose: string; contentType: string; sizeBytes: number } | undefined> {
  const [found] = await find(reader, scope, uploads, { key: link.replace(/^\/files\//, '') });
  return found;
}
