import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { ledgerAccounts } from '../tables.ts';

/** What other features may join of the books: what lies on an account. A striped account has several rows. */
export const balanceView = () =>
  new QueryBuilder()
    .select({
      // by a name of its own: owners of wallets join this beside an id of theirs
      accountId: sql<string>`${ledgerAccounts.id}`.as('books_account_id'),
      tenantId: ledgerAccounts.tenantId,
      ownerKind: ledgerAccounts.ownerKind,
      ownerId: ledgerAccounts.ownerId,
      purpose: ledgerAccounts.purpose,
      unit: ledgerAccounts.unit,
      balance: ledgerAccounts.balance,
      held: ledgerAccounts.held,
    })
    .from(ledgerAccounts)
    .as('account_balance');
