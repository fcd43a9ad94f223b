import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { WeekPeriod } from '#kit/contract/schemas.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { ListState } from './contract/price-lists.ts';
import type {
  Audience,
  NoteBonus,
  PackageKind,
  PricedThing,
  PriceRules,
  Rounding,
} from './contract/price-rules.ts';
import type { Circumstances } from './rules/circumstances.ts';
import type { Choice, PriceLine } from './rules/price.ts';
import type { PriceList } from './rules/price-list.ts';

const termColumns = {
  active: boolean('active').notNull(),
  fromDay: date('from_day', { mode: 'string' }),
  toDay: date('to_day', { mode: 'string' }),
  hours: jsonb('hours').$type<WeekPeriod[]>().notNull(),
};

export const packages = siteTable('price_package', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed ones stay as rows: orders still name them. */
  removedAt: instantColumn('removed_at'),
  siteId: uuid('site_id').notNull(),
  /** null: of the whole site */
  deviceId: uuid('device_id'),
  kind: text('kind').$type<PackageKind>().notNull(),
  name: text('name').notNull(),
  priceFen: integer('price_fen').notNull(),
  coins: integer('coins').notNull(),
  bonusCoins: integer('bonus_coins').notNull(),
  points: integer('points').notNull().default(0),
  recommended: boolean('recommended').notNull().default(false),
  ...termColumns,
  audience: text('audience').$type<Audience>().notNull(),
  awayDays: integer('away_days'),
  perPlayer: integer('per_player'),
  perPlayerDay: integer('per_player_day'),
  discountable: boolean('discountable').notNull(),
  withCards: boolean('with_cards').notNull().default(true),
});

export const discounts = siteTable('price_discount', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  siteId: uuid('site_id').notNull(),
  name: text('name').notNull(),
  basisPoints: integer('basis_points').notNull(),
  things: jsonb('things').$type<PricedThing[]>().notNull(),
  withLevel: boolean('with_level').notNull(),
  ...termColumns,
});

export const cashPackages = siteTable('cash_package', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  yuan: integer('yuan').$type<NoteBonus['yuan']>().notNull(),
  bonusCoins: integer('bonus_coins').notNull(),
});

/** One row for each site that rounds; its id is the site's. */
export const priceTerms = tenantTable(
  'price_terms',
  {
    id: idColumn(),
    rounding: text('rounding').$type<Rounding>().notNull(),
  },
  { site: 'id' },
);

/** One row for each site that named its own points store; its id is the site's. */
export const pointsStores = tenantTable('points_store', { id: idColumn(), url: text('url') }, { site: 'id' });

/** All rules of a site as they stood from a moment on. Never changed: prices name the version they came from. */
export const priceVersions = siteTable('price_version', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  number: integer('number').notNull(),
  createdByName: text('created_by_name').notNull(),
  rules: jsonb('rules').$type<PriceRules>().notNull(),
});

/** What an order was priced by: the choice, the circumstances, the version, and the lines people were shown. */
export const pricedOrders = siteTable('priced_order', {
  orderId: uuid('order_id').primaryKey(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id'),
  packageId: uuid('package_id'),
  /** null: the site had no rules, the machine's own price held */
  versionId: uuid('version_id'),
  choice: jsonb('choice').$type<Choice>().notNull(),
  circumstances: jsonb('circumstances').$type<KeptCircumstances>().notNull(),
  lines: jsonb('lines').$type<PriceLine[]>().notNull(),
  totalFen: integer('total_fen').notNull(),
  /** never paid, or all of it given back: it does not count against the limits of the player */
  givenUpAt: instantColumn('given_up_at'),
});

/** What each machine was last sent to show of the prices, and what became of it. */
export const priceLists = siteTable('price_list', {
  deviceId: uuid('device_id').primaryKey(),
  siteId: uuid('site_id').notNull(),
  /** grows with every list a machine is sent, under every owner: milliseconds of the clock */
  version: bigint('version', { mode: 'number' }).notNull(),
  state: text('state').$type<ListState>().notNull(),
  reason: text('reason').$type<NonNullable<UpMessage<'prices'>['reason']>>(),
  /** null while it waits: what is sent is what the rules say at that moment */
  list: jsonb('list').$type<PriceList>(),
  askedAt: instantColumn('asked_at').notNull(),
  askedByName: text('asked_by_name').notNull(),
  sentAt: instantColumn('sent_at'),
  answeredAt: instantColumn('answered_at'),
});

/** Instants as texts, as JSON keeps them. */
export type KeptCircumstances = Omit<Circumstances, 'at' | 'player'> & {
  at: string;
  player: (Omit<NonNullable<Circumstances['player']>, 'lastPaidAt'> & { lastPaidAt: string | null }) | null;
};
