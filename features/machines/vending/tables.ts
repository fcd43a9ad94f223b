import { boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { LossReason, MovementKind, RoundState } from './contract/stock.ts';
import type { ProductType } from './contract/templates.ts';

export const productTemplates = tenantTable('product_template', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed templates stay as rows: stock records still name them. */
  removedAt: instantColumn('removed_at'),
  type: text('type').$type<ProductType>().notNull(),
  name: text('name').notNull(),
  priceFen: integer('price_fen').notNull(),
  costFen: integer('cost_fen').notNull(),
  image: text('image'),
  englishName: text('english_name'),
  packingTip: text('packing_tip'),
  partnerNumber: text('partner_number'),
  brand: text('brand'),
  productionDate: date('production_date', { mode: 'string' }),
  expiryDate: date('expiry_date', { mode: 'string' }),
  warnDays: integer('warn_days').notNull(),
  usage: text('usage'),
  instructions: text('instructions'),
});

/**
 * What lies in a lane. Place, price, capacity and state stand in the settings of the device, which knows them too;
 * a row exists from the first time something is put on the book of the lane.
 */
export const vendingLanes = tenantTable('vending_lane', {
  id: idColumn(),
  deviceId: uuid('device_id').notNull(),
  lane: integer('lane').notNull(),
  templateId: uuid('template_id'),
  stock: integer('stock').notNull().default(0),
  /** of what lies in it; null: the date of the product counts */
  expiryDate: date('expiry_date', { mode: 'string' }),
  alarmThreshold: integer('low_at'),
  filledAt: instantColumn('filled_at'),
  /** the device's own count, and since when it differs from the book */
  reportedStock: integer('reported_stock'),
  differsSince: instantColumn('differs_since'),
  /** staff changed the book and the device does not know yet: its own count is old */
  untold: boolean('untold').notNull().default(false),
  /** the command that is telling it */
  toldCommandId: uuid('told_command_id'),
});

/**
 * How much a machine needs a visit: what lists sort and filter by. Counted again in the transaction of whatever changes
 * its lanes; `stale` where that would take too long, or where time alone changed it.
 */
export const vendingNeeds = tenantTable('vending_need', {
  deviceId: uuid('device_id').notNull(),
  need: integer('need').notNull().default(0),
  /** lanes on sale that are empty or low */
  shortLanes: integer('short_lanes').notNull().default(0),
  /** the day from which goods in a lane on sale are about to expire */
  warnFrom: date('warn_from', { mode: 'string' }),
  stale: boolean('stale').notNull().default(false),
});

/** Every change of every lane's stock. Append-only by trigger. */
export const vendingMovements = siteTable('vending_movement', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  deviceId: uuid('device_id').notNull(),
  /** where the device stood then */
  siteId: uuid('site_id').notNull(),
  lane: integer('lane').notNull(),
  templateId: uuid('template_id'),
  kind: text('kind').$type<MovementKind>().notNull(),
  /** of a correction or a report the difference, else pieces moved */
  amount: integer('amount').notNull(),
  missing: integer('missing').notNull().default(0),
  stockBefore: integer('stock_before').notNull(),
  stockAfter: integer('stock_after').notNull(),
  /** of one piece, as it was then */
  costFen: integer('cost_fen').notNull(),
  /** null: the machine did it */
  userId: uuid('user_id'),
  userName: text('user_name'),
  note: text('note'),
  /** a command is booked once */
  commandId: uuid('command_id'),
  requestId: uuid('request_id'),
  roundId: uuid('round_id'),
  /** of staff: what belongs together */
  visitId: uuid('visit_id'),
  /** of a loss */
  reason: text('reason').$type<LossReason>(),
  /** of what was filled: until when it is good */
  expiryDate: date('expiry_date', { mode: 'string' }),
});

/** What one person did at one machine without a long break. */
export const vendingVisits = siteTable('vending_visit', {
  id: idColumn(),
  createdAt: instantColumn('created_at').notNull(),
  lastAt: instantColumn('last_at').notNull(),
  deviceId: uuid('device_id').notNull(),
  /** where the machine stood then */
  siteId: uuid('site_id').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
});

export const vendingRounds = tenantTable('vending_round', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  endedAt: instantColumn('ended_at'),
  state: text('state').$type<RoundState>().notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
});

/** One lane of a round, in the order of need. */
export const vendingRoundLines = siteTable('vending_round_line', {
  id: idColumn(),
  roundId: uuid('round_id').notNull(),
  sort: integer('sort').notNull(),
  siteId: uuid('site_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  lane: integer('lane').notNull(),
  templateId: uuid('template_id').notNull(),
  planned: integer('planned').notNull(),
  wasEmpty: boolean('was_empty').notNull(),
  /** ticked on the pick list */
  packed: boolean('packed').notNull().default(false),
  /** pieces really filled; null: nobody was there yet */
  filled: integer('filled'),
});

/** The prize of one machine of a round. */
export const vendingRoundPrizes = siteTable('vending_round_prize', {
  id: idColumn(),
  roundId: uuid('round_id').notNull(),
  sort: integer('sort').notNull(),
  siteId: uuid('site_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  giftId: uuid('gift_id').notNull(),
  planned: integer('planned').notNull(),
  wasEmpty: boolean('was_empty').notNull(),
  packed: boolean('packed').notNull().default(false),
  filled: integer('filled'),
});
