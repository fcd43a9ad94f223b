import { date, integer, text, uuid } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { CreditState } from './contract.ts';

/** What the machine was called then: it may be renamed, moved or gone when somebody reads the record. */
const deviceColumns = () => ({
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  code: text('code').notNull(),
  number: integer('number').notNull(),
  name: text('name'),
  type: text('type').$type<DeviceType>().notNull(),
});

/** The day on which it counts towards the limit of the person. */
const personColumns = () => ({
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  note: text('note').notNull().default(''),
});

export const remoteCredits = siteTable('remote_credit', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...deviceColumns(),
  /** who credited, or whose link was used */
  ...personColumns(),
  linkId: uuid('link_id'),
  requestId: uuid('request_id'),
  commandId: uuid('command_id').notNull(),
  asked: integer('asked').notNull(),
  counted: integer('counted'),
  state: text('state').$type<CreditState>().notNull(),
  reason: text('reason'),
  settledAt: instantColumn('settled_at'),
});

/** Job roles without a row have the usual limit. */
export const remoteCreditLimits = tenantTable('remote_credit_limit', {
  roleId: uuid('role_id').notNull(),
  perCredit: integer('per_credit').notNull(),
});

export const remoteCreditLinks = siteTable('remote_credit_link', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...deviceColumns(),
  ...personColumns(),
  coins: integer('coins').notNull(),
  tokenHash: text('token_hash').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  /** null again when its use certainly added nothing */
  usedAt: instantColumn('used_at'),
  revokedAt: instantColumn('revoked_at'),
  /** of the latest use */
  creditId: uuid('credit_id'),
});
