import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { findPlayersByPhone } from '#features/base/players/server/public.ts';
import { dayOf, onlinePayWays } from '#features/selling/figures/server/public.ts';
import { maxCounted } from '#kit/contract/max-counted.ts';
import { addDays, endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, equals, matching, oneOf, type Rules } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { FaultState } from '../../contract/kinds.ts';
import type { OrderFilters } from '../../contract/lists.ts';
import { orders } from '../../tables.ts';
import type { OrderRow, Orders } from '../order-types.ts';

/** The business day on which it was ordered, by the clock of its site. */
const orderedOn = ({ createdAt, tenantId, siteId }: Orders) => dayOf({ at: createdAt, tenantId, siteId });

/** Ids grow with time, so moments are ranges of ids, and the key of the table finds them. */
export function lowestIdOf(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Digits only, and ':' follows '9': a range that the index knows, whatever the planner thinks of patterns. */
const beginsWith = (order: Orders, digits: string): SQL =>
  sql`(${order.number} ~>=~ ${digits} and ${order.number} ~<~ ${`${digits}:`})`;

export interface ListRequest extends OrderFilters {
  current: number;
  size: number;
  after?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export interface Narrowed {
  deviceOnly?: boolean;
  cabinetOnly?: boolean;
  faultState?: FaultState;
}

/** What each filter means; players by their phone are looked up before. */
const rulesFor = (order: Orders): Rules<OrderFilters & Narrowed> => ({
  fieldId: equals(order.siteId),
  equipmentId: equals(order.deviceId),
  kind: equals(order.kind),
  state: equals(order.state),
  payWay: equals(order.payWay),
  online: (only) => (only ? oneOf(order.payWay)(onlinePayWays) : undefined),
  unit: equals(order.unit),
  orderNumber: (digits) => beginsWith(order, digits),
  playerId: equals(order.playerId),
  userId: equals(order.userId),
  phone: elsewhere,
  // the key finds what is around the days, the clocks of the sites choose among it
  from: (day) =>
    and(
      gte(order.id, lowestIdOf(startOfDay(addDays(day, -1)))),
      sql`${orderedOn(order)} >= ${day}::date`,
    ) as SQL,
  to: (day) =>
    and(lt(order.id, lowestIdOf(endOfDay(addDays(day, 2)))), sql`${orderedOn(order)} <= ${day}::date`) as SQL,
  deviceOnly: (only) => (only ? isNotNull(order.deviceId) : undefined),
  cabinetOnly: (only) => (only ? eq(order.deviceType, 'cabinet') : undefined),
  faultState: equals(order.faultState),
});

async function playersAsked(reader: Reader, { phone }: OrderFilters): Promise<string[] | undefined> {
  return phone ? (await findPlayersByPhone(reader, phone)).map(({ id }) => id) : undefined;
}

async function conditionOf(
  reader: Reader,
  order: Orders,
  filter: OrderFilters,
  narrowed: Narrowed = {},
): Promise<SQL | undefined> {
  const players = await playersAsked(reader, filter);
  return and(
    isNull(order.hiddenAt),
    players && oneOf(order.playerId)(players),
    matching({ ...filter, ...narrowed }, rulesFor(order)),
  );
}

export interface OrderPage {
  rows: OrderRow[];
  total: number;
  size: number;
  current: number;
  pages: number;
  /** read on after this one, at the same speed however far back */
  next: string | null;
}

/**
 * Newest first. Numbers of pages reach as far as is counted; beyond, lists read on after the last id. Not from
 * `pageDeep`: its number is the id of the order alone, so the key of the table answers without a look at another row.
 */
export async function pageOrders(
  reader: Reader,
  scope: Scope,
  request: ListRequest,
  narrowed: Narrowed = {},
): Promise<OrderPage> {
  const order = rows(scope, orders);
  const condition = await conditionOf(reader, order, request, narrowed);
  const offset = request.after ? 0 : Math.min((request.current - 1) * request.size, maxCounted);
  const counted = reader
    .select({ id: order.id })
    .from(order)
    .where(condition)
    .limit(maxCounted)
    .as('counted');
  const [found, total] = await Promise.all([
    reader
      .select()
      .from(order)
      .where(and(condition, request.after ? lt(order.id, request.after) : undefined))
      .orderBy(desc(order.id))
      .limit(request.size + 1)
      .offset(offset),
    reader.$count(counted),
  ]);
  const shown = found.slice(0, request.size);
  return {
    rows: shown,
    total,
    size: request.size,
    current: request.current,
    pages: Math.ceil(total / request.size),
    next: found.length > request.size ? (shown.at(-1)?.id ?? null) : null,
  };
}

const usualDays = 30;

/** Without days it is the last thirty: a chart of everything is read by nobody. */
export function usualRange(filter: Pick<OrderFilters, 'from' | 'to'>, today: string) {
  const to = filter.to ?? today;
  return { from: filter.from ?? addDays(to, 1 - usualDays), to };
}

/** What the orders of a list were paid, whatever for. */
export async function sumPaid(reader: Reader, scope: Scope, filter: OrderFilters) {
  const order = rows(scope, orders);
  const condition = await conditionOf(reader, order, filter);
  const [found] = await reader
    .select({
      orders: sql<number>`count(*)::int`.mapWith(Number),
      amountFen: sql<number>`coalesce(sum(${order.paidAmount}), 0)::bigint`.mapWith(Number),
    })
    .from(order)
    .where(and(condition, eq(order.unit, 'fen'), sql`${order.paidAmount} > 0`));
  return found!;
}

/** What figures tell apart. */
const figureFilters = ['from', 'to', 'fieldId', 'equipmentId', 'payWay', 'online', 'unit'] as const;

/** Whether figures can answer for the orders of a list, or its orders have to be added up one by one. */
export const areFigures = (filter: OrderFilters): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === undefined || (figureFilters as readonly string[]).includes(name),
  );

/** What a list asks for beside its days: income counts by its own days, and hidden orders too. */
export async function besideDays(
  reader: Reader,
  { from: _from, to: _to, ...filter }: OrderFilters,
): Promise<(order: Orders) => SQL | undefined> {
  const players = await playersAsked(reader, filter);
  return (order) => and(players && oneOf(order.playerId)(players), matching(filter, rulesFor(order)));
}
