import { boolean, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, tenantTable } from '#kit/server/tables.ts';

export const savedViews = tenantTable('saved_view', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  page: text('page').notNull(),
  name: text('name').notNull(),
  query: jsonb('query').$type<Record<string, string>>().notNull(),
  /** null: the days stand in the query, or are the page's usual ones */
  range: text('range'),
  shared: boolean('shared').notNull().default(false),
});
