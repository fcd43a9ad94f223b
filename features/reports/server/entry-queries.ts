import { and, eq, type SQL, sql } from 'drizzle-orm';
import { incomeEntries } from '#features/orders/server/public.ts';
import { siteView } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { addDays, endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, matching, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { statisticsContract } from '../contract/statistics.ts';

type Entries = ReturnType<typeof incomeEntries>;

/** The business day of a line is its site's own, as the figures have it; an index finds the moments around it. */
const dayOf = (entry: Entries) => sql`(
  select figure_day_of(${entry.at}, s.time_zone, s.day_start) from (values (1)) as one
  left join figure_site s on s.tenant_id = ${entry.tenantId} and s.site_id = ${entry.siteId})`;

const rulesOf = (entry: Entries) => ({
  fieldId: equals(entry.siteId),
  equipmentId: equals(entry.deviceId),
  type: equals(entry.deviceType),
  payWay: equals(entry.payWay),
  kind: equals(entry.kind as unknown as SQL),
  from: (day: string) =>
    sql`(${entry.at} >= ${startOfDay(addDays(day, -1)).toISOString()}::timestamptz and ${dayOf(entry)} >= ${day}::date)`,
  to: (day: string) =>
    sql`(${entry.at} < ${endOfDay(addDays(day, 2)).toISOString()}::timestamptz and ${dayOf(entry)} <= ${day}::date)`,
});

const fen = (value: unknown) => sql<number>`(${value})::bigint`.mapWith(Number);

const amounts = (entry: Entries) => ({
  grossFen: fen(entry.grossFen),
  refundFen: fen(entry.refundFen),
  feeFen: fen(entry.feeFen),
  incomeFen: fen(sql`${entry.grossFen} - ${entry.refundFen}`),
  netFen: fen(sql`${entry.grossFen} - ${entry.refundFen} - ${entry.feeFen}`),
});

export function pageEntries(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof statisticsContract.listEntries>,
) {
  const entry = incomeEntries(reader, scope);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: entry.id,
          at: sql<Date>`${entry.at}`.mapWith((at: string | Date) => new Date(at)),
          orderId: entry.orderId,
          orderNumber: entry.orderNumber,
          title: entry.title,
          kind: entry.kind,
          payWay: entry.payWay,
          fieldId: entry.siteId,
          fieldName: site.name,
          equipmentId: entry.deviceId,
          equipmentNo: entry.deviceNumber,
          equipmentName: entry.deviceName,
          ...amounts(entry),
        })
        .from(entry)
        .leftJoin(site, and(eq(site.tenantId, entry.tenantId), eq(site.id, entry.siteId)))
        .$dynamic(),
    of: entry,
    filters: rulesOf(entry),
    sort: {
      at: entry.at as unknown as SQL,
      grossFen: entry.grossFen as unknown as SQL,
      refundFen: entry.refundFen as unknown as SQL,
    },
    usual: { by: 'at', order: 'desc' },
    tie: entry.id as unknown as SQL,
  });
}

export async function sumEntries(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof statisticsContract.sumEntries>,
) {
  const entry = incomeEntries(reader, scope);
  const total = (value: unknown) => sql<number>`coalesce(sum(${value}), 0)::bigint`.mapWith(Number);
  const [found] = await reader
    .select({
      entries: sql<number>`count(*)::int`.mapWith(Number),
      grossFen: total(entry.grossFen),
      refundFen: total(entry.refundFen),
      incomeFen: total(sql`${entry.grossFen} - ${entry.refundFen}`),
      feeFen: total(entry.feeFen),
      netFen: total(sql`${entry.grossFen} - ${entry.refundFen} - ${entry.feeFen}`),
    })
    .from(entry)
    .where(matching(input, rulesOf(entry)));
  return found!;
}
