import { bigint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, tenantTable } from '#kit/server/tables.ts';

/** Files that passed inspection; nothing else under the store is ever served. */
export const uploads = tenantTable('upload', {
  /** key in the object store, also the tail of its address */
  key: text('key').notNull(),
  purpose: text('purpose').notNull(),
  originalName: text('original_name').notNull(),
  contentType: text('content_type').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: createdAtColumn(),
});
