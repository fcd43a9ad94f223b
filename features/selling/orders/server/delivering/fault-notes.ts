import { and, desc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { orderEvents } from '../../tables.ts';

/** What the person wrote who last decided about each order. */
export async function readFaultNotes(
  reader: Reader,
  scope: Scope,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const event = rows(scope, orderEvents);
  const note = sql<string>`${event.data} ->> 'reason'`;
  const found = await reader
    .selectDistinctOn([event.orderId], { orderId: event.orderId, note, userName: event.userName })
    .from(event)
    .where(and(inArray(event.orderId, [...orderIds]), isNotNull(event.userName), sql`${note} is not null`))
    .orderBy(event.orderId, desc(event.place));
  return new Map(found.map((row) => [row.orderId, `${row.userName}: ${row.note}`]));
}
