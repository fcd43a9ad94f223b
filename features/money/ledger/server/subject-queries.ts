import { and, asc, eq } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';
import type { AccountName } from './accounts.ts';

export interface SubjectEntry {
  transferId: string;
  at: Date;
  kind: string;
  account: AccountName;
  amount: number;
}

/** Every entry that one thing caused (an order, a withdrawal), oldest first. Who may see which is for the caller to judge. */
export async function readSubjectEntries(
  reader: Reader,
  tenantId: string,
  subject: { kind: string; id: string },
): Promise<SubjectEntry[]> {
  const found = await reader
    .select({ transfer: ledgerTransfers, entry: ledgerEntries, account: ledgerAccounts })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(
      and(
        eq(ledgerTransfers.tenantId, tenantId),
        eq(ledgerTransfers.subjectKind, subject.kind),
        eq(ledgerTransfers.subjectId, subject.id),
      ),
    )
    .orderBy(asc(ledgerTransfers.id), asc(ledgerEntries.amount));
  return found.map(({ transfer, entry, account }) => ({
    transferId: transfer.id,
    at: transfer.createdAt,
    kind: transfer.kind,
    amount: entry.amount,
    account: {
      tenantId: account.tenantId,
      ownerKind: account.ownerKind as AccountName['ownerKind'],
      ...pick(account, 'ownerId', 'purpose', 'unit'),
    },
  }));
}
