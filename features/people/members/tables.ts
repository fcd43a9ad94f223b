import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });

/** A player who has been with the merchant. The id is the player's; figures follow from what the player did there. */
export const members = tenantTable('member', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  firstVisitAt: instantColumn('first_visit_at'),
  lastVisitAt: instantColumn('last_visit_at'),
  /** days on which the player was there; two sites on one day are two */
  visits: integer('visits').notNull().default(0),
  paidFen: fen('paid_fen').notNull().default(0),
  /** the largest single top-up */
  topUpFen: fen('top_up_fen').notNull().default(0),
  note: text('note').notNull().default(''),
  tags: text('tags').array().notNull().default([]),
  levelId: uuid('level_id'),
  levelSince: instantColumn('level_since'),
  /** from then on it is judged again; null: it stays */
  levelUntil: instantColumn('level_until'),
  /** the player this one was joined to: figures and level are that one's */
  joinedTo: uuid('joined_to'),
});

export const memberPlaces = siteTable('member_place', {
  playerId: uuid('player_id').notNull(),
  siteId: uuid('site_id').notNull(),
  firstVisitAt: instantColumn('first_visit_at').notNull(),
  lastVisitAt: instantColumn('last_visit_at').notNull(),
  visits: integer('visits').notNull(),
  paidFen: fen('paid_fen').notNull(),
});

export const memberLevels = tenantTable('member_level', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed ones stay as rows: steps still name them. */
  removedAt: instantColumn('removed_at'),
  name: text('name').notNull(),
  rank: integer('rank').notNull(),
  topUpFen: fen('top_up_fen'),
  bonusCoins: integer('bonus_coins').notNull().default(0),
  spendFen: fen('spend_fen'),
  basisPoints: integer('basis_points').notNull(),
  keepDays: integer('keep_days'),
});

/** Every step up and down, with the coins that came with it. */
export const memberSteps = tenantTable('member_step', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  playerId: uuid('player_id').notNull(),
  fromLevelId: uuid('from_level_id'),
  toLevelId: uuid('to_level_id'),
  reason: text('reason').$type<'topUp' | 'spend' | 'judged' | 'joined' | 'brought'>().notNull(),
  siteId: uuid('site_id'),
  bonusCoins: integer('bonus_coins').notNull().default(0),
  /** the coins came with a top-up of at least so much on this day at the site */
  topUpFen: fen('top_up_fen'),
  topUpDay: date('top_up_day', { mode: 'string' }),
  /** that top-up went back: so do the coins, and what of them is spent is owed */
  revokedAt: instantColumn('revoked_at'),
  takenBack: integer('taken_back').notNull().default(0),
});

export const levelDiscounts = tenantTable('level_discount', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  levelId: uuid('level_id').notNull(),
  name: text('name').notNull(),
  basisPoints: integer('basis_points').notNull(),
  active: boolean('active').notNull(),
  fromDay: date('from_day', { mode: 'string' }),
  toDay: date('to_day', { mode: 'string' }),
  hours: jsonb('hours').$type<WeekPeriod[]>().notNull(),
  /** empty: all of them */
  siteIds: uuid('site_ids').array().notNull().default([]),
});

/** Plays that staff gave to a member for one site. */
export const freePlays = siteTable('free_play', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  playerId: uuid('player_id').notNull(),
  siteId: uuid('site_id').notNull(),
  plays: integer('plays').notNull(),
  used: integer('used').notNull().default(0),
  reason: text('reason').notNull(),
  /** what paid for them; null: they were given, by the person of staff who stands here */
  orderId: uuid('order_id'),
  userId: uuid('user_id'),
  userName: text('user_name'),
  /** on which it counts towards the limit of the person */
  day: date('day', { mode: 'string' }),
  expiresAt: instantColumn('expires_at').notNull(),
  revokedAt: instantColumn('revoked_at'),
});

/** Which order was paid with how many of which gift. */
export const freePlayUses = tenantTable('free_play_use', {
  orderId: uuid('order_id').notNull(),
  freePlayId: uuid('free_play_id').notNull(),
  usedAt: instantColumn('used_at').notNull(),
  plays: integer('plays').notNull().default(1),
  /** did not come, and can be played again */
  givenBack: integer('given_back').notNull().default(0),
});

/** One file of players whom the merchant knew before. */
export const oldPlayerImports = siteTable('old_player_import', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  fileName: text('file_name').notNull(),
  fileHash: text('file_hash').notNull(),
  players: integer('players').notNull(),
  balanceFen: fen('balance_fen').notNull(),
  coins: bigint('coins', { mode: 'number' }).notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
});

/** What somebody is owed from before; it waits on a separate account until the phone is proven. */
export const oldPlayers = siteTable('old_player', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  importId: uuid('import_id').notNull(),
  siteId: uuid('site_id').notNull(),
  line: integer('line').notNull(),
  phone: text('phone').notNull(),
  name: text('name').notNull().default(''),
  balanceFen: fen('balance_fen').notNull(),
  coins: integer('coins').notNull(),
  levelId: uuid('level_id'),
  note: text('note').notNull().default(''),
  playerId: uuid('player_id'),
  claimedAt: instantColumn('claimed_at'),
  revokedAt: instantColumn('revoked_at'),
});
