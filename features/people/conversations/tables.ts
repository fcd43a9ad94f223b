import { integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { Side, State, SubjectKind } from './contract/shared.ts';

/** A player and a shop about one subject. Names of people of the shop stand in `user_…`: they are not the player's data. */
export const conversations = siteTable('conversation', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  subject: text('subject').$type<SubjectKind>().notNull(),
  /** of the order; none where it is about the shop */
  subjectId: uuid('subject_id'),
  orderNumber: text('order_number'),
  /** the machine that the order was made at */
  deviceId: uuid('device_id'),
  userId: uuid('user_id'),
  userName: text('user_name'),
  state: text('state').$type<State>().notNull(),
  openedAt: instantColumn('opened_at').notNull(),
  waitingSince: instantColumn('waiting_since'),
  firstAnswerSeconds: integer('first_answer_seconds'),
  nextAnswerSeconds: integer('next_answer_seconds'),
  solvedSeconds: integer('solved_seconds'),
  solvedAt: instantColumn('solved_at'),
  sleptSince: instantColumn('slept_since'),
  sleptSeconds: integer('slept_seconds').notNull().default(0),
  /** the answer outside opening hours is not given again before this moment */
  awayUntil: instantColumn('away_until'),
  /** messages of the player since somebody of the shop wrote */
  unanswered: integer('unanswered').notNull().default(0),
  lastSeq: integer('last_seq').notNull().default(0),
  lastAt: instantColumn('last_at').notNull(),
  lastSide: text('last_side').$type<Side>().notNull(),
  lastText: text('last_text').notNull(),
  /** how far anybody of the shop has read, and how many messages of the player come after that */
  staffReadSeq: integer('staff_read_seq').notNull().default(0),
  staffUnread: integer('staff_unread').notNull().default(0),
  playerReadSeq: integer('player_read_seq').notNull().default(0),
  playerUnread: integer('player_unread').notNull().default(0),
});

/** Site and player are those of the conversation, so that each side reaches its own rows and no others. */
export const conversationMessages = siteTable('conversation_message', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  conversationId: uuid('conversation_id').notNull(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  seq: integer('seq').notNull(),
  side: text('side').$type<Side>().notNull(),
  userId: uuid('user_id'),
  userName: text('user_name'),
  text: text('text').notNull(),
  /** its file lies in the store under this name */
  pictureName: text('picture_name'),
  pictureType: text('picture_type'),
  requestId: uuid('request_id'),
  /** the account of the player was deleted: the words are gone, and the file goes next */
  erasedAt: instantColumn('erased_at'),
});

export const quickReplies = tenantTable('quick_reply', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  title: text('title').notNull(),
  body: text('body').notNull(),
});

export const serviceSettings = tenantTable('service_setting', {
  awayText: text('away_text').notNull(),
  firstMinutes: integer('first_minutes').notNull(),
  nextMinutes: integer('next_minutes').notNull(),
  solvedMinutes: integer('solved_minutes').notNull(),
});
