import { text, uuid } from 'drizzle-orm/pg-core';
import type { ReviewState } from '#features/base/accounts/contract/shared.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';

export const nameReviews = tenantTable('name_review', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  oldName: text('old_name').notNull(),
  newName: text('new_name').notNull(),
  /** of the caller */
  realName: text('real_name').notNull().default(''),
  state: text('state').$type<ReviewState>().notNull().default('untreated'),
  decisionReason: text('decision_reason').notNull().default(''),
  createdBy: uuid('created_by').notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: instantColumn('decided_at'),
});
