import { bigint, boolean, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn } from '#kit/server/tables.ts';
import type { HoldState, Unit } from './contract.ts';

/**
 * Plain tables, not tenant tables: one transfer may move money between tenants (fees, shares), and only this feature
 * reads them. What leaves through server/public.ts names its tenant.
 */
export const ledgerAccounts = pgTable('ledger_account', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  tenantId: text('tenant_id').notNull(),
  ownerKind: text('owner_kind').notNull(),
  ownerId: text('owner_id').notNull(),
  purpose: text('purpose').notNull(),
  unit: text('unit').$type<Unit>().notNull(),
  stripe: smallint('stripe').notNull().default(0),
  balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  held: bigint('held', { mode: 'number' }).notNull().default(0),
  mayGoNegative: boolean('may_go_negative').notNull(),
  entries: bigint('entries', { mode: 'number' }).notNull().default(0),
});

export const ledgerTransfers = pgTable('ledger_transfer', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  tenantId: text('tenant_id').notNull(),
  key: text('key').notNull(),
  requestHash: text('request_hash').notNull(),
  kind: text('kind').notNull(),
  subjectKind: text('subject_kind'),
  subjectId: text('subject_id'),
  linkId: uuid('link_id'),
  reversesId: uuid('reverses_id'),
  note: jsonb('note').$type<Record<string, unknown>>().notNull().default({}),
});

export const ledgerEntries = pgTable('ledger_entry', {
  accountId: uuid('account_id').notNull(),
  place: bigint('place', { mode: 'number' }).notNull(),
  transferId: uuid('transfer_id').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  balanceAfter: bigint('balance_after', { mode: 'number' }).notNull(),
});

export const ledgerHolds = pgTable('ledger_hold', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  tenantId: text('tenant_id').notNull(),
  key: text('key').notNull(),
  requestHash: text('request_hash').notNull(),
  accountId: uuid('account_id').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  postedAmount: bigint('posted_amount', { mode: 'number' }),
  state: text('state').$type<HoldState>().notNull(),
  deadlineAt: instantColumn('deadline_at').notNull(),
  endedAt: instantColumn('ended_at'),
  transferId: uuid('transfer_id'),
  subjectKind: text('subject_kind'),
  subjectId: text('subject_id'),
});
