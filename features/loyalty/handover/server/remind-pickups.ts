import { dayMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { isReminderDue } from '../rules/handover-rules.ts';
import { type HandoverRow, lockHandover, writeHandover } from './handover-queries.ts';
import { tellToFetch, textsReady } from './pickup-texts.ts';
import { findUnreminded } from './waiting-queries.ts';

const perRound = 200;
/** The server that writes it down also tells. What was fetched or given up meanwhile is told to nobody. */
const claim = ({ db, clock }: Services, { tenantId, id }: HandoverRow): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await lockHandover(tx, tenantScope(tenantId), id);
    const now = clock.now();
    if (row?.state !== 'ready' || row.remindedAt || !row.waitsUntil || row.waitsUntil <= now) return false;
    await writeHandover(tx, row, { remindedAt: now });
    return true;
  });

/** Tells players by a text that their goods go back soon, once for each. The pages say it all the while. */
export async function remindPickups(services: Services): Promise<number> {
  if (!textsReady(services)) return 0;
  const { db, clock } = services;
  const now = clock.now();
  const until = new Date(now.getTime() + dayMs);
  let told = 0;
  for (const row of await findUnreminded(db.read, { now, until, limit: perRound })) {
    const { waitsUntil, paidAt, createdAt } = row;
    if (!waitsUntil || !isReminderDue({ since: paidAt ?? createdAt, until: waitsUntil }, now)) continue;
    if (await tellToFetch(services, { ...row, waitsUntil }, () => claim(services, row))) told += 1;
  }
  return told;
}
