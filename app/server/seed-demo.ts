import type { DemoPart } from '#kit/server/demo.ts';
import { installation } from '#kit/server/installation.ts';
import type { Services } from '#kit/server/services.ts';

/** Fills an empty database once; all parts or none. Returns whether it did. */
export async function seedDemo(services: Services, parts: readonly DemoPart[]): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const inserted = await tx
      .insert(installation)
      .values({ name: 'demo', value: { seededAt: services.clock.now().toISOString() } })
      .onConflictDoNothing()
      .returning({ name: installation.name });
    if (inserted.length === 0) return false;
    for (const part of parts) await part.seed(tx, services);
    return true;
  });
}
