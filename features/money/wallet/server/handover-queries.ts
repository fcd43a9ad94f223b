import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { pageRows } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';
import { find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { walletHandovers } from '../tables.ts';

export type HandoverRow = RowOf<typeof walletHandovers>;

export async function lockHandover(tx: Tx, tenantId: string, id: string): Promise<HandoverRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), walletHandovers, { id }, 'update');
  return found;
}

export async function findHandover(
  reader: Reader,
  tenantId: string,
  where: { id: string } | { walletId: string; state: 'waiting' },
): Promise<HandoverRow | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), walletHandovers, where);
  return found;
}

export async function addHandover(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof walletHandovers>,
): Promise<HandoverRow> {
  const [row] = await insert(tx, tenantScope(tenantId), walletHandovers, values);
  return row as HandoverRow;
}

export async function changeHandover(
  tx: Tx,
  { tenantId, id }: Pick<HandoverRow, 'tenantId' | 'id'>,
  set: Partial<HandoverRow>,
): Promise<HandoverRow> {
  const [row] = await update(tx, tenantScope(tenantId), walletHandovers, { id }, set);
  return row as HandoverRow;
}

/** Over all tenants. */
export async function dueHandovers(reader: Reader, now: Date): Promise<HandoverRow[]> {
  const row = rows(platformScope, walletHandovers);
  return reader
    .select()
    .from(row)
    .where(and(eq(row.state, 'waiting'), lte(row.dueAt, now)))
    .orderBy(asc(row.dueAt))
    .limit(100);
}

/** Owners see all of the organisation, franchisees their own, others none. */
export function pageHandovers(
  reader: Reader,
  { tenantId, userId, userType }: StaffSession,
  input: ParsedInputOf<typeof walletContract.listHandovers>,
) {
  const row = rows(tenantScope(tenantId), walletHandovers);
  const seen =
    userType === userTypes.merchant
      ? undefined
      : userType === userTypes.franchisee
        ? eq(row.walletId, userId)
        : sql`false`;
  return pageRows(reader, input, {
    from: () => reader.select().from(row),
    of: row,
    where: seen,
    filters: {},
    ...newestFirst(row),
  });
}
