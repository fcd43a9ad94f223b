import { and, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { daysThere } from '#features/machines/devices/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { days, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { type ColumnsOf, find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { cashierContract } from '../contract/cashier.ts';
import { cashHandovers, cashTakings } from '../tables.ts';
import { machineJoins } from './machine-queries.ts';

export type TakingRow = RowOf<typeof cashTakings>;
export type HandoverRow = RowOf<typeof cashHandovers>;

export async function insertTaking(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof cashTakings>,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), cashTakings, values);
}

export async function findTaking(
  reader: Reader,
  tenantId: string,
  id: string,
): Promise<{ taking: TakingRow; handover: HandoverRow | undefined } | undefined> {
  const scope = tenantScope(tenantId);
  const taking = rows(scope, cashTakings);
  const handover = rows(scope, cashHandovers);
  const [found] = await reader
    .select()
    .from(taking)
    .leftJoin(handover, eq(handover.id, taking.handoverId))
    .where(eq(taking.id, id));
  return found && { taking: found.cash_taking, handover: found.cash_handover ?? undefined };
}

/** In the order of their ids, so that two cashiers wait for each other. */
export const lockTakings = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<TakingRow[]> =>
  find(tx, scope, cashTakings, ({ id }) => inArray(id, [...new Set(ids)]), 'update');

export async function updateTakings(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  set: Partial<Pick<TakingRow, 'state' | 'rejectReason' | 'handoverId'>>,
): Promise<void> {
  await update(tx, tenantScope(tenantId), cashTakings, ({ id }) => inArray(id, [...ids]), set);
}

export async function insertHandover(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof cashHandovers>,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), cashHandovers, values);
}

export async function selectHolders(reader: Reader, scope: Scope) {
  const taking = rows(scope, cashTakings);
  return reader
    .select({
      userId: taking.userId,
      userName: sql<string>`max(${taking.userName})`,
      takings: sql<number>`count(*)::int`,
      amountFen: sql<number>`sum(${taking.amountFen})::bigint`.mapWith(Number),
      rejected: sql<number>`count(*) filter (where ${taking.state} = 'rejected')::int`,
      oldestAt: sql<Date>`min(${taking.createdAt})`.mapWith(taking.createdAt),
    })
    .from(taking)
    .where(ne(taking.state, 'confirmed'))
    .groupBy(taking.userId)
    .orderBy(sql`min(${taking.createdAt})`);
}

export const pageTakings = listing(cashierContract.listTakings, (reader, scope, input) => {
  const taking = rows(scope, cashTakings);
  const { site, ofSite } = machineJoins(scope);
  return pageRows(reader, input, {
    from: () => reader.select().from(taking).leftJoin(site, ofSite(taking)),
    filters: {
      userId: equals(taking.userId),
      fieldId: equals(taking.siteId),
      state: equals(taking.state),
      open: (open) => (open ? ne(taking.state, 'confirmed') : undefined),
      ...daysThere(taking),
    },
    ...newestFirst(taking),
    sort: { createdAt: taking.createdAt, amountFen: taking.amountFen },
  });
});

/** Cash that is all from sites the caller sees, and what the caller handed over or counted. */
function visibleTo(
  { scope, userId }: StaffSession,
  handover: ColumnsOf<typeof cashHandovers>,
): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  const taking = rows(tenantScope(scope.tenantId), cashTakings);
  const beyond = and(
    eq(taking.handoverId, handover.id),
    or(isNull(taking.siteId), notInArray(taking.siteId, [...scope.siteIds])),
  );
  return or(
    eq(handover.userId, userId),
    eq(handover.cashierId, userId),
    sql`not exists (select from ${taking} where ${beyond})`,
  );
}

export const pageHandovers = listing(
  cashierContract.listHandovers,
  (reader, session: StaffSession, input) => {
    const handover = rows(session.scope, cashHandovers);
    return pageRows(reader, input, {
      from: () => reader.select().from(handover),
      where: visibleTo(session, handover),
      filters: {
        userId: equals(handover.userId),
        ...days(handover.createdAt),
      },
      ...newestFirst(handover),
    });
  },
);
