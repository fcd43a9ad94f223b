import { bigint, boolean, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { ClassKind } from './contract/goods.ts';
import type { DocumentKind } from './contract/kinds.ts';
import type { StoreKind } from './contract/places.ts';

/** Categories and groups: names in an order. A good has one category and any number of groups. */
export const goodClasses = tenantTable('good_class', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  kind: text('kind').$type<ClassKind>().notNull(),
  name: text('name').notNull(),
  sort: integer('sort').notNull(),
});

export const goods = tenantTable('good', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed goods stay as rows: documents still name them. */
  removedAt: instantColumn('removed_at'),
  name: text('name').notNull(),
  categoryId: uuid('category_id').notNull(),
  groupIds: uuid('group_ids').array().notNull().default([]),
  pictures: jsonb('pictures').$type<string[]>().notNull().default([]),
  description: text('description').notNull().default(''),
  /** what one piece costs; several of them together are a mix, all of which is paid */
  pricePoints: integer('price_points').notNull(),
  priceTickets: integer('price_tickets').notNull(),
  priceFen: integer('price_fen').notNull(),
  /** pieces for one player ever, for one player on a day, and for all players on a day; null: no limit */
  perPlayer: integer('per_player'),
  perPlayerDay: integer('per_player_day'),
  perDay: integer('per_day'),
  onShelf: boolean('on_shelf').notNull(),
  shelfFrom: instantColumn('shelf_from'),
  shelfUntil: instantColumn('shelf_until'),
  allShops: boolean('all_shops').notNull(),
  /** the shops that hand it out, unless all do */
  storeIds: uuid('store_ids').array().notNull().default([]),
});

export const goodVariants = tenantTable('good_variant', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  goodId: uuid('good_id').notNull(),
  /** empty where there is only one */
  name: text('name').notNull(),
  barcode: text('barcode'),
  sort: integer('sort').notNull(),
  /** of the last receipt: what a piece is worth that turns up where none was */
  lastCostFen: integer('last_cost_fen').notNull().default(0),
});

/** A shop belongs to a site; a warehouse to none, so only who sees all sites sees it. */
export const stockStores = siteTable('stock_store', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  kind: text('kind').$type<StoreKind>().notNull(),
  name: text('name').notNull(),
  siteId: uuid('site_id'),
  address: text('address').notNull().default(''),
  contact: text('contact').notNull().default(''),
  phone: text('phone').notNull().default(''),
});

export const stockSuppliers = tenantTable('stock_supplier', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  removedAt: instantColumn('removed_at'),
  name: text('name').notNull(),
  contact: text('contact').notNull().default(''),
  phone: text('phone').notNull().default(''),
  address: text('address').notNull().default(''),
  note: text('note').notNull().default(''),
});

/** What lies in a store: the sum of the lines of documents, kept beside them to be locked. */
export const stockLevels = tenantTable('stock_level', {
  id: idColumn(),
  storeId: uuid('store_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  onHand: integer('on_hand').notNull().default(0),
  reserved: integer('reserved').notNull().default(0),
  /** what the pieces on hand cost together */
  valueFen: bigint('value_fen', { mode: 'number' }).notNull().default(0),
  alarmThreshold: integer('alarm_threshold').notNull().default(0),
});

/** Append-only by trigger: what was wrong is put right by a document that reverses it. */
export const stockDocuments = tenantTable('stock_document', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  number: text('number').notNull(),
  kind: text('kind').$type<DocumentKind>().notNull(),
  storeId: uuid('store_id').notNull(),
  /** of the store at that time, written by a trigger: figures stay where they happened */
  siteId: uuid('site_id'),
  toStoreId: uuid('to_store_id'),
  supplierId: uuid('supplier_id'),
  reversesId: uuid('reverses_id'),
  /** of the caller: the same key never books twice */
  key: text('key'),
  piecesIn: integer('pieces_in').notNull(),
  piecesOut: integer('pieces_out').notNull(),
  costFen: bigint('cost_fen', { mode: 'number' }).notNull(),
  note: text('note'),
  userId: uuid('user_id'),
  userName: text('user_name'),
});

/** Append-only by trigger. A transfer has two lines for each variant, at the same place of the paper. */
export const stockLines = tenantTable('stock_line', {
  id: idColumn(),
  documentId: uuid('document_id').notNull(),
  place: integer('place').notNull(),
  storeId: uuid('store_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  /** what it changes on hand; zero only where a count found what the books said */
  pieces: integer('pieces').notNull(),
  /** what it changes of the value */
  costFen: bigint('cost_fen', { mode: 'number' }).notNull(),
  /** of a receipt */
  unitCostFen: integer('unit_cost_fen'),
  /** of a count: what the books said, and what was there */
  expected: integer('expected'),
  counted: integer('counted'),
  onHandAfter: integer('on_hand_after').notNull(),
});

export type ReservationState = 'open' | 'released' | 'expired' | 'handedOut';

/** Pieces kept for somebody for a while. */
export const stockReservations = tenantTable('stock_reservation', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  key: text('key').notNull(),
  storeId: uuid('store_id').notNull(),
  state: text('state').$type<ReservationState>().notNull(),
  until: instantColumn('until').notNull(),
  endedAt: instantColumn('ended_at'),
  documentId: uuid('document_id'),
});

export const stockReservedLines = tenantTable('stock_reserved_line', {
  id: idColumn(),
  reservationId: uuid('reservation_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  pieces: integer('pieces').notNull(),
});
