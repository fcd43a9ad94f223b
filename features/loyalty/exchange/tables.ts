import { boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { ExchangeState, ExchangeWay } from './contract/kinds.ts';

/** One for each merchant that has set something. */
export const exchangeSettings = tenantTable('exchange_setting', {
  open: boolean('open').notNull(),
  rules: text('rules').notNull().default(''),
  banner: text('banner'),
  /** how long pieces wait for whoever exchanged them */
  pickupDays: integer('pickup_days').notNull(),
  /** goods are sent to players, too */
  shipping: boolean('shipping').notNull(),
  /** more points or tickets than this ask for the payment password; null: never */
  passwordAbove: integer('password_above'),
});

export const exchangeOrders = tenantTable(
  'exchange_order',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    number: text('number').notNull(),
    siteId: uuid('site_id').notNull(),
    playerId: uuid('player_id').notNull(),
    way: text('way').$type<ExchangeWay>().notNull(),
    state: text('state').$type<ExchangeState>().notNull(),
    /** as the site counts days: limits of a day are about it */
    day: date('day', { mode: 'string' }).notNull(),
    /** what it is, as people read it, and the picture of the first of it */
    goods: text('goods').notNull(),
    picture: text('picture'),
    pieces: integer('pieces').notNull(),
    points: integer('points').notNull(),
    tickets: integer('tickets').notNull(),
    amountFen: integer('amount_fen').notNull(),
    pointTransferId: uuid('point_transfer_id'),
    ticketTransferId: uuid('ticket_transfer_id'),
    /** of the core, for the part that is money */
    orderId: uuid('order_id'),
    orderNumber: text('order_number'),
    codeHash: text('code_hash'),
    waitsUntil: instantColumn('waits_until'),
    /** when the player was told by a text that it waits; told once, or never */
    remindedAt: instantColumn('reminded_at'),
    receiver: text('receiver').notNull().default(''),
    phone: text('phone').notNull().default(''),
    address: text('address').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    reason: text('reason').notNull().default(''),
    /** which of the member's codes was scanned at the counter */
    step: integer('step'),
    /** who of the staff sold, handed out, sent or cancelled it last */
    userId: uuid('user_id'),
    userName: text('user_name'),
    endedAt: instantColumn('ended_at'),
  },
  { site: 'siteId' },
);

/** What a piece cost when it was exchanged; never changed. */
export const exchangeLines = tenantTable('exchange_line', {
  id: idColumn(),
  orderId: uuid('order_id').notNull(),
  goodId: uuid('good_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  goodName: text('good_name').notNull(),
  variantName: text('variant_name').notNull(),
  picture: text('picture'),
  pieces: integer('pieces').notNull(),
  pricePoints: integer('price_points').notNull(),
  priceTickets: integer('price_tickets').notNull(),
  priceFen: integer('price_fen').notNull(),
});
