import { integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { MovementKind } from './contract/records.ts';

export const giftTypes = tenantTable('gift_type', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  sort: integer('sort').notNull(),
});

export const gifts = tenantTable('gift', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed gifts stay as rows: the stock record still names them. */
  removedAt: instantColumn('removed_at'),
  typeId: uuid('type_id').notNull(),
  name: text('name').notNull(),
  picture: text('picture'),
  costFen: integer('cost_fen').notNull(),
  /** pieces in the warehouse */
  stock: integer('stock').notNull(),
  alarmThreshold: integer('alarm_threshold').notNull(),
});

/** What lies in a device: one gift at a time, so that a prize that falls out is never a guess. */
export const giftPlacements = tenantTable('gift_placement', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  deviceId: uuid('device_id').notNull(),
  giftId: uuid('gift_id').notNull(),
  stock: integer('stock').notNull(),
  capacity: integer('capacity').notNull(),
  alarmThreshold: integer('alarm_threshold').notNull(),
});

/** Every change of every stock. Append-only by trigger. */
export const giftMovements = tenantTable('gift_movement', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  giftId: uuid('gift_id').notNull(),
  /** null: the warehouse alone */
  deviceId: uuid('device_id'),
  /** where the device stood then */
  siteId: uuid('site_id'),
  kind: text('kind').$type<MovementKind>().notNull(),
  /** of a correction the difference, else never below zero */
  amount: integer('amount').notNull(),
  missing: integer('missing').notNull().default(0),
  /** of one piece, as it was then */
  costFen: integer('cost_fen').notNull(),
  stockBefore: integer('stock_before'),
  stockAfter: integer('stock_after'),
  deviceStockBefore: integer('device_stock_before'),
  deviceStockAfter: integer('device_stock_after'),
  /** null: the machine reported it */
  userId: uuid('user_id'),
  userName: text('user_name'),
  note: text('note'),
  requestId: uuid('request_id'),
});
