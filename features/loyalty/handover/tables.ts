import { bigint, boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { HandoverKind, HandoverState, HandoverWay } from './contract/kinds.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });

/** One for each merchant that has set something: it holds for goods for points and for goods for money. */
export const handoverSettings = tenantTable('handover_setting', {
  open: boolean('open').notNull(),
  rules: text('rules').notNull().default(''),
  banner: text('banner'),
  /** how long pieces wait to be fetched */
  pickupDays: integer('pickup_days').notNull(),
  /** goods are sent to players, too */
  shipping: boolean('shipping').notNull(),
  /** more points or tickets than this ask for the payment password; null: never */
  passwordAbove: integer('password_above'),
});

export const handovers = siteTable('handover', {
  /** of a sale: the id of its order */
  id: idColumn(),
  createdAt: createdAtColumn(),
  number: text('number').notNull(),
  kind: text('kind').$type<HandoverKind>().notNull(),
  siteId: uuid('site_id').notNull(),
  playerId: uuid('player_id').notNull(),
  way: text('way').$type<HandoverWay>().notNull(),
  state: text('state').$type<HandoverState>().notNull(),
  /** while money is on its way back: where it stands again if the platform refuses */
  stateBefore: text('state_before').$type<'ready' | 'shipped' | 'done'>(),
  /** and what it is when the money is back; null: refunded */
  endsAs: text('ends_as').$type<'cancelled' | 'expired'>(),
  /** as the site counts days: limits of a day are about it */
  day: date('day', { mode: 'string' }).notNull(),
  /** what it is, as people read it, and the picture of the first of it */
  goods: text('goods').notNull(),
  picture: text('picture'),
  pieces: integer('pieces').notNull(),
  points: integer('points').notNull(),
  tickets: integer('tickets').notNull(),
  amountFen: fen('amount_fen').notNull(),
  pointTransferId: uuid('point_transfer_id'),
  ticketTransferId: uuid('ticket_transfer_id'),
  /** of the core, for the part that is money */
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
  codeHash: text('code_hash'),
  waitsUntil: instantColumn('waits_until'),
  /** when the player was told by a text that it waits; told once, or never */
  remindedAt: instantColumn('reminded_at'),
  /** a copy: an address may be changed or forgotten later */
  receiver: text('receiver').notNull().default(''),
  phone: text('phone').notNull().default(''),
  address: text('address').notNull().default(''),
  carrier: text('carrier').notNull().default(''),
  trackingNumber: text('tracking_number').notNull().default(''),
  reason: text('reason').notNull().default(''),
  /** which of the member's codes was scanned at the counter */
  step: integer('step'),
  /** given up unpaid, the pieces go back into the cart they came from */
  fromCart: boolean('from_cart').notNull(),
  /** who of the staff sold, handed out, sent or cancelled it last */
  userId: uuid('user_id'),
  userName: text('user_name'),
  paidAt: instantColumn('paid_at'),
  handedAt: instantColumn('handed_at'),
  endedAt: instantColumn('ended_at'),
});

/** What a piece cost when it was exchanged or bought; never changed. */
export const handoverLines = tenantTable('handover_line', {
  id: idColumn(),
  handoverId: uuid('handover_id').notNull(),
  place: integer('place').notNull(),
  goodId: uuid('good_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  goodName: text('good_name').notNull(),
  variantName: text('variant_name').notNull(),
  picture: text('picture'),
  pieces: integer('pieces').notNull(),
  pricePoints: integer('price_points').notNull(),
  priceTickets: integer('price_tickets').notNull(),
  priceFen: integer('price_fen').notNull(),
  /** the line's part of the money that was to be paid, discounts taken off */
  amountFen: fen('amount_fen').notNull(),
});
