import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, playerTable, tenantTable } from '#kit/server/tables.ts';
import type { Holdings } from './contract/own-data.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });

export const playerLimits = playerTable('player_limit', {
  changedAt: instantColumn('changed_at').notNull(),
  dailyFen: fen('daily_fen'),
  laterFen: fen('later_fen'),
  laterFrom: instantColumn('later_from'),
});

export const merchantLimits = tenantTable('merchant_limit', {
  changedAt: instantColumn('changed_at').notNull(),
  dailyFen: fen('daily_fen'),
});

/** Codes that were shown to somebody: each serves once. */
export const memberScans = tenantTable('member_scan', {
  playerId: uuid('player_id').notNull(),
  /** which of the player's codes: half minutes since 1970 */
  step: integer('step').notNull(),
  userId: uuid('user_id').notNull(),
  scannedAt: instantColumn('scanned_at').notNull(),
});

export const payPasswords = playerTable('player_pay_password', {
  changedAt: instantColumn('changed_at').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** where a code to reset it goes */
  phone: text('phone'),
  freeFen: fen('free_fen').notNull(),
  freeCoins: integer('free_coins').notNull(),
  spentDay: date('spent_day', { mode: 'string' }),
  spentFen: fen('spent_fen').notNull().default(0),
  spentCoins: integer('spent_coins').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  lockedUntil: instantColumn('locked_until'),
});

/** Players who want their account deleted, and what they gave up with it. */
export const playerLeavings = playerTable('player_leaving', {
  askedAt: instantColumn('asked_at').notNull(),
  givenUp: jsonb('given_up').$type<Holdings>().notNull(),
});

/** Wishes to which the password was typed: each lets one order through. */
export const payConfirmations = playerTable('player_pay_confirmation', {
  wishId: uuid('wish_id').notNull(),
  confirmedAt: instantColumn('confirmed_at').notNull(),
  usedAt: instantColumn('used_at'),
});

/** What staff charged to the balance of a member whose code they scanned. */
export const memberCharges = tenantTable('member_charge', {
  id: idColumn(),
  createdAt: instantColumn('created_at').notNull(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  step: integer('step').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  amountFen: fen('amount_fen').notNull(),
  reason: text('reason').notNull(),
  state: text('state').$type<'asked' | 'paid' | 'refused'>().notNull(),
  /** the member had to say yes */
  confirmed: boolean('confirmed').notNull(),
  expiresAt: instantColumn('expires_at'),
  endedAt: instantColumn('ended_at'),
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
});

export const playerPhotos = playerTable('player_photo', {
  createdAt: instantColumn('created_at').notNull(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
});

/** Where a merchant may send a refund that can not go back the way it came. */
export const playerCards = playerTable('player_bank_card', {
  changedAt: instantColumn('changed_at').notNull(),
  holderName: text('holder_name').notNull(),
  bankName: text('bank_name').notNull(),
  numberMasked: text('number_masked').notNull(),
  numberSealed: text('number_sealed').notNull(),
});

/** Who receives a large refund. */
export const playerIdentities = playerTable('player_identity', {
  changedAt: instantColumn('changed_at').notNull(),
  name: text('name').notNull(),
  numberMasked: text('number_masked').notNull(),
  numberSealed: text('number_sealed').notNull(),
});
