import { bigint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';

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

/** Files that pages send straight to the store, from the promise of an address until they are forgotten. */
export const incomingUploads = tenantTable('upload_incoming', {
  key: text('key').notNull(),
  reservedBytes: bigint('reserved_bytes', { mode: 'number' }).notNull(),
  /** of the address; the file itself may arrive a little later */
  expiresAt: instantColumn('expires_at').notNull(),
  /** since then its space is that of the registered file, and nothing more is taken under its key */
  completedAt: instantColumn('completed_at'),
  createdBy: uuid('created_by').notNull(),
  createdAt: createdAtColumn(),
});
