import { boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { CardSource, CardTerms, CardUnit } from './contract/terms.ts';

export const cardTypes = tenantTable('card_type', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed ones stay as rows: cards still name them. */
  removedAt: instantColumn('removed_at'),
  name: text('name').notNull(),
  image: text('image'),
  intro: text('intro').notNull().default(''),
  priceFen: integer('price_fen').notNull(),
  /** null: as many as people want */
  stock: integer('stock'),
  perPlayer: integer('per_player'),
  onSale: boolean('on_sale').notNull(),
  terms: jsonb('terms').$type<CardTerms>().notNull(),
});

/** A card together with coins, at its own price. */
export const cardPackages = tenantTable('card_package', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  typeId: uuid('type_id').notNull(),
  name: text('name').notNull(),
  priceFen: integer('price_fen').notNull(),
  coins: integer('coins').notNull(),
  active: boolean('active').notNull(),
});

/** What a player holds. Name, picture and terms are those of the day on which it was sold. */
export const benefitCards = siteTable('benefit_card', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  typeId: uuid('type_id').notNull(),
  playerId: uuid('player_id').notNull(),
  /** where it was bought */
  siteId: uuid('site_id').notNull(),
  name: text('name').notNull(),
  image: text('image'),
  terms: jsonb('terms').$type<CardTerms>().notNull(),
  /** of all that was paid or given for it and not taken back */
  days: integer('days').notNull(),
  /** both null until it is used for the first time, where its days begin then */
  firstDay: date('first_day', { mode: 'string' }),
  expiresAt: instantColumn('expires_at'),
  endedAt: instantColumn('ended_at'),
});

/** Every time a card was bought, given or made longer. */
export const cardGrants = siteTable('card_grant', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  typeId: uuid('type_id').notNull(),
  packageId: uuid('package_id'),
  playerId: uuid('player_id').notNull(),
  siteId: uuid('site_id').notNull(),
  source: text('source').$type<CardSource>().notNull(),
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
  /** null: ordered and not paid yet */
  cardId: uuid('card_id'),
  givenAt: instantColumn('given_at'),
  name: text('name').notNull(),
  days: integer('days').notNull(),
  priceFen: integer('price_fen').notNull(),
  /** of the price: what the card without its coins costs */
  cardFen: integer('card_fen').notNull(),
  coins: integer('coins').notNull(),
  coinsBack: integer('coins_back').notNull().default(0),
  /** what a refund of it gives back, once somebody has decided */
  refundFen: integer('refund_fen'),
  /** when that was decided, and how many of its coins go back with it */
  refundAt: instantColumn('refund_at'),
  refundCoins: integer('refund_coins'),
  endedAt: instantColumn('ended_at'),
  /** never paid, or all of it went back: it counts towards no limit and no stock */
  givenUpAt: instantColumn('given_up_at'),
  reason: text('reason'),
  userId: uuid('user_id'),
  userName: text('user_name'),
  /** on which a gift counts towards the limit of the person, and how much */
  day: date('day', { mode: 'string' }),
});

/** What was used of a card on a business day. The row is held while something is taken. */
export const cardDays = tenantTable('card_day', {
  cardId: uuid('card_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  plays: integer('plays').notNull().default(0),
  coins: integer('coins').notNull().default(0),
  /** plays of earlier days that came to nothing and can be played on this one */
  extraPlays: integer('extra_plays').notNull().default(0),
});

export const cardUses = siteTable('card_use', {
  id: idColumn(),
  usedAt: instantColumn('used_at').notNull(),
  cardId: uuid('card_id').notNull(),
  playerId: uuid('player_id').notNull(),
  siteId: uuid('site_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  unit: text('unit').$type<CardUnit>().notNull(),
  amount: integer('amount').notNull(),
  /** did not come, and can be played again; of that, on a later day */
  givenBack: integer('given_back').notNull().default(0),
  lateBack: integer('late_back').notNull().default(0),
  /** plays: the order they paid */
  orderId: uuid('order_id'),
});
