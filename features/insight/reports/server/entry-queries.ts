import { and, eq, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { cashView } from '#features/selling/coins/server/public.ts';
import type { IncomeSource } from '#features/selling/figures/contract/measures.ts';
import { businessDays, dayOf } from '#features/selling/figures/server/public.ts';
import { incomeEntries } from '#features/selling/orders/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, matching, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { EntryKind, entryFigures, statisticsContract } from '../contract/statistics.ts';

const big = (value: unknown, name: string) => sql<number>`(${value})::bigint`.mapWith(Number).as(name);

function ofOrders(reader: Reader, scope: Scope) {
  const entry = incomeEntries(reader, scope);
  return reader
    .select({
      tenantId: sql<string>`${entry.tenantId}`.as('of_tenant'),
      id: sql<string>`${entry.id}`.as('of_entry'),
      orderNumber: sql<string | null>`${entry.orderNumber}`.as('order_number'),
      title: sql<string | null>`${entry.title}`.as('title'),
      source: sql<IncomeSource>`${entry.payWay}`.as('source'),
      kind: sql<EntryKind>`${entry.kind}`.as('kind'),
      siteId: sql<string | null>`${entry.siteId}`.as('of_site'),
      deviceId: sql<string | null>`${entry.deviceId}`.as('device_id'),
      deviceNumber: sql<number | null>`${entry.deviceNumber}`.as('device_number'),
      deviceName: sql<string | null>`${entry.deviceName}`.as('device_name'),
      deviceType: sql<DeviceType | null>`${entry.deviceType}`.as('device_type'),
      at: sql<Date>`${entry.at}`.as('at'),
      grossFen: big(entry.grossFen, 'gross_fen'),
      refundFen: big(entry.refundFen, 'refund_fen'),
      feeFen: big(entry.feeFen, 'fee_fen'),
    })
    .from(entry);
}

/** What is inside machines goes by no order: an hour of a machine is a line. */
function ofMachines(reader: Reader, scope: Scope) {
  const cash = cashView(scope);
  return reader
    .select({
      tenantId: sql<string>`${cash.tenantId}`.as('of_tenant'),
      id: sql<string>`${cash.id}`.as('of_entry'),
      orderNumber: sql<string | null>`null::text`.as('order_number'),
      title: sql<string | null>`null::text`.as('title'),
      source: sql<IncomeSource>`'machines'::text`.as('source'),
      kind: sql<EntryKind>`'cash'::text`.as('kind'),
      siteId: sql<string | null>`${cash.siteId}`.as('of_site'),
      deviceId: sql<string | null>`${cash.deviceId}`.as('device_id'),
      deviceNumber: sql<number | null>`null::integer`.as('device_number'),
      deviceName: sql<string | null>`${cash.code}`.as('device_name'),
      deviceType: sql<DeviceType | null>`${cash.deviceType}`.as('device_type'),
      at: sql<Date>`${cash.hourAt}`.as('at'),
      grossFen: big(cash.fen, 'gross_fen'),
      refundFen: big(sql`0`, 'refund_fen'),
      feeFen: big(sql`0`, 'fee_fen'),
    })
    .from(cash);
}

/** All that income is made of, line by line. */
const entriesOf = (reader: Reader, scope: Scope) =>
  unionAll(ofOrders(reader, scope), ofMachines(reader, scope)).as('entry');
type Entries = ReturnType<typeof entriesOf>;

const rulesOf = (entry: Entries) => ({
  fieldId: equals(sql`${entry.siteId}`),
  equipmentId: equals(sql`${entry.deviceId}`),
  type: equals(sql`${entry.deviceType}`),
  payWay: equals(sql`${entry.source}`),
  kind: equals(sql`${entry.kind}`),
  figure: (figure: (typeof entryFigures)[number]) =>
    figure === 'fee' ? sql`${entry.feeFen} <> 0` : sql`${entry.refundFen} <> 0`,
  ...businessDays(entry),
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
  const entry = entriesOf(reader, scope);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: entry.id,
          at: sql<Date>`${entry.at}`.mapWith((at: string | Date) => new Date(at)),
          day: sql<string>`${dayOf(entry)}::text`,
          orderNumber: entry.orderNumber,
          title: entry.title,
          kind: entry.kind,
          payWay: entry.source,
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
  const entry = entriesOf(reader, scope);
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
