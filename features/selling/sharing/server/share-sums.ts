import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { orderPlaceView } from '#features/selling/orders/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { validities } from '../rules/periods.ts';
import { shareLines, shareOrders, shareReceivers, shareVersions } from '../tables.ts';

export interface ShareFilter {
  /** business days of the orders, both included */
  from: string;
  to: string;
  siteIds?: readonly string[];
  deviceIds?: readonly string[];
  types?: readonly DeviceType[];
}

const fen = (value: unknown) => sql<number>`coalesce(sum(${value}), 0)::bigint`.mapWith(Number);

/** What others have in the orders of some days, as it stands after refunds, by what is asked for (`''`: all together). */
export async function sumShares(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds, deviceIds, types }: ShareFilter,
  by: 'all' | 'merchant' | 'site' | 'device' | 'type' | 'day' | 'month',
): Promise<Map<string, number>> {
  const line = rows(scope, shareLines);
  const place = orderPlaceView(scope);
  const keys: Record<typeof by, SQL> = {
    all: sql`''`,
    merchant: sql`${line.tenantId}`,
    site: sql`${line.siteId}::text`,
    device: sql`${place.deviceId}::text`,
    type: sql`${place.deviceType}`,
    day: sql`to_char(${line.day}, 'YYYY-MM-DD')`,
    month: sql`to_char(${line.day}, 'YYYY-MM')`,
  };
  const wanted = and(
    gte(line.day, from),
    lte(line.day, to),
    siteIds && inArray(line.siteId, [...siteIds]),
    deviceIds && inArray(place.deviceId, [...deviceIds]),
    types && inArray(place.deviceType, [...types]),
  );
  const key = sql<string | null>`${keys[by]}`.as('key');
  const selected = reader
    .select({ key, dueFen: fen(line.dueFen) })
    .from(line)
    .$dynamic();
  const ofMachines = by === 'device' || by === 'type' || deviceIds || types;
  const found = await (ofMachines
    ? selected.innerJoin(place, and(eq(place.tenantId, line.tenantId), eq(place.id, line.orderId)))
    : selected
  )
    .where(wanted)
    .groupBy(sql`1`);
  return new Map(found.map(({ key: name, dueFen }) => [name ?? '', dueFen]));
}

/** The lines that `sumShares` adds up, with whom, of which order and where it was bought. */
export function shareLineView(scope: Scope) {
  const line = rows(scope, shareLines);
  const order = rows(scope, shareOrders);
  const receiver = rows(scope, shareReceivers);
  const place = orderPlaceView(scope);
  return new QueryBuilder()
    .select({
      ...pick(line, 'tenantId', 'id', 'siteId', 'day', 'createdAt', 'dueFen'),
      orderNumber: sql<string | null>`${order.number}`.as('order_number'),
      receiverName: sql<string>`${receiver.name}`.as('receiver_name'),
      deviceId: place.deviceId,
      deviceType: place.deviceType,
    })
    .from(line)
    .innerJoin(receiver, and(eq(receiver.tenantId, line.tenantId), eq(receiver.id, line.receiverId)))
    .leftJoin(order, and(eq(order.tenantId, line.tenantId), eq(order.orderId, line.orderId)))
    .leftJoin(place, and(eq(place.tenantId, line.tenantId), eq(place.id, line.orderId)))
    .as('shared');
}

/** What each receiver has in the orders of some days at each site, and what of it is paid. */
export async function listPayables(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds }: Pick<ShareFilter, 'from' | 'to' | 'siteIds'>,
) {
  const line = rows(scope, shareLines);
  const receiver = rows(scope, shareReceivers);
  return reader
    .select({
      siteId: line.siteId,
      receiverId: line.receiverId,
      receiverName: receiver.name,
      kind: receiver.kind,
      dueFen: fen(line.dueFen),
      paidFen: fen(line.paidFen),
    })
    .from(line)
    .innerJoin(receiver, and(eq(receiver.tenantId, line.tenantId), eq(receiver.id, line.receiverId)))
    .where(and(gte(line.day, from), lte(line.day, to), siteIds && inArray(line.siteId, [...siteIds])))
    .groupBy(line.siteId, line.receiverId, receiver.name, receiver.kind)
    .orderBy(line.siteId, receiver.name, line.receiverId);
}

/** What a site costs by the day (rent, as its sharing rules say), over some days; sites without are absent. */
export async function sumRents(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds }: Pick<ShareFilter, 'from' | 'to' | 'siteIds'>,
): Promise<Map<string, number>> {
  const version = rows(scope, shareVersions);
  const found = await reader
    .select()
    .from(version)
    .where(
      and(
        isNull(version.withdrawnAt),
        lte(version.effectiveFrom, to),
        siteIds && inArray(version.siteId, [...siteIds]),
      ),
    );
  const rents = new Map<string, number>();
  for (const [siteId, versions] of Map.groupBy(found, (row) => row.siteId)) {
    let rentFen = 0;
    for (const { version: held, from: first, to: next } of validities(versions)) {
      if (held.ends) continue;
      const aDayFen = held.costs.reduce(
        (sum, { kind, amountFen }) => sum + (kind === 'perDay' ? (amountFen ?? 0) : 0),
        0,
      );
      for (
        let day = first > from ? first : from;
        day <= to && (next === null || day < next);
        day = addDays(day, 1)
      )
        rentFen += aDayFen;
    }
    if (rentFen > 0) rents.set(siteId, rentFen);
  }
  return rents;
}
