import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Realm } from '#kit/contract/endpoint.ts';
import type { UserType } from '#kit/server/session.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { CodePurpose, ReviewState, Sex } from './contract/shared.ts';

/** Organisations: the platform itself, agents (they nest) and merchants. */
export const tenants = pgTable('tenant', {
  id: text('id').primaryKey(),
  createdAt: createdAtColumn(),
  realm: text('realm').$type<Realm>().notNull(),
  name: text('name').notNull(),
  /** the agent above */
  agentId: text('agent_id'),
  /** agents: their part of what their merchants pay; sub-agents' parts are taken out of it */
  shareBasisPoints: integer('share_basis_points').notNull().default(0),
  state: text('state').$type<'active' | 'disabled'>().notNull().default('active'),
  reviewState: text('review_state').$type<ReviewState>().notNull().default('passed'),
  reviewReason: text('review_reason').notNull().default(''),
  inviterPhone: text('inviter_phone').notNull().default(''),
  servicePhone: text('service_phone').notNull().default(''),
  serviceQr: text('service_qr').notNull().default(''),
  /** on receipts and statements */
  logo: text('logo').notNull().default(''),
});

export const users = tenantTable('user_account', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** unique over all tenants without regard to case; freed when the account is removed */
  account: text('account').notNull(),
  phone: text('phone'),
  passwordHash: text('password_hash').notNull(),
  /** argon2id of the password's md5, kept only where LEGACY_MD5_LOGIN is on */
  legacyHash: text('legacy_hash'),
  passwordChangedAt: instantColumn('password_changed_at').notNull(),
  name: text('name').notNull(),
  realName: text('real_name').notNull().default(''),
  avatar: text('avatar').notNull().default(''),
  email: text('email').notNull().default(''),
  sex: smallint('sex').$type<Sex>().notNull().default(0),
  userType: smallint('user_type').$type<UserType>().notNull(),
  /** owners have none: their rights come with their userType */
  roleId: uuid('role_id'),
  allSites: boolean('all_sites').notNull().default(false),
  /** franchisees: their part of the income of their sites */
  enabled: boolean('enabled').notNull().default(true),
  removedAt: instantColumn('removed_at'),
  /** since when nobody but the person has set its password, phone or role */
  ownSince: instantColumn('own_since').notNull().defaultNow(),
  /** who made the account, or last set its password, phone or role; null: nobody but the person, or nobody knows */
  setBy: uuid('set_by'),
  lastLoginAt: instantColumn('last_login_at'),
  lastLoginAddress: text('last_login_address').notNull().default(''),
});

export const accountSites = tenantTable('account_site', {
  userId: uuid('user_id').notNull(),
  siteId: uuid('site_id').notNull(),
});

export const roles = tenantTable('role', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  title: text('title').notNull(),
  /** 'franchisee' marks the built-in role that new franchisees get */
  alias: text('alias').notNull().default(''),
  permissions: text('permissions').array().notNull(),
  sort: integer('sort').notNull().default(0),
  parentId: uuid('parent_id'),
});

/**
 * A login. The refresh token is not stored at all: it is a keyed hash over id and generation, so a copy of this
 * table opens nothing, and a retried refresh gets the very same next token instead of a conflict.
 */
export const sessions = tenantTable('session', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  userId: uuid('user_id').notNull(),
  generation: integer('generation').notNull().default(1),
  rotatedAt: instantColumn('rotated_at').notNull(),
  /** false: ends after half a day without use */
  remembered: boolean('remembered').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  lastUsedAt: instantColumn('last_used_at').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  address: text('address').notNull().default(''),
  revokedAt: instantColumn('revoked_at'),
});

/** Failed logins per typed name and per address, the same for names that do not exist. */
export const loginFailures = pgTable('login_failure', {
  /** keyed hash: people type passwords into the name field */
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lockedUntil: instantColumn('locked_until'),
  updatedAt: instantColumn('updated_at').notNull(),
});

export const captchas = pgTable('captcha', {
  id: idColumn(),
  answerHash: text('answer_hash').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
});

export const smsCodes = pgTable('sms_code', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  phone: text('phone').notNull(),
  purpose: text('purpose').$type<CodePurpose>().notNull(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  usedAt: instantColumn('used_at'),
  address: text('address').notNull(),
  /** who was logged in and asked for it; null: nobody, then a ticket tells */
  asker: text('asker'),
  /** wrong guesses of those who do not show that they asked */
  strangeAttempts: integer('strange_attempts').notNull().default(0),
});
