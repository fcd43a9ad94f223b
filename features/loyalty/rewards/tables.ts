import { bigint, boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, instantColumn, playerTable, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { RewardUnit, TaskKind, TaskPeriod, VoucherValue } from './contract/kinds.ts';

const id = () => uuid('id').notNull();
const amount = (name: string) => bigint(name, { mode: 'number' });
const day = (name = 'day') => date(name, { mode: 'string' });
const who = { userId: uuid('user_id').notNull(), userName: text('user_name').notNull() };

export const rewardTasks = siteTable('reward_task', {
  id: id(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  kind: text('kind').$type<TaskKind>().notNull(),
  /** empty: what the kind is called */
  title: text('title').notNull(),
  /** null: at all sites */
  siteId: uuid('site_id'),
  period: text('period').$type<TaskPeriod>().notNull(),
  /** plays, fen, people */
  goal: integer('goal').notNull(),
  unit: text('unit').$type<RewardUnit>().notNull(),
  amount: integer('amount').notNull(),
  /** of a sign-in: every so many days in a row bring so much more */
  streakDays: integer('streak_days'),
  streakBonus: integer('streak_bonus').notNull().default(0),
  budget: integer('budget'),
  dayBudget: integer('day_budget'),
  fromDay: day('from_day'),
  untilDay: day('until_day'),
  active: boolean('active').notNull(),
});

export const rewardTaskDays = tenantTable('reward_task_day', {
  taskId: uuid('task_id').notNull(),
  day: day().notNull(),
  claims: integer('claims').notNull(),
  given: amount('given').notNull(),
});

export const rewardClaims = siteTable('reward_claim', {
  id: id(),
  createdAt: createdAtColumn(),
  taskId: uuid('task_id').notNull(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  /** the record of the person then: it stays when records are joined */
  claimedAs: uuid('claimed_as').notNull(),
  periodKey: text('period_key').notNull(),
  day: day().notNull(),
  streak: integer('streak').notNull(),
  /** what was asked for then: plays, fen, people */
  goal: integer('goal').notNull(),
  unit: text('unit').$type<RewardUnit>().notNull(),
  amount: integer('amount').notNull(),
});

export const rewardLinks = siteTable('reward_link', {
  id: id(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  token: text('token').notNull(),
});

export const rewardGuests = siteTable('reward_guest', {
  id: id(),
  createdAt: createdAtColumn(),
  linkId: uuid('link_id').notNull(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  guestId: uuid('guest_id').notNull(),
  invited: boolean('invited').notNull(),
  day: day().notNull(),
});

export const voucherBatches = siteTable('voucher_batch', {
  id: id(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  siteId: uuid('site_id').notNull(),
  value: text('value').$type<VoucherValue>().notNull(),
  amount: integer('amount'),
  cardTypeId: uuid('card_type_id'),
  cardName: text('card_name'),
  pieces: integer('pieces').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  perPlayer: integer('per_player'),
  voidedAt: instantColumn('voided_at'),
  ...who,
  day: day().notNull(),
  codesTakenAt: instantColumn('codes_taken_at'),
});

export const vouchers = siteTable('voucher', {
  id: id(),
  batchId: uuid('batch_id').notNull(),
  siteId: uuid('site_id').notNull(),
  number: integer('number').notNull(),
  codeHash: text('code_hash').notNull(),
  voidedAt: instantColumn('voided_at'),
  redeemedAt: instantColumn('redeemed_at'),
  playerId: uuid('player_id'),
});

export const voucherTries = playerTable('voucher_try', {
  id: uuid('id').notNull().primaryKey(),
  triedAt: instantColumn('tried_at').notNull(),
});

export const recyclePaths = siteTable('recycle_path', {
  id: id(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  name: text('name').notNull(),
  siteId: uuid('site_id').notNull(),
  storeId: uuid('store_id').notNull(),
  perDay: integer('per_day').notNull(),
  days: integer('days').notNull(),
  onlyWon: boolean('only_won').notNull(),
  needsSerial: boolean('needs_serial').notNull(),
});

export const recycleGifts = tenantTable('recycle_gift', {
  id: id(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  giftId: uuid('gift_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  points: integer('points').notNull(),
  active: boolean('active').notNull(),
});

export const recyclings = siteTable('recycling', {
  id: id(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  pathId: uuid('path_id').notNull(),
  giftId: uuid('gift_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  playerId: uuid('player_id').notNull(),
  pieces: integer('pieces').notNull(),
  points: amount('points').notNull(),
  documentId: uuid('document_id').notNull(),
  ...who,
  day: day().notNull(),
});

export const recycledSerials = tenantTable('recycled_serial', {
  serial: text('serial').notNull(),
  recyclingId: uuid('recycling_id').notNull(),
});
