import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, playerTable } from '#kit/server/tables.ts';
import type { PlayerPlatform } from './contract.ts';

/** A person who plays, as one platform knows them. Players belong to no merchant: what they own somewhere is in the ledger. */
export const players = pgTable('player', {
  id: idColumn().primaryKey(),
  createdAt: createdAtColumn(),
  platform: text('platform').$type<PlayerPlatform>().notNull(),
  /** which of the operator's apps: an open id means nothing in another */
  appId: text('app_id').notNull(),
  openId: text('open_id').notNull(),
  /** the same in all apps of the operator that WeChat knows to belong together */
  unionId: text('union_id'),
  name: text('name').notNull().default(''),
  /** the player chose the name: the platform's does not replace it */
  namedByPlayer: boolean('named_by_player').notNull().default(false),
  photo: text('photo').notNull().default(''),
  /** the player chose the picture: the platform's does not replace it */
  photoByPlayer: boolean('photo_by_player').notNull().default(false),
  phone: text('phone'),
  /** null: since the player is known */
  phoneSince: instantColumn('phone_since'),
  phoneBefore: text('phone_before'),
  birthday: date('birthday', { mode: 'string' }),
  /** the owner wants the account deleted: it is closed, and goes then unless it is taken back */
  closesAt: instantColumn('closes_at'),
  /** then nothing else here says who it was */
  deletedAt: instantColumn('deleted_at'),
  /** raised to end all of the player's logins */
  tokenGeneration: integer('token_generation').notNull().default(1),
  /** a log-in to this record is a log-in of that player; see features/people/identities */
  joinedTo: uuid('joined_to'),
});

/** Which phone a player has shown to hold, by a code that was sent to it, and when. */
export const phoneProofs = pgTable('phone_proof', {
  playerId: uuid('player_id').primaryKey(),
  phone: text('phone').notNull(),
  provenAt: instantColumn('proven_at').notNull(),
});

/** Keyed hashes of how a deleted player came in, and of the phone: see server/former-players.ts. */
export const playerTraces = pgTable('player_trace', {
  hash: text('hash').notNull(),
  kind: text('kind').$type<'app' | 'phone'>().notNull(),
  formerId: uuid('former_id').notNull(),
  leftAt: instantColumn('left_at').notNull(),
});

/** Deleted records that were the same person. */
export const playerFormers = pgTable('player_former', {
  playerId: uuid('player_id').notNull(),
  formerId: uuid('former_id').notNull(),
});

/** Players of whom something became known at a merchant and who were not looked at since; see server/visitor-due.ts. */
export const visitorsDue = pgTable('visitor_due', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text('tenant_id').notNull(),
  playerId: uuid('player_id').notNull(),
});

/** Where players have goods sent. Orders keep a copy: an address may be changed or forgotten later. */
export const playerAddresses = playerTable('player_address', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** written or chosen for an order: the last one is offered first */
  usedAt: instantColumn('used_at').notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  region: text('region').notNull(),
  street: text('street').notNull(),
});
