import { text, uuid } from 'drizzle-orm/pg-core';
import type { PairingPath } from '#kit/protocol/pairing.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';

/** One attempt of a person to bring one machine online. The token is worth nothing but this recognition. */
export const pairings = tenantTable('device_pairing', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  userId: uuid('user_id').notNull(),
  path: text('path').$type<PairingPath>().notNull(),
  token: text('token').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  onlineAt: instantColumn('online_at'),
  code: text('code'),
});
