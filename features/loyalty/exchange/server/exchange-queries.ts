import { and, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { ofSamePerson, playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { inChina } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdNames } from '#kit/server/hold-names.ts';
import { equals, pageRows, search, since, until } from '#kit/server/page-rows.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import { run } from '#kit/server/row-statements.ts';
import { type PlayerScope, platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import {
  find,
  insert,
  insertMany,
  type NewRowOf,
  type RowOf,
  rows,
  updateLocked,
} from '#kit/server/tables.ts';
import type { ExchangeState } from '../contract/kinds.ts';
import type { ordersCalls } from '../contract/orders.ts';
import type { ownCalls } from '../contract/own.ts';
import { exchangeLines, exchangeOrders } from '../tables.ts';

export type ExchangeRow = RowOf<typeof exchangeOrders>;
export type LineRow = RowOf<typeof exchangeLines>;
export type NewLine = Omit<LineRow, 'tenantId' | 'orderId'>;

/** DH, the second where the shops are, and five digits of a sequence. */
export async function nextNumber(tx: Tx, at: Date): Promise<string> {
  const [found] = await run(tx, `select lpad(nextval('exchange_number')::text, 5, '0')`, []);
  const moment = inChina(at).toISOString().replace(/\D/g, '').slice(2, 'yyyymmddhhmmss'.length);
  return `DH${moment}${found?.[0] as string}`;
}

export async function insertExchange(
  tx: Tx,
  tenantId: string,
  order: NewRowOf<typeof exchangeOrders>,
  lines: readonly NewLine[],
): Promise<void> {
  const scope = tenantScope(tenantId);
  await insert(tx, scope, exchangeOrders, order);
  await insertMany(
    tx,
    scope,
    exchangeLines,
    lines.map((line) => ({ ...line, orderId: order.id })),
  );
}

export const writeExchange = (
  tx: Tx,
  { tenantId, id }: Pick<ExchangeRow, 'tenantId' | 'id'>,
  values: Partial<Omit<ExchangeRow, 'tenantId' | 'id'>>,
): Promise<void> => updateLocked(tx, tenantScope(tenantId), exchangeOrders, { id }, values);

export async function lockExchange(tx: Tx, scope: Scope, id: string): Promise<ExchangeRow | undefined> {
  const [found] = await find(tx, scope, exchangeOrders, { id }, 'update');
  return found;
}

export async function findByCode(
  reader: Reader,
  scope: Scope,
  codeHash: string,
  lock?: 'update',
): Promise<ExchangeRow | undefined> {
  const [found] = await find(reader, scope, exchangeOrders, { codeHash }, lock);
  return found;
}

export async function lockOwnExchange(
  tx: Tx,
  scope: PlayerScope,
  id: string,
): Promise<ExchangeRow | undefined> {
  const [found] = await findOwn(tx, scope, exchangeOrders, { id }, 'update');
  return found;
}

export const linesOf = (
  reader: Reader,
  { tenantId, id }: Pick<ExchangeRow, 'tenantId' | 'id'>,
): Promise<LineRow[]> => find(reader, tenantScope(tenantId), exchangeLines, { orderId: id });

/** Of orders of several merchants at once. */
export const linesOfAll = async (
  reader: Reader,
  orders: readonly Pick<ExchangeRow, 'tenantId' | 'id'>[],
): Promise<LineRow[]> => {
  if (orders.length === 0) return [];
  const tenantIds = [...new Set(orders.map(({ tenantId }) => tenantId))];
  return find(reader, platformScope, exchangeLines, (line) =>
    and(
      inArray(line.tenantId, tenantIds),
      inArray(
        line.orderId,
        orders.map(({ id }) => id),
      ),
    ),
  );
};

/** Whether a code that was scanned has served already; what the counter itself took back does not count. */
export async function isServed(
  reader: Reader,
  { playerId, step }: { playerId: string; step: number },
): Promise<boolean> {
  const found = await find(reader, platformScope, exchangeOrders, { playerId, step });
  return found.some(({ state }) => state !== 'cancelled');
}

/** What has cost the player something and did not come back. */
const kept: ExchangeState[] = ['ready', 'shipped', 'done'];

/** Pieces of a good that the player has had ever, and that all players have had on a day. */
export async function countTaken(
  reader: Reader,
  { tenantId, goodId, playerId, day }: { tenantId: string; goodId: string; playerId: string; day: string },
): Promise<{ own: number; ownToday: number; today: number }> {
  const scope = tenantScope(tenantId);
  const order = rows(scope, exchangeOrders);
  const line = rows(scope, exchangeLines);
  const piecesWhere = (condition: SQL | undefined) =>
    sql`coalesce(sum(${line.pieces}) filter (where ${condition}), 0)`.mapWith(Number);
  const [found] = await reader
    .select({
      own: piecesWhere(ofSamePerson(order.playerId, playerId)),
      ownToday: piecesWhere(and(ofSamePerson(order.playerId, playerId), eq(order.day, day))),
      today: piecesWhere(eq(order.day, day)),
    })
    .from(line)
    .innerJoin(order, and(eq(order.tenantId, line.tenantId), eq(order.id, line.orderId)))
    .where(
      and(
        eq(line.goodId, goodId),
        inArray(order.state, kept),
        or(ofSamePerson(order.playerId, playerId), eq(order.day, day)),
      ),
    );
  return found ?? { own: 0, ownToday: 0, today: 0 };
}

/** Goods with limits are exchanged one after the other. */
export const holdGoods = (tx: Tx, tenantId: string, goodIds: readonly string[]): Promise<void> =>
  holdNames(
    tx,
    'exchange limit',
    goodIds.map((goodId) => [tenantId, goodId]),
  );

export function pageExchanges(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof ordersCalls.listExchanges>,
) {
  const { order, query } = selectExchanges(reader, scope);
  return pageRows(reader, input, {
    from: () => query().$dynamic(),
    of: order,
    filters: {
      number: search(order.number, order.goods),
      state: equals(order.state),
      way: equals(order.way),
      fieldId: equals(order.siteId),
      playerId: equals(order.playerId),
      from: since(order.createdAt),
      to: until(order.createdAt),
    },
    sort: { createdAt: order.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: order.id,
  });
}

/** One as lists show it. */
export async function readExchange(reader: Reader, scope: Scope, id: string) {
  const { order, query } = selectExchanges(reader, scope);
  const [found] = await query().where(eq(order.id, id));
  return found;
}
export type ListedExchange = NonNullable<Awaited<ReturnType<typeof readExchange>>>;

function selectExchanges(reader: Reader, scope: Scope) {
  const order = rows(scope, exchangeOrders);
  const site = siteView(scope);
  const player = playerView();
  const { id, createdAt, number, playerId, way, state, goods, picture, pieces } = order;
  const { points, tickets, amountFen, waitsUntil, receiver, phone, address } = order;
  const { carrier, trackingNumber, reason, orderNumber, userName, endedAt } = order;
  const query = () =>
    reader
      .select({
        ...{ id, createdAt, number, playerId, way, state, goods, picture, pieces },
        ...{ points, tickets, amountFen, waitsUntil, receiver, phone, address },
        ...{ carrier, trackingNumber, reason, orderNumber, userName, endedAt },
        playerName: sql<string | null>`${player.name}`.as('player_name'),
        fieldId: order.siteId,
        fieldName: sql<string | null>`${site.name}`.as('field_name'),
      })
      .from(order)
      .leftJoin(site, and(eq(site.tenantId, order.tenantId), eq(site.id, order.siteId)))
      .leftJoin(player, eq(player.id, order.playerId));
  return { order, query };
}

function selectOwn(reader: Reader, scope: PlayerScope) {
  const order = ownRows(scope, exchangeOrders);
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  const { id, tenantId, createdAt, number, way, state, goods, picture, points, tickets, amountFen } = order;
  const { waitsUntil, receiver, phone, address, carrier, trackingNumber, reason, endedAt } = order;
  const query = () =>
    reader
      .select({
        ...{ id, tenantId, createdAt, number, way, state, goods, picture, points, tickets, amountFen },
        ...{ waitsUntil, receiver, phone, address, carrier, trackingNumber, reason, endedAt },
        merchantName: sql<string>`${tenant.name}`.as('merchant_name'),
        fieldId: order.siteId,
        fieldName: sql<string | null>`${site.name}`.as('field_name'),
      })
      .from(order)
      .innerJoin(tenant, eq(tenant.id, order.tenantId))
      .leftJoin(site, and(eq(site.tenantId, order.tenantId), eq(site.id, order.siteId)));
  return { order, query };
}

export function pageOwnExchanges(
  reader: Reader,
  scope: PlayerScope,
  input: ParsedInputOf<typeof ownCalls.listOwnExchanges>,
) {
  const { order, query } = selectOwn(reader, scope);
  return pageRows(reader, input, {
    from: () => query().$dynamic(),
    of: order,
    filters: {},
    sort: { createdAt: order.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: order.id,
  });
}

export async function readOwn(reader: Reader, scope: PlayerScope, id: string) {
  const { order, query } = selectOwn(reader, scope);
  const [found] = await query().where(eq(order.id, id));
  return found;
}
export type OwnExchangeRow = NonNullable<Awaited<ReturnType<typeof readOwn>>>;

/** The newest of the counter, where it is of a moment ago. */
export async function latestOfCounter(reader: Reader, scope: PlayerScope, after: Date) {
  const { order, query } = selectOwn(reader, scope);
  const [found] = await query()
    .where(and(eq(order.way, 'counter'), gt(order.createdAt, after)))
    .orderBy(desc(order.createdAt))
    .limit(1);
  return found;
}
