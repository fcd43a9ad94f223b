import { and, eq, isNull, lt } from 'drizzle-orm';
import { hourMs } from '#kit/kernel/time.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, remove, update } from '#kit/server/tables.ts';
import { incomingUploads } from '../tables.ts';

/** What was begun before its address expired may still be arriving; no request lasts longer. */
const stragglersMs = hourMs;

/** True for one caller only: the one that completes a file. */
export async function takeIncoming(
  { db }: Pick<Services, 'db'>,
  tenantId: string,
  key: string,
  now: Date,
): Promise<boolean> {
  const taken = await db.transaction((tx) =>
    update(
      tx,
      tenantScope(tenantId),
      incomingUploads,
      (incoming) => and(eq(incoming.key, key), isNull(incoming.completedAt)),
      { completedAt: now },
    ),
  );
  return taken.length > 0;
}

/** Files that were sent and never completed, and what was sent again under the key of a completed one. */
export async function forgetIncoming({ db, storage, clock }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - stragglersMs);
  const overdue = await find(db.read, platformScope, incomingUploads, ({ expiresAt }) =>
    lt(expiresAt, before),
  );
  for (const { tenantId, key } of overdue) {
    await storage.remove(key);
    await db.transaction((tx) => remove(tx, tenantScope(tenantId), incomingUploads, { key }));
  }
}

export const incomingJobs: JobDeclaration[] = [
  { name: 'uploads.forget-incoming', cron: '*/15 * * * *', run: forgetIncoming },
];
