import { bigint, integer, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { HoldKind } from './rules/turn-rules.ts';

/** Machines whose odds players see: the merchant chose to show them. */
export const machineOdds = tenantTable('machine_odds', {
  deviceId: uuid('device_id').notNull(),
  publishedAt: instantColumn('published_at').notNull(),
});

/** For whom a machine is kept: one row for each machine, over when its time is. */
export const machineHolds = tenantTable('machine_hold', {
  deviceId: uuid('device_id').notNull(),
  playerId: uuid('player_id').notNull(),
  kind: text('kind').$type<HoldKind>().notNull(),
  until: instantColumn('until').notNull(),
  /** how often they began to pay again without having played */
  renewals: integer('renewals').notNull().default(0),
});

/** Who waits for it, in the order in which they came. */
export const machineWaits = tenantTable('machine_wait', {
  deviceId: uuid('device_id').notNull(),
  playerId: uuid('player_id').notNull(),
  place: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
  seenAt: instantColumn('seen_at').notNull(),
});
