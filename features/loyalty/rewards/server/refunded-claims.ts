import { and, eq, gte, ne, sql } from 'drizzle-orm';
import { siteHours } from '#features/base/sites/server/public.ts';
import { buyerView } from '#features/selling/orders/server/public.ts';
import { siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { firstDay, missingOf, nextFirstDay, periodKey } from '../rules/task-rules.ts';
import { rewardClaims } from '../tables.ts';
import type { Doer, TaskRow } from './task-doer.ts';

/** A refund that comes later than this changes nothing any more. */
const lookBackDays = 90;

interface Span {
  place: number;
  site: string;
  start: string;
  stop: string;
}

/** Earlier claims of the task, the oldest first, with when and where their money was counted. */
async function earlierClaims(reader: Reader, task: TaskRow, { playerId, site, now }: Doer) {
  const today = siteDay(site, now);
  const claims = await find(reader, tenantScope(task.tenantId), rewardClaims, (claim) =>
    and(
      eq(claim.taskId, task.id),
      eq(claim.playerId, playerId),
      gte(claim.day, addDays(today, -lookBackDays)),
      ne(claim.periodKey, periodKey(task.period, today)),
    ),
  );
  const sites = await siteHours(reader, platformScope, [...new Set(claims.map(({ siteId }) => siteId))]);
  const inOrder = claims.sort((one, other) => (one.day < other.day ? -1 : 1));
  return inOrder.flatMap(({ goal, day, siteId }, place): { goal: number; span: Span }[] => {
    const clock = sites.get(siteId);
    const first = firstDay(task.period, day);
    const next = nextFirstDay(task.period, day);
    if (!clock || !first || !next) return [];
    const begins = startOfSiteDay(clock, first);
    const start = (begins > task.createdAt ? begins : task.createdAt).toISOString();
    return [{ goal, span: { place, site: siteId, start, stop: startOfSiteDay(clock, next).toISOString() } }];
  });
}

/**
 * Fen that refunds took from periods of a "spend" task after they were claimed. What was claimed stays; the next claim
 * makes up for it first.
 */
export async function missingFen(reader: Reader, task: TaskRow, doer: Doer): Promise<number> {
  if (task.kind !== 'spend' || task.period === 'once') return 0;
  const claims = await earlierClaims(reader, task, doer);
  const [first] = claims.map(({ span }) => span.start).sort();
  if (!first) return 0;
  const bought = buyerView(tenantScope(task.tenantId), new Date(first));
  const spans = sql`json_to_recordset(${JSON.stringify(claims.map(({ span }) => span))}::json)
    as span (place int, site uuid, start timestamptz, stop timestamptz)`;
  const paid = await reader
    .select({
      place: sql`span.place`.mapWith(Number),
      fen: sql`sum(${bought.paidFen})`.mapWith(Number),
    })
    .from(bought)
    .innerJoin(
      spans,
      sql`${bought.siteId} = span.site and ${bought.at} >= span.start and ${bought.at} < span.stop`,
    )
    .where(eq(bought.playerId, doer.playerId))
    .groupBy(sql`span.place`);
  const fenOf = new Map(paid.map(({ place, fen }) => [place, fen]));
  return missingOf(claims.map(({ goal, span }) => ({ goal, reached: fenOf.get(span.place) ?? 0 })));
}
