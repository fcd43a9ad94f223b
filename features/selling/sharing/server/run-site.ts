import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { listSettled, placeOf, type SettledPlace } from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, rows, update } from '#kit/server/tables.ts';
import { sharingChanged } from '../contract/shared.ts';
import { isDayCost } from '../rules/calculate.ts';
import { type Period, periodsFrom } from '../rules/periods.ts';
import { shareLines, shareRules, shareRuns } from '../tables.ts';
import { payLines } from './pay-lines.ts';
import { recheckOrders } from './recheck-orders.ts';
import { shareOrdersOf } from './share-orders.ts';
import { findRule, findVersions, type RuleRow, type RunRow, type VersionRow } from './share-queries.ts';

/** Orders settled in the last moments of a day may still be on their way into the database. */
const graceMs = 15 * minuteMs;
const batchSize = 100;
const laterPageSize = 1000;

interface Passed {
  orders: number;
  paidFen: number;
}

export interface RunResult extends Passed {
  /** of the site, also of earlier runs */
  failedLines: number;
}

/** One for these days of this site under this version, no matter who asks and how often. */
export async function openRun(tx: Tx, rule: RuleRow, period: Period<VersionRow>): Promise<RunRow> {
  await tx.execute(sql`
    insert into share_run (tenant_id, id, site_id, version_id, from_day, to_day, state)
    values (${rule.tenantId}, ${newId()}, ${rule.siteId}, ${period.version.id}, ${period.from}, ${period.to}, 'open')
    on conflict (tenant_id, site_id, version_id, from_day) do nothing`);
  const these = { siteId: rule.siteId, versionId: period.version.id, fromDay: period.from };
  // Nobody removes a run, so its key may be looked up meanwhile: a transaction that changes a shared order twice does so (the
  // foreign key of a new row) while it holds the name of the order, which this run may want next.
  const [found] = await find(tx, tenantScope(rule.tenantId), shareRuns, these, 'no key update');
  if (!found) throw new Error(`no run of ${rule.siteId} from ${period.from}`);
  if (found.state === 'finished' || found.toDay === period.to) return found;
  // the schedule was changed while the period was open
  const [changed] = await changeRun(tx, found, { toDay: period.to });
  return changed as RunRow;
}

const changeRun = (tx: Tx, run: RunRow, set: Partial<RunRow>) =>
  update(tx, tenantScope(run.tenantId), shareRuns, (columns) => eq(columns.id, run.id), set);

/** From where a pass looks: an open day is looked at every minute, and then only at what is new. */
const scanFrom = (run: RunRow, closed: boolean): Date => {
  const start = startOfDay(run.fromDay);
  if (closed || run.scannedTo === null) return start;
  return new Date(Math.max(start.getTime(), run.scannedTo.getTime() - graceMs));
};

/** The orders that the next batches will share. */
async function idsAfter(
  tx: Tx,
  scope: Scope,
  wanted: Omit<Parameters<typeof listSettled>[2], 'limit' | 'after'>,
  last: SettledPlace,
): Promise<string[]> {
  const ids: string[] = [];
  for (let after = last; ; ) {
    const page = await listSettled(tx, scope, { ...wanted, after, limit: laterPageSize });
    ids.push(...page.map(({ id }) => id));
    const end = page.at(-1);
    if (!end || page.length < laterPageSize) return ids;
    after = placeOf(end);
  }
}

async function passOver(
  services: Services,
  rule: RuleRow,
  period: Period<VersionRow>,
  closed: boolean,
): Promise<Passed> {
  const { db, clock } = services;
  const scope = tenantScope(rule.tenantId);
  const result: Passed = { orders: 0, paidFen: 0 };
  const startedAt = clock.now();
  let after: SettledPlace | undefined;
  for (;;) {
    const last = await db.transaction(async (tx) => {
      // holding the run, two passes at once take turns batch by batch
      const run = await openRun(tx, rule, period);
      if (run.state === 'finished') return undefined;
      const wanted = {
        siteId: rule.siteId,
        settledFrom: scanFrom(run, closed),
        settledTo: startOfDay(run.toDay),
      };
      const settled = await listSettled(tx, scope, {
        ...wanted,
        limit: batchSize,
        ...(after ? { after } : {}),
      });
      const end = settled.at(-1);
      const ids = settled.map(({ id }) => id);
      const isLast = settled.length < batchSize;
      const needsDays = end && !isLast && period.version.costs.some(isDayCost);
      const laterIds = needsDays ? await idsAfter(tx, scope, wanted, placeOf(end)) : [];
      const batch = await shareOrdersOf(tx, services, run, period.version, ids, laterIds);
      result.orders += batch.orders;
      result.paidFen += batch.paidFen;
      if (isLast) {
        await changeRun(tx, run, {
          scannedTo: startedAt,
          ...(closed ? { state: 'finished' as const, endedAt: clock.now() } : {}),
        });
        if (closed) await markDone(tx, rule, period.to);
      }
      if (batch.orders > 0 || closed) await emit(tx, tenantTopic(rule.tenantId), sharingChanged);
      return isLast || !end ? undefined : placeOf(end);
    });
    if (last === undefined) return result;
    after = last;
  }
}

const markDone = (tx: Tx, rule: RuleRow, day: string) =>
  update(tx, tenantScope(rule.tenantId), shareRules, (columns) => eq(columns.siteId, rule.siteId), {
    doneUntil: sql`greatest(done_until, ${day}::date)` as never,
  });

/** Lines of a site that wait for money, for WeChat or for somebody's decision. */
export async function payOpenLines(
  services: Services,
  site: { tenantId: string; siteId: string },
  states: readonly ('due' | 'failed')[],
): Promise<Passed> {
  const result: Passed = { orders: 0, paidFen: 0 };
  let afterId: string | undefined;
  for (;;) {
    const last = await services.db.transaction(async (tx) => {
      const line = rows(tenantScope(site.tenantId), shareLines);
      const open = await tx
        .select({ id: line.id })
        .from(line)
        .where(
          and(
            eq(line.siteId, site.siteId),
            inArray(line.state, [...states]),
            afterId ? gt(line.id, afterId) : undefined,
          ),
        )
        .orderBy(asc(line.id))
        .limit(batchSize);
      const paid = await payLines(
        tx,
        services,
        site.tenantId,
        open.map(({ id }) => id),
      );
      result.paidFen += paid.paidFen;
      return open.length < batchSize ? undefined : open.at(-1)?.id;
    });
    if (last === undefined) return result;
    afterId = last;
  }
}

const isClosed = (period: Period<VersionRow>, now: Date) =>
  now.getTime() >= startOfDay(period.to).getTime() + graceMs;

/** Whether there is anything to do for a site: after each order always, else when a period is over. */
export function isDue(rule: RuleRow, versions: readonly VersionRow[], now: Date): boolean {
  const [period] = periodsFrom(versions, rule.schedule, rule.doneUntil, businessDay(now));
  return period !== undefined && (rule.schedule === 'order' || isClosed(period, now));
}

async function countFailed(reader: Reader, site: { tenantId: string; siteId: string }): Promise<number> {
  const line = rows(tenantScope(site.tenantId), shareLines);
  const [found] = await reader
    .select({ lines: count() })
    .from(line)
    .where(and(eq(line.siteId, site.siteId), eq(line.state, 'failed')));
  return found?.lines ?? 0;
}

/**
 * Shares what a site has earned: every period that is over, and with `open` the one under way too. Runs that were cut
 * off go on where they stopped; what failed before is tried again when a period ends, or at once with `retry`.
 */
export async function runSite(
  services: Services,
  site: { tenantId: string; siteId: string },
  options: { open: boolean; retry: boolean },
): Promise<RunResult> {
  const { db, clock } = services;
  const scope = tenantScope(site.tenantId);
  const total: Passed = { orders: 0, paidFen: 0 };
  const add = (part: Passed) => {
    total.orders += part.orders;
    total.paidFen += part.paidFen;
  };
  const rule = await findRule(db.read, scope, site.siteId);
  if (!rule) return { ...total, failedLines: 0 };
  await recheckOrders(services, site);
  const versions = (await findVersions(db.read, scope, [site.siteId])).get(site.siteId) ?? [];
  const now = clock.now();
  let finished = false;
  // before new shares: who waited longest is paid first
  add(await payOpenLines(services, site, ['due']));
  for (const period of periodsFrom(versions, rule.schedule, rule.doneUntil, businessDay(now))) {
    const closed = isClosed(period, now);
    if (!closed && !options.open) break;
    add(await passOver(services, rule, period, closed));
    finished ||= closed;
  }
  if (finished || options.retry) add(await payOpenLines(services, site, ['failed']));
  return { ...total, failedLines: await countFailed(db.read, site) };
}
