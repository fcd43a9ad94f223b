import { and, count, eq, gte, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accountView, tenantView } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { days, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { withdrawals } from '../tables.ts';
import type { SeenWallet } from './wallet-queries.ts';

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
    from: () => reader.select().from(row).innerJoin(organisation, eq(organisation.id, row.tenantId)),
    where: from(),
    filters: {
      state: equals(row.state),
      kind: equals(row.kind),
      target: equals(row.target),
      walletId: equals(row.walletId),
      ...days(row.createdAt),
      keyword: (text) => or(search(row.userName, row.payeeName)(text), eq(row.tenantId, text)),
    },
    ...newestFirst(row),
    sort: { createdAt: row.createdAt, amountFen: row.amountFen },
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
  reader: Reader,
  tenantId: string,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), withdrawals, { requestId });
  return found;
}

/** Limits count owners: a franchisee has one wallet, an organisation all those that are no franchisee's. */
const ofOwner = (row: ReturnType<typeof withdrawalRows>, { tenantId, id, kind }: OwnedWallet) =>
  kind === 'franchisee'
    ? eq(row.walletId, id)
    : notInArray(row.walletId, franchiseeIds(tenantScope(tenantId)));

const withdrawalRows = (tenantId: string) => rows(tenantScope(tenantId), withdrawals);

type OwnedWallet = Pick<SeenWallet, 'tenantId' | 'id' | 'kind'>;

/** All that the owner of a wallet ever had sent out of here, or has asked for: the deposit too, where it leaves. */
export async function askedInAll(reader: Reader, wallet: OwnedWallet): Promise<number> {
  const row = withdrawalRows(wallet.tenantId);
  const [found] = await reader
    .select({ sumFen: sql<number>`coalesce(sum(${row.amountFen}), 0)::bigint`.mapWith(Number) })
    .from(row)
    .where(
      and(ofOwner(row, wallet), ne(row.target, 'balance'), notInArray(row.state, ['rejected', 'cancelled'])),
    );
  return found?.sumFen ?? 0;
}

/** What the owner of a wallet has asked for on a day, from whichever of its wallets, and was not refused or taken back. */
export async function askedOn(
  reader: Reader,
  wallet: OwnedWallet,
  day: string,
): Promise<{ count: number; sumFen: number }> {
  const row = withdrawalRows(wallet.tenantId);
  const [found] = await reader
    .select({
      count: count(),
      sumFen: sql<number>`coalesce(sum(${row.amountFen}), 0)::bigint`.mapWith(Number),
    })
    .from(row)
    .where(
      and(
        ofOwner(row, wallet),
        eq(row.kind, 'balance'),
        notInArray(row.state, ['rejected', 'cancelled']),
        gte(row.createdAt, startOfDay(day)),
        lt(row.createdAt, endOfDay(day)),
      ),
    );
  return { count: found?.count ?? 0, sumFen: found?.sumFen ?? 0 };
}

/** What went to organisations on a day with the approval of one person, by organisation. */
export async function approvedAlone(
  reader: Reader,
  tenantIds: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  if (tenantIds.length === 0) return new Map();
  const row = rows(platformScope, withdrawals);
  const found = await reader
    .select({ tenantId: row.tenantId, sumFen: sql<number>`sum(${row.amountFen})::bigint`.mapWith(Number) })
    .from(row)
    .where(
      and(
        inArray(row.tenantId, [...new Set(tenantIds)]),
        gte(row.approvedAt, startOfDay(day)),
        lt(row.approvedAt, endOfDay(day)),
        isNull(row.secondBy),
        inArray(row.state, ['processing', 'passed']),
        sql`${row.step} is distinct from 'secondApproval'`,
      ),
    )
    .groupBy(row.tenantId);
  return new Map(found.map(({ tenantId, sumFen }) => [tenantId, sumFen]));
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
