import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { bigint, integer, text, uuid } from 'drizzle-orm/pg-core';
import { type FigureWay, figureWays } from '#features/selling/figures/contract/measures.ts';
import { businessDays } from '#features/selling/figures/server/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { matching } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { instantColumn, rows, tenantSqlView } from '#kit/server/tables.ts';
import type { OrderUnit } from '../../contract/kinds.ts';
import { orders } from '../../tables.ts';
import type { Orders } from '../order-types.ts';

export type IncomeEntryKind = 'delivered' | 'refunded' | 'refused';

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** The definition: what orders brought and gave back, line by line (migration m0002). Figures are made from it too. */
const incomeEntryView = tenantSqlView(
  'income_entry',
  {
    id: uuid('entry_id').notNull(),
    kind: text('kind').$type<IncomeEntryKind>().notNull(),
    at: instantColumn('at').notNull(),
    orderId: uuid('order_id').notNull(),
    orderNumber: text('number').notNull(),
    title: text('title').notNull(),
    payWay: text('pay_way').$type<FigureWay>().notNull(),
    unit: text('unit').$type<OrderUnit>().notNull(),
    siteId: uuid('site_id'),
    deviceId: uuid('device_id'),
    deviceNumber: integer('device_number'),
    deviceName: text('device_name'),
    deviceType: text('device_type').$type<DeviceType>(),
    /** 1 where an order delivered for the first time */
    orders: integer('orders').notNull(),
    grossFen: amount('gross'),
    refundFen: amount('refund'),
    feeFen: amount('fee'),
  },
  { site: 'siteId' },
);

/** Lines of money. A refund of what was never delivered brings nothing and is none. */
const ofMoney = (entry: { unit: SQL; payWay: SQL; kind: SQL; refundFen: SQL; feeFen: SQL }) =>
  and(
    eq(entry.unit, 'fen'),
    inArray(entry.payWay, [...figureWays]),
    or(eq(entry.kind, 'delivered'), ne(entry.refundFen, 0), ne(entry.feeFen, 0)),
  );
const asSql = <T>(entry: T) => entry as unknown as Parameters<typeof ofMoney>[0];

/** All of them, to be listed and filtered: whatever sum a page shows, this says of which orders it is made. */
export function incomeEntries(reader: Reader, scope: Scope) {
  const entry = rows(scope, incomeEntryView);
  return reader
    .select()
    .from(entry)
    .where(ofMoney(asSql(entry)))
    .as('entry');
}

const total = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)::bigint`.mapWith(Number);

/** Income of some days by pay way, of orders that figures do not tell apart: a player's, those of a kind or state. */
export function sumEntriesOf(
  reader: Reader,
  scope: Scope,
  days: { from: string; to: string },
  where: (order: Orders) => SQL | undefined,
) {
  const entry = rows(scope, incomeEntryView);
  const order = rows(scope, orders);
  return reader
    .select({
      source: entry.payWay,
      orders: total(entry.orders),
      grossFen: total(entry.grossFen),
      refundFen: total(entry.refundFen),
      feeFen: total(entry.feeFen),
    })
    .from(entry)
    .innerJoin(order, and(eq(order.tenantId, entry.tenantId), eq(order.id, entry.orderId)))
    .where(and(ofMoney(asSql(entry)), matching(days, businessDays(entry)), where(order)))
    .groupBy(entry.payWay);
}
