import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { inChina } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
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
import type { staffCalls } from '../contract/staff.ts';
import { handoverLines, handovers } from '../tables.ts';

export type HandoverRow = RowOf<typeof handovers>;
export type HandoverLine = RowOf<typeof handoverLines>;
export type NewLine = Omit<HandoverLine, 'tenantId' | 'handoverId' | 'place'>;

/** DH, the second where the shops are, and five digits of a sequence. */
export async function nextNumber(tx: Tx, at: Date): Promise<string> {
  const [found] = await run(tx, `select lpad(nextval('exchange_number')::text, 5, '0')`, []);
  const moment = inChina(at).toISOString().replace(/\D/g, '').slice(2, 'yyyymmddhhmmss'.length);
  return `DH${moment}${found?.[0] as string}`;
}

export async function insertHandover(
  tx: Tx,
  { tenantId, ...row }: NewRowOf<typeof handovers> & { tenantId: string },
  lines: readonly NewLine[],
): Promise<void> {
  const scope = tenantScope(tenantId);
  await insert(tx, scope, handovers, row);
  await insertMany(
    tx,
    scope,
    handoverLines,
    lines.map((line, place) => ({ ...line, place, handoverId: row.id })),
  );
}

type Key = Pick<HandoverRow, 'tenantId' | 'id'>;

export const writeHandover = (
  tx: Tx,
  { tenantId, id }: Key,
  values: Partial<Omit<HandoverRow, 'tenantId' | 'id'>>,
): Promise<void> => updateLocked(tx, tenantScope(tenantId), handovers, { id }, values);

export async function lockHandover(tx: Tx, scope: Scope, id: string): Promise<HandoverRow | undefined> {
  const [found] = await find(tx, scope, handovers, { id }, 'update');
  return found;
}

/** The goods that an order of the core paid for. */
export async function lockByOrder(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<HandoverRow> {
  const [found] = await find(tx, tenantScope(tenantId), handovers, { orderId: id }, 'update');
  if (!found) throw new Error(`order ${id} is of no goods`);
  return found;
}

export async function findByCode(
  reader: Reader,
  scope: Scope,
  codeHashes: readonly string[],
  lock?: 'update',
): Promise<HandoverRow | undefined> {
  if (codeHashes.length === 0) return undefined;
  const [found] = await find(
    reader,
    scope,
    handovers,
    ({ codeHash }) => inArray(codeHash, [...codeHashes]),
    lock,
  );
  return found;
}

export async function findOwnHandover(
  reader: Reader,
  scope: PlayerScope,
  id: string,
  lock?: 'update',
): Promise<HandoverRow | undefined> {
  const [found] = await findOwn(reader, scope, handovers, { id }, lock);
  return found;
}

/** In the order in which they were wanted. */
export const linesOf = async (reader: Reader, { tenantId, id }: Key): Promise<HandoverLine[]> =>
  (await find(reader, tenantScope(tenantId), handoverLines, { handoverId: id })).toSorted(
    (a, b) => a.place - b.place,
  );

/** Of goods of several merchants at once. */
export const linesOfAll = async (reader: Reader, those: readonly Key[]): Promise<HandoverLine[]> => {
  if (those.length === 0) return [];
  const tenantIds = [...new Set(those.map(({ tenantId }) => tenantId))];
  const ids = those.map(({ id }) => id);
  return find(reader, platformScope, handoverLines, (line) =>
    and(inArray(line.tenantId, tenantIds), inArray(line.handoverId, ids)),
  );
};

/** Whether a code that was scanned has served already; what the counter itself took back does not count. */
export async function isServed(
  reader: Reader,
  { playerId, step }: { playerId: string; step: number },
): Promise<boolean> {
  const found = await find(reader, platformScope, handovers, { playerId, step });
  return found.some(({ state }) => state !== 'cancelled');
}

export function pageHandovers(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof staffCalls.listHandovers>,
) {
  const { row, query } = selectHandovers(reader, scope);
  return pageRows(reader, input, {
    from: () => query(),
    of: row,
    // what nobody has paid, and nobody ever paid, is nothing that staff have to do with
    where: or(eq(row.kind, 'exchange'), isNotNull(row.paidAt)),
    filters: {
      number: search(row.number, row.goods),
      kind: equals(row.kind),
      state: equals(row.state),
      way: equals(row.way),
      fieldId: equals(row.siteId),
      playerId: equals(row.playerId),
      from: since(row.createdAt),
      to: until(row.createdAt),
    },
    sort: { createdAt: row.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
  });
}

/** One as lists show it. */
export async function readHandover(reader: Reader, scope: Scope, id: string) {
  const { row, query } = selectHandovers(reader, scope);
  const [found] = await query().where(eq(row.id, id));
  return found;
}
export type ListedHandover = NonNullable<Awaited<ReturnType<typeof readHandover>>>;

function selectHandovers(reader: Reader, scope: Scope) {
  const row = rows(scope, handovers);
  const site = siteView(scope);
  const player = playerView();
  const { id, createdAt, number, kind, playerId, way, state, goods, picture, pieces } = row;
  const { points, tickets, amountFen, waitsUntil, receiver, phone, address } = row;
  const { carrier, trackingNumber, reason, orderNumber, userName, paidAt, handedAt, endedAt } = row;
  const query = () =>
    reader
      .select({
        ...{ id, createdAt, number, kind, playerId, way, state, goods, picture, pieces },
        ...{ points, tickets, amountFen, waitsUntil, receiver, phone, address },
        ...{ carrier, trackingNumber, reason, orderNumber, userName, paidAt, handedAt, endedAt },
        playerName: sql<string | null>`${player.name}`.as('player_name'),
        fieldId: row.siteId,
        fieldName: sql<string | null>`${site.name}`.as('field_name'),
      })
      .from(row)
      .leftJoin(site, and(eq(site.tenantId, row.tenantId), eq(site.id, row.siteId)))
      .leftJoin(player, eq(player.id, row.playerId));
  return { row, query };
}

/** The player's own, with the names of shop and merchant; the caller adds its conditions. */
export function selectOwn(reader: Reader, scope: PlayerScope) {
  const row = ownRows(scope, handovers);
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  const { id, tenantId, createdAt, number, kind, way, state, goods, picture } = row;
  const { points, tickets, amountFen, orderNumber, waitsUntil } = row;
  const query = () =>
    reader
      .select({
        ...{ id, tenantId, createdAt, number, kind, way, state, goods, picture },
        ...{ points, tickets, amountFen, orderNumber, waitsUntil },
        merchantName: sql<string>`${tenant.name}`.as('merchant_name'),
        fieldId: row.siteId,
        fieldName: sql<string | null>`${site.name}`.as('field_name'),
      })
      .from(row)
      .innerJoin(tenant, eq(tenant.id, row.tenantId))
      .leftJoin(site, and(eq(site.tenantId, row.tenantId), eq(site.id, row.siteId)));
  return { row, query };
}

export type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['query']>>[number];

/** One of the player's own: as lists show it, and the row itself. */
export async function readOwn(
  reader: Reader,
  scope: PlayerScope,
  which: { id: string } | { orderNumber: string },
): Promise<{ shown: OwnRow; row: HandoverRow } | undefined> {
  const where = 'id' in which ? { id: which.id } : { orderNumber: which.orderNumber };
  const [row] = await findOwn(reader, scope, handovers, where);
  if (!row) return undefined;
  const { row: own, query } = selectOwn(reader, scope);
  const [shown] = await query().where(eq(own.id, row.id));
  return shown && { shown, row };
}
