import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import { ledgerAccounts } from '../tables.ts';

/** What other features may join of the books: what lies on an account. A striped account has several rows. */
export const balanceView = () =>
  new QueryBuilder()
    .select({
      // by another name: owners of wallets join this beside an id of theirs
      accountId: sql<string>`${ledgerAccounts.id}`.as('books_account_id'),
      ...pick(ledgerAccounts, 'tenantId', 'ownerKind', 'ownerId', 'purpose', 'unit', 'balance', 'held'),
    })
    .from(ledgerAccounts)
    .as('account_balance');
