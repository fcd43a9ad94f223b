import { boolean, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';

export const invitations = tenantTable('invitation', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  tokenHash: text('token_hash').notNull(),
  roleId: uuid('role_id').notNull(),
  allSites: boolean('all_sites').notNull(),
  siteIds: uuid('site_ids').array().notNull(),
  remark: text('remark').notNull().default(''),
  createdBy: uuid('created_by').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  usedAt: instantColumn('used_at'),
  usedBy: uuid('used_by'),
  revokedAt: instantColumn('revoked_at'),
});
