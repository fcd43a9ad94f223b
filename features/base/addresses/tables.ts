import { text } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, playerTable } from '#kit/server/tables.ts';

/** Where players have goods sent. Orders keep a copy: an address may be changed or forgotten later. */
export const playerAddresses = playerTable('player_address', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** written or chosen for an order: the last one is offered first */
  usedAt: instantColumn('used_at').notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  region: text('region').notNull(),
  street: text('street').notNull(),
});
