import { and, count, eq, gte, ilike, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { WithdrawalKind, WithdrawalState, WithdrawalTarget } from '../contract/shared.ts';
import { withdrawals } from '../tables.ts';

type Withdrawals = typeof withdrawals extends TenantTable<infer T> ? T : never;
export type WithdrawalRow = Withdrawals['$inferSelect'];

export interface WithdrawalPage {
  current: number;
  size: number;
  sort?: 'createdAt' | 'amountFen';
  order?: 'asc' | 'desc';
  state?: WithdrawalState;
  kind?: WithdrawalKind;
  target?: WithdrawalTarget;
  walletId?: string;
  from?: string;
  to?: string;
  keyword?: string;
}

function matching(row: Withdrawals, input: WithdrawalPage, walletIds: readonly string[] | null) {
  const conditions: (SQL | undefined)[] = [
    walletIds === null
      ? undefined
      : walletIds.length > 0
        ? inArray(row.walletId, [...walletIds])
        : sql`false`,
    input.state ? eq(row.state, input.state) : undefined,
    input.kind ? eq(row.kind, input.kind) : undefined,
    input.target ? eq(row.target, input.target) : undefined,
    input.walletId ? eq(row.walletId, input.walletId) : undefined,
    input.from ? gte(row.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(row.createdAt, new Date(startOfDay(input.to).getTime() + dayMs)) : undefined,
    input.keyword
      ? or(
          ilike(row.userName, likePattern(input.keyword)),
          ilike(row.payeeName, likePattern(input.keyword)),
          eq(row.tenantId, input.keyword),
        )
      : undefined,
  ];
  return and(...conditions);
}

/** null: whatever wallet it is from. */
export async function pageWithdrawals(
  reader: Reader,
  scope: Scope,
  walletIds: readonly string[] | null,
  input: WithdrawalPage,
) {
  const row = rows(scope, withdrawals);
  const where = matching(row, input, walletIds);
  return selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(row)
        .where(where)
        .orderBy(
          ...orderBy(
            input,
            { createdAt: row.createdAt, amountFen: row.amountFen },
            { sort: 'createdAt', order: 'desc' },
            row.id,
          ),
        )
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(row).where(where))[0]?.total ?? 0,
  );
}

/** Held until the transaction ends: of two who decide, the second sees what the first did. */
export async function lockWithdrawal(
  tx: Tx,
  id: string,
  scope: Scope = platformScope,
): Promise<WithdrawalRow> {
  const row = rows(scope, withdrawals);
  const [found] = await tx.select().from(row).where(eq(row.id, id)).for('update');
  if (!found) throw missing();
  return found;
}

export async function findByRequest(
  tx: Tx,
  tenantId: string,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  const row = rows(tenantScope(tenantId), withdrawals);
  const [found] = await tx.select().from(row).where(eq(row.requestId, requestId));
  return found;
}

/** What a wallet has asked for on a day and was neither refused nor taken back. */
export async function askedOn(
  reader: Reader,
  wallet: { tenantId: string; id: string },
  day: string,
): Promise<{ count: number; sumFen: number }> {
  const row = rows(tenantScope(wallet.tenantId), withdrawals);
  const from = startOfDay(day);
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
        gte(row.createdAt, from),
        lt(row.createdAt, new Date(from.getTime() + dayMs)),
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
  const [changed] = await update(
    tx,
    tenantScope(row.tenantId),
    withdrawals,
    (columns) => eq(columns.id, row.id),
    set,
  );
  return changed as WithdrawalRow;
}
