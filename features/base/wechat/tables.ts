import { text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';

/** The WeChat in which an account gets messages. One WeChat may serve several accounts. */
export const wechatLinks = tenantTable('wechat_link', {
  userId: uuid('user_id').notNull(),
  /** people have another id under another official account */
  appId: text('app_id').notNull(),
  /** sealed */
  openId: text('open_id').notNull(),
  linkedAt: instantColumn('linked_at').notNull(),
  notFollowingSince: instantColumn('not_following_since'),
});

/** The link that an account made last, to be opened inside WeChat. */
export const wechatLinkRequests = tenantTable('wechat_link_request', {
  userId: uuid('user_id').notNull(),
  createdAt: createdAtColumn(),
  tokenHash: text('token_hash').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  usedAt: instantColumn('used_at'),
  /** with which code of WeChat it was used: who lost the answer gets it again */
  codeHash: text('code_hash'),
});
