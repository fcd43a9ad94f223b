import { eq, inArray } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, type RowOf, remove, rows } from '#kit/server/tables.ts';
import { businessPhotos } from '../tables.ts';
import type { Holder } from './holder.ts';

const photosOf = (scope: Scope) => rows(scope, businessPhotos);
export type PhotoRow = RowOf<typeof businessPhotos>;

export async function selectPhotos(
  reader: Reader,
  tenantId: string,
  ids: readonly string[],
): Promise<PhotoRow[]> {
  if (ids.length === 0) return [];
  const photo = photosOf(tenantScope(tenantId));
  return reader
    .select()
    .from(photo)
    .where(inArray(photo.id, [...ids]));
}

export async function findPhoto(reader: Reader, scope: Scope, id: string): Promise<PhotoRow | undefined> {
  const photo = photosOf(scope);
  const [found] = await reader.select().from(photo).where(eq(photo.id, id));
  return found;
}

export async function insertPhoto(tx: Tx, holder: Holder, photo: Omit<PhotoRow, 'tenantId' | 'holderId'>) {
  await insert(tx, tenantScope(holder.tenantId), businessPhotos, { ...photo, holderId: holder.holderId });
}

export async function removePhoto(tx: Tx, holder: Holder, id: string): Promise<PhotoRow | undefined> {
  const [removed] = await remove(tx, tenantScope(holder.tenantId), businessPhotos, (photo) =>
    eq(photo.id, id),
  );
  return removed;
}
