import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { addTo, dayOf, days, hourOf, hours, joinSite, months, siteHours, wholeKeys } from './levels.ts';

/** A process that changes a level holds it: one after the other, in all processes. */
export const holdLevels = (tx: Tx) => holdName(tx, 'levels of figures');

const atOnce = 5000;

/**
 * Changes leave their table and arrive in every level in one statement: whatever dies when, each counts once. Which of
 * them are committed is all that matters, not the sequence of their ids. What falls on a fixed day becomes a correction.
 */
const fold = `
  with taken as (
    delete from figure_change where (tenant_id, id) in (select tenant_id, id from figure_change limit ${atOnce}) returning *
  ),
  line as materialized (
    select ${wholeKeys('t')}, ${hourOf('t.at')} as hour_at, ${dayOf('t.at')} as day, f.key as measure,
      sum(f.value::bigint)::bigint as amount,
      exists (select from figure_fixed_day x where x.tenant_id = t.tenant_id and x.day = ${dayOf('t.at')}) as fixed
    from taken t ${joinSite('t')} cross join lateral jsonb_each_text(t.figures) f
    group by 1, 2, 3, 4, 5, 6, 7, 8, 10 having sum(f.value::bigint) <> 0
  ),
  ${[hours, siteHours, ...months].map((level) => `${level.table}_added as (${addTo(level, 'line')})`).join(',\n')},
  ${days.map((level) => `${level.table}_added as (${addTo(level, 'line', 'not fixed')})`).join(',\n')},
  corrected as (
    insert into figure_correction (tenant_id, site_id, device_id, device_type, wallet_id, day, measure, amount, why)
    select tenant_id, site_id, device_id, device_type, wallet_id, day, measure, sum(amount)::bigint, 'late'
    from line where fixed group by 1, 2, 3, 4, 5, 6, 7 having sum(amount) <> 0
  )
  select count(*)::int as taken from taken`;

/** One turn; true when there may be more. */
export async function foldFigures(db: Database): Promise<boolean> {
  const [waiting] = await db.read.execute(sql`select 1 from figure_change limit 1`);
  if (!waiting) return false;
  return db.transaction(async (tx) => (await foldOnce(tx)) === atOnce);
}

/** In the caller's transaction, who then holds the levels until its end. */
export async function foldOnce(tx: Tx): Promise<number> {
  await holdLevels(tx);
  const [row] = await tx.execute<{ taken: number }>(sql.raw(fold));
  return row?.taken ?? 0;
}

/** Everything that is committed by now. */
export async function foldAll(tx: Tx): Promise<void> {
  while ((await foldOnce(tx)) === atOnce);
}
