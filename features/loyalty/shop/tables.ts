import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { Delivery, GoodsState } from './contract/kinds.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });

/** As it was when it was ordered: an address may be changed or forgotten later. */
export interface Receiver {
  name: string;
  phone: string;
  region: string;
  street: string;
}

/** What players have put aside at a shop. Nothing is kept for them by it. */
export const cartLines = tenantTable(
  'shop_cart_line',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    playerId: uuid('player_id').notNull(),
    siteId: uuid('site_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    pieces: integer('pieces').notNull(),
  },
  { site: 'siteId' },
);

/** The goods of an order of the core: money is there, pieces and where they go are here. */
export const goodsOrders = tenantTable(
  'shop_order',
  {
    orderId: uuid('order_id').primaryKey(),
    createdAt: createdAtColumn(),
    /** known once it is paid */
    orderNumber: text('order_number'),
    siteId: uuid('site_id').notNull(),
    storeId: uuid('store_id').notNull(),
    playerId: uuid('player_id').notNull(),
    state: text('state').$type<GoodsState>().notNull(),
    /** while money is on its way back: where it stands again if the platform refuses */
    stateBefore: text('state_before').$type<GoodsState>(),
    delivery: text('delivery').$type<Delivery>().notNull(),
    title: text('title').notNull(),
    pieces: integer('pieces').notNull(),
    amountFen: fen('amount_fen').notNull(),
    /** the business day of the site, for limits of a day */
    day: date('day', { mode: 'string' }).notNull(),
    /** given up unpaid, the pieces go back into the cart they came from */
    fromCart: boolean('from_cart').notNull(),
    receiver: jsonb('receiver').$type<Receiver>(),
    codeHash: text('code_hash'),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    paidAt: instantColumn('paid_at'),
    /** until when it is to be fetched: then the money goes back; null: no deadline */
    waitsUntil: instantColumn('waits_until'),
    remindedAt: instantColumn('reminded_at'),
    handedAt: instantColumn('handed_at'),
    endedAt: instantColumn('ended_at'),
    userId: uuid('user_id'),
    userName: text('user_name'),
  },
  { site: 'siteId' },
);

export const goodsOrderLines = tenantTable('shop_order_line', {
  id: idColumn(),
  orderId: uuid('order_id').notNull(),
  place: integer('place').notNull(),
  goodId: uuid('good_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  /** as they were then */
  name: text('name').notNull(),
  variantName: text('variant_name').notNull(),
  picture: text('picture'),
  pieces: integer('pieces').notNull(),
  unitFen: integer('unit_fen').notNull(),
  /** its part of what was to be paid, discounts taken off */
  amountFen: fen('amount_fen').notNull(),
});
