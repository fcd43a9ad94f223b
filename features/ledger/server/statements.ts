import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';
import { type AccountName, stripedKinds } from './accounts.ts';

export interface StatementLine {
  /** give it as `before` to read on */
  place: number;
  at: Date;
  transferId: string;
  kind: string;
  subjectKind: string | null;
  subjectId: string | null;
  note: Record<string, unknown>;
  amount: number;
  balanceAfter: number;
}

/** Newest first, with the balance after each line. By place and not by page: as quick at the end as at the start. */
export async function readStatement(
  reader: Reader,
  account: AccountName,
  window: { before?: number; limit: number },
): Promise<StatementLine[]> {
  if (stripedKinds.includes(account.ownerKind))
    throw new RangeError('a striped account has no single running balance');
  return reader
    .select({
      place: ledgerEntries.place,
      at: ledgerTransfers.createdAt,
      transferId: ledgerTransfers.id,
      kind: ledgerTransfers.kind,
      subjectKind: ledgerTransfers.subjectKind,
      subjectId: ledgerTransfers.subjectId,
      note: ledgerTransfers.note,
      amount: ledgerEntries.amount,
      balanceAfter: ledgerEntries.balanceAfter,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      and(
        eq(
          ledgerEntries.accountId,
          sql`(select ${ledgerAccounts.id} from ${ledgerAccounts} where tenant_id = ${account.tenantId}
            and owner_kind = ${account.ownerKind} and owner_id = ${account.ownerId}
            and purpose = ${account.purpose} and unit = ${account.unit} and stripe = 0)`,
        ),
        window.before === undefined ? undefined : lt(ledgerEntries.place, window.before),
      ),
    )
    .orderBy(desc(ledgerEntries.place))
    .limit(window.limit);
}
