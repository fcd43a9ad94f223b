import { sql } from 'drizzle-orm';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, type RowOf } from '#kit/server/tables.ts';
import { figureFixedDays } from '../tables.ts';
import { foldAll } from './fold-figures.ts';

export type FixedDay = RowOf<typeof figureFixedDays>;

/** The first day that is not over at every site. */
async function openDay(tx: Tx, tenantId: string, now: Date): Promise<string> {
  const [row] = await tx.execute<{ day: string }>(sql`
    select to_char(min(figure_day_of(${now.toISOString()}::timestamptz, time_zone, day_start)), 'YYYY-MM-DD') as day
    from (select time_zone, day_start from figure_site where tenant_id = ${tenantId}
      union all select null, null) s`);
  return row?.day as string;
}

/**
 * A day says from now on what it says now: whatever is known is added first, what becomes known later is a correction.
 * Fixed once, it stays as it was fixed first.
 */
export async function fixDay(
  tx: Tx,
  {
    tenantId,
    day,
    user,
    now,
  }: { tenantId: string; day: string; user: { id: string; name: string }; now: Date },
): Promise<{ fixed: FixedDay; isNew: boolean }> {
  if (day >= (await openDay(tx, tenantId, now))) throw invalidField('date', 'figures:error.dayNotOver');
  // from here on nobody else changes a level or fixes a day
  await foldAll(tx);
  const scope = tenantScope(tenantId);
  const [before] = await find(tx, scope, figureFixedDays, { day });
  if (before) return { fixed: before, isNew: false };
  const [fixed] = await insert(tx, scope, figureFixedDays, {
    day,
    fixedAt: now,
    userId: user.id,
    userName: user.name,
  });
  return { fixed: fixed as FixedDay, isNew: true };
}
