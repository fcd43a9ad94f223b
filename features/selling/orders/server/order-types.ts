import type { TenantTable } from '#kit/server/tables.ts';
import type { orderEvents, orderRefunds, orders } from '../tables.ts';

export type Orders = typeof orders extends TenantTable<infer T> ? T : never;
export type OrderRow = Orders['$inferSelect'];
export type Refunds = typeof orderRefunds extends TenantTable<infer T> ? T : never;
export type RefundRow = Refunds['$inferSelect'];
export type Events = typeof orderEvents extends TenantTable<infer T> ? T : never;
export type EventRow = Events['$inferSelect'];

/** An order as other features see it. Amounts are in `unit`; `fulfilledAmount` is gross and not lowered by refunds. */
export type OrderView = Omit<OrderRow, 'requestId' | 'requestHash' | 'hiddenAt'>;

/** By which payments, transfers and commands are found to belong to an order. */
export const subjectKind = 'order';
