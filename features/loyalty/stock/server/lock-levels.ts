import { and, eq, or, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, updateLocked } from '#kit/server/tables.ts';
import type { Level } from '../rules/move-rules.ts';
import { stockLevels } from '../tables.ts';

export type LevelRow = RowOf<typeof stockLevels>;

/** One variant in one store. */
export interface Place {
  storeId: string;
  variantId: string;
}

export const placeKey = ({ storeId, variantId }: Place) => `${storeId} ${variantId}`;

const distinct = (places: readonly Place[]): Place[] =>
  [...new Map(places.map((place) => [placeKey(place), place])).values()].toSorted((a, b) =>
    placeKey(a) < placeKey(b) ? -1 : 1,
  );

/**
 * Locks what lies at these places, in the order of their rows. A transaction comes here once: documents of several stores
 * and variants wait for each other and never deadlock. With `make` a place that has no row yet gets one.
 */
export async function lockLevels(
  tx: Tx,
  tenantId: string,
  places: readonly Place[],
  { make }: { make: boolean },
): Promise<Map<string, LevelRow>> {
  const wanted = distinct(places);
  if (wanted.length === 0) return new Map();
  if (make) {
    const tuples = wanted.map(
      ({ storeId, variantId }) => sql`(${tenantId}, ${newId()}::uuid, ${storeId}::uuid, ${variantId}::uuid)`,
    );
    await tx.execute(sql`insert into stock_level (tenant_id, id, store_id, variant_id)
      values ${sql.join(tuples, sql`, `)} on conflict (tenant_id, store_id, variant_id) do nothing`);
  }
  const found = await find(
    tx,
    tenantScope(tenantId),
    stockLevels,
    (level) =>
      or(
        ...wanted.map(({ storeId, variantId }) =>
          and(eq(level.storeId, storeId), eq(level.variantId, variantId)),
        ),
      ),
    'update',
  );
  return new Map(found.map((row) => [placeKey(row), row]));
}

export const writeLevel = (tx: Tx, tenantId: string, id: string, level: Partial<Level>): Promise<void> =>
  updateLocked(tx, tenantScope(tenantId), stockLevels, { id }, level);
