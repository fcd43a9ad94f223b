import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Realm } from '#kit/contract/endpoint.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { ArticleCategory, ArticleKind } from './contract/articles.ts';
import type { audiences, messageLevels } from './contract/messages.ts';

/** Owned by the platform and read by all tenants, hence without a tenant. */
export const articles = pgTable('article', {
  id: idColumn(),
  kind: text('kind').$type<ArticleKind>().notNull(),
  slug: text('slug').notNull(),
  category: text('category').$type<ArticleCategory>().notNull(),
  sort: integer('sort').notNull(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull(),
  summaryZh: text('summary_zh').notNull(),
  summaryEn: text('summary_en').notNull(),
  bodyZh: text('body_zh').notNull(),
  bodyEn: text('body_en').notNull(),
  /** what it is the answer to, in both languages and small letters: a search for one of them finds it first */
  words: text('words').array().notNull().default([]),
  cover: text('cover'),
  video: text('video'),
  /** null: a draft */
  publishedAt: instantColumn('published_at'),
  createdAt: createdAtColumn(),
  updatedAt: instantColumn('updated_at').notNull(),
  /** fingerprint of the shipped text this row last took over; null: written by the administrator */
  shippedHash: text('shipped_hash'),
  /** the administrator changed it: newer shipped texts no longer replace it */
  edited: boolean('edited').notNull(),
});

/** One row per message, however many people it reaches: the audience is a condition, not a copy. */
export const systemMessages = pgTable('system_message', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  audience: text('audience').$type<(typeof audiences)[number]>().notNull(),
  audienceRealm: text('audience_realm').$type<Realm>(),
  audienceTenantId: text('audience_tenant_id'),
  audienceUserId: uuid('audience_user_id'),
  /** what the sender called the target: an organisation's or account's name */
  audienceLabel: text('audience_label').notNull(),
  level: text('level').$type<(typeof messageLevels)[number]>().notNull(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull(),
  bodyZh: text('body_zh').notNull(),
  bodyEn: text('body_en').notNull(),
  link: text('link'),
  /** empty for messages that the product sends by itself */
  senderName: text('sender_name').notNull(),
  withdrawnAt: instantColumn('withdrawn_at'),
});

export const messageReads = tenantTable('message_read', {
  userId: uuid('user_id').notNull(),
  messageId: uuid('message_id').notNull(),
  readAt: instantColumn('read_at').notNull(),
});

export const keyData = tenantTable('common_key_data', {
  dataKey: text('data_key').notNull(),
  dataValue: text('data_value').notNull(),
  updatedAt: instantColumn('updated_at').notNull(),
});
