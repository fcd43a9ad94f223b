import { and, eq, type SQL, sql } from 'drizzle-orm';
import { counterHourView, deviceView } from '#features/machines/devices/server/public.ts';
import { giftView, wonView } from '#features/machines/gifts/server/public.ts';
import { businessDays, dayOf } from '#features/selling/figures/server/public.ts';
import { shareLineView } from '#features/selling/sharing/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, equals, matching, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import type { RecordFigure, recordsContract } from '../contract/records.ts';

const big = (value: unknown) => sql<number>`(${value})::bigint`.mapWith(Number).as('amount');
const none = (name: string) => sql<string | null>`null::text`.as(name);

const counters = { plays: 'plays', wins: 'prizesOut', coinsIn: 'coinsIn', coinsOut: 'coinsOut' } as const;

/** What a counter grew by: an hour of a machine is a record. */
function counted(reader: Reader, scope: Scope, counter: string) {
  const hour = counterHourView(scope);
  return reader
    .select({
      tenantId: sql<string>`${hour.tenantId}`.as('tenant_id'),
      id: sql<string>`concat_ws(' ', ${hour.deviceId}, ${hour.siteId}, ${hour.hourAt})`.as('id'),
      siteId: sql<string | null>`${hour.siteId}`.as('site_id'),
      deviceId: sql<string | null>`${hour.deviceId}`.as('device_id'),
      deviceType: sql<DeviceType | null>`${hour.deviceType}`.as('device_type'),
      at: sql<Date>`${hour.hourAt}`.as('at'),
      what: none('what'),
      orderNumber: none('order_number'),
      amount: big(hour.amount),
    })
    .from(hour)
    .where(and(eq(hour.counter, counter), sql`${hour.amount} <> 0`))
    .as('record');
}

/** What sort of machine something is, also one that stands elsewhere by now. */
const typesOf = (scope: Scope) => deviceView(scope.kind === 'tenant' ? tenantScope(scope.tenantId) : scope);

/** Prizes that were won, one movement of the gifts' books each. */
function prizes(reader: Reader, scope: Scope) {
  const won = wonView(scope);
  const gift = giftView(scope);
  const machine = typesOf(scope);
  return reader
    .select({
      tenantId: sql<string>`${won.tenantId}`.as('tenant_id'),
      id: sql<string>`${won.id}::text`.as('id'),
      siteId: sql<string | null>`${won.siteId}`.as('site_id'),
      deviceId: sql<string | null>`${won.deviceId}`.as('device_id'),
      deviceType: sql<DeviceType | null>`${machine.type}`.as('device_type'),
      at: sql<Date>`${won.createdAt}`.as('at'),
      what: sql<string | null>`${gift.name}`.as('what'),
      orderNumber: none('order_number'),
      amount: big(won.fen),
    })
    .from(won)
    .leftJoin(gift, and(eq(gift.tenantId, won.tenantId), eq(gift.id, won.giftId)))
    .leftJoin(machine, and(eq(machine.tenantId, won.tenantId), eq(machine.id, won.deviceId)))
    .where(sql`${won.fen} <> 0`)
    .as('record');
}

/** The part of one receiver in one order, as it stands after refunds. */
function shares(reader: Reader, scope: Scope) {
  const line = shareLineView(scope);
  return reader
    .select({
      tenantId: sql<string>`${line.tenantId}`.as('tenant_id'),
      id: sql<string>`${line.id}::text`.as('id'),
      siteId: sql<string | null>`${line.siteId}`.as('site_id'),
      deviceId: sql<string | null>`${line.deviceId}`.as('device_id'),
      deviceType: sql<DeviceType | null>`${line.deviceType}`.as('device_type'),
      at: sql<Date>`${line.settledAt}`.as('at'),
      what: sql<string | null>`${line.receiverName}`.as('what'),
      orderNumber: sql<string | null>`${line.orderNumber}`.as('order_number'),
      amount: big(line.dueFen),
    })
    .from(line)
    .where(sql`${line.dueFen} <> 0`)
    .as('record');
}

/** The records of a figure, on which day each counts, and how days are asked for. */
function recordsOf(reader: Reader, scope: Scope, figure: RecordFigure) {
  const record =
    figure === 'shares'
      ? shares(reader, scope)
      : figure === 'giftCost'
        ? prizes(reader, scope)
        : counted(reader, scope, counters[figure]);
  return { record, day: dayOf(record), days: businessDays(record) };
}

type Asked = ParsedInputOf<typeof recordsContract.sumRecords>;

function rulesOf({ record, days }: ReturnType<typeof recordsOf>) {
  return {
    fieldId: equals(sql`${record.siteId}`),
    equipmentId: equals(sql`${record.deviceId}`),
    type: equals(sql`${record.deviceType}`),
    figure: elsewhere,
    ...days,
  };
}

export function pageRecords(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof recordsContract.listRecords>,
) {
  const found = recordsOf(reader, scope, input.figure);
  const { record, day } = found;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: record.id,
          day: sql<string>`to_char(${day}::date, 'YYYY-MM-DD')`,
          at: sql<Date>`${record.at}`.mapWith((at: string | Date) => new Date(at)),
          siteId: record.siteId,
          deviceId: record.deviceId,
          what: record.what,
          orderNumber: record.orderNumber,
          amount: record.amount,
        })
        .from(record)
        .$dynamic(),
    filters: rulesOf(found),
    sort: { at: record.at as unknown as SQL, amount: record.amount as unknown as SQL },
    usual: { by: 'at', order: 'desc' },
    tie: record.id as unknown as SQL,
  });
}

export async function sumRecords(reader: Reader, scope: Scope, input: Asked) {
  const found = recordsOf(reader, scope, input.figure);
  const { record } = found;
  const [sum] = await reader
    .select({
      records: sql<number>`count(*)::int`.mapWith(Number),
      amount: sql<number>`coalesce(sum(${record.amount}), 0)::bigint`.mapWith(Number),
    })
    .from(record)
    .where(matching(input, rulesOf(found)));
  return sum!;
}
