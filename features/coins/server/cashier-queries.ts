import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { cashierContract } from '../contract/cashier.ts';
import { cashHandovers, cashTakings } from '../tables.ts';
import { endOfDay } from './machines.ts';

type Takings = typeof cashTakings extends TenantTable<infer T> ? T : never;
export type TakingRow = Takings['$inferSelect'];
type Handovers = typeof cashHandovers extends TenantTable<infer T> ? T : never;
export type HandoverRow = Handovers['$inferSelect'];

export async function insertTaking(
  tx: Tx,
  tenantId: string,
  values: Omit<Takings['$inferInsert'], 'tenantId'>,
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
export function lockTakings(tx: Tx, scope: Scope, ids: readonly string[]): Promise<TakingRow[]> {
  const taking = rows(scope, cashTakings);
  return tx
    .select()
    .from(taking)
    .where(inArray(taking.id, [...new Set(ids)]))
    .orderBy(asc(taking.id))
    .for('update');
}

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
  values: Omit<Handovers['$inferInsert'], 'tenantId'>,
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
      oldestAt: sql<string>`min(${taking.createdAt})`,
    })
    .from(taking)
    .where(ne(taking.state, 'confirmed'))
    .groupBy(taking.userId)
    .orderBy(sql`min(${taking.createdAt})`);
}

export function pageTakings(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof cashierContract.listTakings>,
) {
  const taking = rows(scope, cashTakings);
  const where = and(
    input.userId ? eq(taking.userId, input.userId) : undefined,
    input.fieldId ? eq(taking.siteId, input.fieldId) : undefined,
    input.state ? eq(taking.state, input.state) : undefined,
    input.open ? ne(taking.state, 'confirmed') : undefined,
    input.from ? gte(taking.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(taking.createdAt, endOfDay(input.to)) : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: taking.createdAt, amountFen: taking.amountFen },
    { sort: 'createdAt', order: 'desc' },
    taking.id,
  );
  return selectPage<TakingRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(taking)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(taking).where(where);
      return found?.total ?? 0;
    },
  );
}

export function pageHandovers(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof cashierContract.listHandovers>,
) {
  const handover = rows(scope, cashHandovers);
  const where = and(
    input.userId ? eq(handover.userId, input.userId) : undefined,
    input.from ? gte(handover.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(handover.createdAt, endOfDay(input.to)) : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: handover.createdAt },
    { sort: 'createdAt', order: 'desc' },
    handover.id,
  );
  return selectPage<HandoverRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(handover)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(handover).where(where);
      return found?.total ?? 0;
    },
  );
}
