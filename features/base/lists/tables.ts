import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from '#kit/server/tables.ts';

/** Parts of large tables that lie in files of the object store; of no tenant, as the parts themselves. */
export const archivedParts = pgTable('archived_part', {
  name: text('name').primaryKey(),
  tableName: text('table_name').notNull(),
  fromId: uuid('from_id'),
  toId: uuid('to_id').notNull(),
  fileKey: text('file_key').notNull(),
  manifestKey: text('manifest_key').notNull(),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  rowSum: text('row_sum').notNull(),
  fileBytes: bigint('file_bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  storedAt: instantColumn('stored_at').notNull(),
  restoredAt: instantColumn('restored_at'),
});
