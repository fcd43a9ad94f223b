import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { changePrices } from './price-versions.ts';

/**
 * The same at other sites: what is called the same there becomes equal, the rest is added, so that copying twice is
 * copying once. What stands at one of the sites already is not copied onto itself.
 */
export async function copyToSites<R extends { siteId: string }>(
  context: StaffContext,
  found: readonly R[],
  fieldIds: readonly string[],
  {
    sameAt,
    change,
    add,
  }: {
    sameAt: (tx: Tx, siteId: string, one: R) => Promise<{ id: string } | undefined>;
    change: (tx: Tx, id: string, one: R) => Promise<unknown>;
    add: (tx: Tx, siteId: string, one: R) => Promise<unknown>;
  },
): Promise<{ added: number; changed: number }> {
  const count = { added: 0, changed: 0 };
  await changePrices(context, fieldIds, async (tx) => {
    for (const siteId of new Set(fieldIds))
      for (const one of found.filter((each) => each.siteId !== siteId)) {
        const same = await sameAt(tx, siteId, one);
        if (same) await change(tx, same.id, one);
        else await add(tx, siteId, one);
        count[same ? 'changed' : 'added'] += 1;
      }
  });
  return count;
}

export const sameName =
  ({ name }: { name: string }) =>
  (other: { name: string }): boolean =>
    other.name.toLowerCase() === name.toLowerCase();
