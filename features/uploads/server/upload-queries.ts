import { sum } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import { uploads } from '../tables.ts';

export async function usedBytes(reader: Reader, tenantId: string): Promise<number> {
  const upload = rows(tenantScope(tenantId), uploads);
  const [row] = await reader.select({ used: sum(upload.sizeBytes) }).from(upload);
  return Number(row?.used ?? 0);
}

/** Whoever has the address may read it: files carry no tenant of their reader. */
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
