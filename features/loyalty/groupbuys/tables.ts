import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  createdAtColumn,
  idColumn,
  instantColumn,
  playerTable,
  siteTable,
  tenantTable,
} from '#kit/server/tables.ts';
import type { DealReach } from '#providers/deal-platform.ts';
import type {
  Canceller,
  DifferenceKind,
  DifferenceState,
  Entrance,
  Platform,
  VerificationState,
} from './contract/kinds.ts';
import type { Worth } from './rules/worth.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });
const platform = () => text('platform').$type<Platform>().notNull();
const who = { userId: uuid('user_id'), userName: text('user_name') };

/** When somebody has to look at it again; null: there is nothing left to do. */
const workColumns = {
  nextTryAt: instantColumn('next_try_at'),
  attempts: integer('attempts').notNull().default(0),
  /** a text key of ours, or the platform's own words */
  problem: text('problem'),
};

/** A merchant's account at a platform that may be served from here. */
export const groupBuyAccounts = tenantTable('group_buy_account', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  platform: platform(),
  /** one store alone, where the platform authorises each for itself */
  reach: text('reach').$type<DealReach>().notNull(),
  accountNumber: text('account_number').notNull(),
  name: text('name').notNull(),
  /** what the platform gave for it, sealed */
  accessSealed: text('access_sealed').notNull(),
  authorisedAt: instantColumn('authorised_at').notNull(),
  /** the token is renewed before; null: it needs none */
  renewAt: instantColumn('renew_at'),
  /** afterwards the merchant has to authorise again; null: until the merchant takes it back */
  expiresAt: instantColumn('expires_at'),
  endedAt: instantColumn('ended_at'),
  ...who,
  problem: text('problem'),
});

/** An authorisation that somebody began: the platform brings the state back. */
export const groupBuyAuthorisations = tenantTable('group_buy_authorisation', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  platform: platform(),
  reach: text('reach').$type<DealReach>().notNull(),
  stateHash: text('state_hash').notNull(),
  usedAt: instantColumn('used_at'),
  ...who,
});

export const groupBuyStores = siteTable('group_buy_store', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** where it is listed */
  accountId: uuid('account_id').notNull(),
  /** what reaches its codes; null: not authorised yet */
  accessId: uuid('access_id'),
  platform: platform(),
  storeNumber: text('store_number').notNull(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  /** null: bound to none */
  siteId: uuid('site_id'),
  boundAt: instantColumn('bound_at'),
  goneAt: instantColumn('gone_at'),
});

export const groupBuyDeals = tenantTable('group_buy_deal', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  platform: platform(),
  dealNumber: text('deal_number').notNull(),
  title: text('title').notNull(),
  priceFen: fen('price_fen').notNull(),
  onSale: boolean('on_sale').notNull(),
  goneAt: instantColumn('gone_at'),
});

/** What a deal is good for from a moment on. Never changed; without a worth it can not be verified from then on. */
export const groupBuyMappings = tenantTable('group_buy_mapping', {
  id: idColumn(),
  dealId: uuid('deal_id').notNull(),
  version: integer('version').notNull(),
  fromAt: instantColumn('from_at').notNull(),
  worth: jsonb('worth').$type<Worth>(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
});

/** One use of a code. */
export const groupBuyVerifications = siteTable('group_buy_verification', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  platform: platform(),
  state: text('state').$type<VerificationState>().notNull(),
  accountId: uuid('account_id').notNull(),
  storeId: uuid('store_id').notNull(),
  siteId: uuid('site_id').notNull(),
  dealId: uuid('deal_id').notNull(),
  mappingId: uuid('mapping_id').notNull(),
  title: text('title').notNull(),
  worth: jsonb('worth').$type<Worth>().notNull(),
  /** what the customer paid for this use */
  amountFen: fen('amount_fen').notNull(),
  /** uses of the code before this one */
  usesLeft: integer('uses_left').notNull(),
  entrance: text('entrance').$type<Entrance>().notNull(),
  playerId: uuid('player_id'),
  ...who,
  /** of the platform's certificate: the same code again has the same one */
  codeHash: text('code_hash').notNull(),
  codeEnd: text('code_end').notNull(),
  /** what the platform needs to verify and to ask, and then to cancel. Sealed. */
  codeSealed: text('code_sealed').notNull(),
  cancelSealed: text('cancel_sealed'),
  expiresAt: instantColumn('expires_at'),
  /** when the platform heard of it for the first time: what it says of later uses is about this one */
  sentAt: instantColumn('sent_at'),
  /** the platform's own number of the use, where it tells one */
  verifyNumber: text('verify_number'),
  /** of its records, once they were compared */
  recordNumber: text('record_number'),
  cancelUntil: instantColumn('cancel_until'),
  verifiedAt: instantColumn('verified_at'),
  grantedAt: instantColumn('granted_at'),
  cancelledAt: instantColumn('cancelled_at'),
  cancelledBy: text('cancelled_by').$type<Canceller>(),
  cancelReason: text('cancel_reason'),
  /** who asked to cancel */
  cancelUserId: uuid('cancel_user_id'),
  cancelUserName: text('cancel_user_name'),
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
  /** the row of what was given, where it has one: of a card or of free plays */
  givenId: uuid('given_id'),
  /** how often it was given: once more each time the platform would not cancel */
  givenTurn: integer('given_turn').notNull().default(0),
  lossFen: fen('loss_fen'),
  settledFen: fen('settled_fen'),
  settledAt: instantColumn('settled_at'),
  ...workColumns,
});

export const groupBuySteps = tenantTable('group_buy_step', {
  id: idColumn(),
  verificationId: uuid('verification_id').notNull(),
  at: instantColumn('at').notNull(),
  state: text('state').$type<VerificationState>().notNull(),
  userName: text('user_name'),
  /** a text key of ours, or words of people and platforms */
  words: text('words'),
});

export const groupBuyTries = playerTable('group_buy_try', {
  id: uuid('id').notNull().primaryKey(),
  triedAt: instantColumn('tried_at').notNull(),
});

/** What a platform told us unasked, once each. */
export const groupBuyNotices = pgTable('group_buy_notice', {
  id: text('id').primaryKey(),
  platform: platform(),
  event: text('event').notNull(),
  takenAt: instantColumn('taken_at').notNull(),
  /** the verifications that it was about */
  about: integer('about').notNull(),
});

/** The platform's records of an account and a day, as they were read last. */
export const groupBuyDays = tenantTable('group_buy_day', {
  id: idColumn(),
  accountId: uuid('account_id').notNull(),
  platform: platform(),
  day: date('day', { mode: 'string' }).notNull(),
  comparedAt: instantColumn('compared_at').notNull(),
  /** by the platform's own business day, China's */
  verified: integer('verified').notNull(),
  verifiedFen: fen('verified_fen').notNull(),
  cancelled: integer('cancelled').notNull(),
  settledFen: fen('settled_fen'),
});

export const groupBuyDifferences = siteTable('group_buy_difference', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  accountId: uuid('account_id').notNull(),
  platform: platform(),
  day: date('day', { mode: 'string' }).notNull(),
  difference: text('difference').$type<DifferenceKind>().notNull(),
  /** the platform's number of what was verified, or our id */
  subject: text('subject').notNull(),
  codeEnd: text('code_end'),
  title: text('title').notNull(),
  storeId: uuid('store_id'),
  siteId: uuid('site_id'),
  verificationId: uuid('verification_id'),
  ourFen: fen('our_fen'),
  theirFen: fen('their_fen'),
  ourState: text('our_state').$type<VerificationState>(),
  theirState: text('their_state').$type<'verified' | 'cancelled' | 'refunded'>(),
  state: text('state').$type<DifferenceState>().notNull(),
  endedAt: instantColumn('ended_at'),
  endedBy: uuid('ended_by'),
  endedByName: text('ended_by_name'),
  note: text('note').notNull().default(''),
});
