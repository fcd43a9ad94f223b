import { sql } from 'drizzle-orm';
import { dayMs } from '#kit/kernel/time.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import type { Services } from '#kit/server/services.ts';

/** Daily sums stay for good; single lines are looked at for a year at most. */
const eventsKeptMs = 400 * dayMs;
const hoursKeptMs = 400 * dayMs;
const refusalsKeptMs = 90 * dayMs;
const atOnce = 5000;

/** In small steps: one long delete would hold what devices write. */
export async function forgetOldLines({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = (keptMs: number) => new Date(clock.now().getTime() - keptMs).toISOString();
  const steps = [
    sql`delete from device_event where (tenant_id, id) in (
      select tenant_id, id from device_event where at < ${before(eventsKeptMs)} limit ${atOnce})`,
    sql`delete from device_hour where (tenant_id, device_id, hour_at, site_id) in (
      select tenant_id, device_id, hour_at, site_id from device_hour where hour_at < ${before(hoursKeptMs)} limit ${atOnce})`,
    sql`delete from device_refusal where (at, id) in (
      select at, id from device_refusal where at < ${before(refusalsKeptMs)} limit ${atOnce})`,
  ];
  for (const step of steps)
    while ((await db.transaction(async (tx) => (await tx.execute(step)).count)) === atOnce);
}

export const forgetting: JobDeclaration = {
  name: 'devices.forget-old-lines',
  cron: '15 20 * * *',
  run: forgetOldLines,
};
