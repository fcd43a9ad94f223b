import { date, integer, uuid } from 'drizzle-orm/pg-core';
import { tenantSqlView } from '#kit/server/tables.ts';

/** Income of a business day by machine and task. */
export const adIncomeDays = tenantSqlView(
  'ad_income_day',
  {
    id: uuid('id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    siteId: uuid('site_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    taskId: uuid('task_id').notNull(),
    plays: integer('plays').notNull(),
    cut: integer('cut').notNull(),
    amountFen: integer('amount_fen').notNull(),
  },
  { site: 'siteId' },
);
