import { and, count, eq, gte, inArray, lt, notInArray, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accountView, tenantView } from '#features/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, pageRows, search, since, until } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { withdrawals } from '../tables.ts';

export type WithdrawalRow = RowOf<typeof withdrawals>;

/** From which wallets: all the scope reaches, some, or those of a merchant's franchisees. */
export type WithdrawalSource = 'all' | 'franchisees' | readonly string[];

function franchiseeIds(scope: Scope) {
  const account = accountView(scope);
  return new QueryBuilder()
    .select({ id: sql`${account.id}::text`.as('id') })
    .from(account)
    .where(eq(account.userType, userTypes.franchisee));
}

export function pageWithdrawals(
  reader: Reader,
  scope: Scope,
  source: WithdrawalSource,
  input: ParsedInputOf<typeof walletContract.listWithdrawals>,
) {
  const row = rows(scope, withdrawals);
  const organisation = tenantView(scope);
  const from = () => {
    if (source === 'all') return undefined;
    if (source === 'franchisees') return inArray(row.walletId, franchiseeIds(scope));
    return source.length > 0 ? inArray(row.walletId, [...source]) : sql`false`;
  };
  return pageRows(reader, input, {
    from: () =>
      reader.select().from(row).innerJoin(organisation, eq(organisation.id, row.tenantId)).$dynamic(),
    where: from(),
    filters: {
      state: equals(row.state),
      kind: equals(row.kind),
      target: equals(row.target),
      walletId: equals(row.walletId),
      from: since(row.createdAt),
      to: until(row.createdAt),
      keyword: (text) => or(search(row.userName, row.payeeName)(text), eq(row.tenantId, text)),
    },
    sort: { createdAt: row.createdAt, amountFen: row.amountFen },
    usual: { by: 'createdAt', order: 'desc' },
    tie: row.id,
  });
}

/** Held until the transaction ends: of two who decide, the second sees what the first did. */
export async function lockWithdrawal(
  tx: Tx,
  id: string,
  scope: Scope = platformScope,
): Promise<WithdrawalRow> {
  const [found] = await find(tx, scope, withdrawals, { id }, 'update');
  if (!found) throw missing();
  return found;
}

export async function findByRequest(
  tx: Tx,
  tenantId: string,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), withdrawals, { requestId });
  return found;
}

/** What a wallet has asked for on a day and was neither refused nor taken back. */
export async function askedOn(
  reader: Reader,
  wallet: { tenantId: string; id: string },
  day: string,
): Promise<{ count: number; sumFen: number }> {
  const row = rows(tenantScope(wallet.tenantId), withdrawals);
  const [found] = await reader
    .select({
      count: count(),
      sumFen: sql<number>`coalesce(sum(${row.amountFen}), 0)::bigint`.mapWith(Number),
    })
    .from(row)
    .where(
      and(
        eq(row.walletId, wallet.id),
        eq(row.kind, 'balance'),
        notInArray(row.state, ['rejected', 'cancelled']),
        gte(row.createdAt, startOfDay(day)),
        lt(row.createdAt, endOfDay(day)),
      ),
    );
  return { count: found?.count ?? 0, sumFen: found?.sumFen ?? 0 };
}

export async function openDepositReturn(
  reader: Reader,
  tenantId: string,
): Promise<WithdrawalRow | undefined> {
  const row = rows(tenantScope(tenantId), withdrawals);
  const [found] = await reader
    .select()
    .from(row)
    .where(and(eq(row.kind, 'deposit'), inArray(row.state, ['untreated', 'processing'])))
    .limit(1);
  return found;
}

export async function changeWithdrawal(
  tx: Tx,
  row: WithdrawalRow,
  set: Partial<WithdrawalRow>,
): Promise<WithdrawalRow> {
  const [changed] = await update(tx, tenantScope(row.tenantId), withdrawals, { id: row.id }, set);
  return changed as WithdrawalRow;
}
