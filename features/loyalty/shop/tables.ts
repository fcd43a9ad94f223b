import { integer, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, siteTable } from '#kit/server/tables.ts';

/** What players have put aside at a shop. Nothing is kept for them by it. */
export const cartLines = siteTable('shop_cart_line', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  playerId: uuid('player_id').notNull(),
  siteId: uuid('site_id').notNull(),
  variantId: uuid('variant_id').notNull(),
  pieces: integer('pieces').notNull(),
});
