import { date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';

/** Private links to statements of sites. */
export const statementLinks = tenantTable(
  'statement_link',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    siteId: uuid('site_id').notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    remark: text('remark').notNull(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    givenAt: instantColumn('given_at').notNull(),
    withdrawnAt: instantColumn('withdrawn_at'),
    opened: integer('opened').notNull().default(0),
    lastOpenedAt: instantColumn('last_opened_at'),
  },
  { site: 'siteId' },
);
