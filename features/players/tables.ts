import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn } from '#kit/server/tables.ts';
import type { PlayerPlatform } from './contract.ts';

/** A person who plays, as one platform knows them. Players belong to no merchant: what they own somewhere is in the ledger. */
export const players = pgTable('player', {
  id: idColumn().primaryKey(),
  createdAt: createdAtColumn(),
  platform: text('platform').$type<PlayerPlatform>().notNull(),
  /** which of the operator's apps: an open id means nothing in another */
  appId: text('app_id').notNull(),
  openId: text('open_id').notNull(),
  name: text('name').notNull().default(''),
  photo: text('photo').notNull().default(''),
  phone: text('phone'),
  /** raised to end all of the player's logins */
  tokenGeneration: integer('token_generation').notNull().default(1),
});
