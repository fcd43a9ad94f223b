import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Unit } from '#features/money/ledger/contract.ts';
import { idColumn, instantColumn } from '#kit/server/tables.ts';

/** Plain tables: players belong to no merchant. Staff see of them what concerns their own members. */
export const playerJoins = pgTable('player_join', {
  id: idColumn(),
  joinedAt: instantColumn('joined_at').notNull(),
  fromPlayer: uuid('from_player').notNull(),
  intoPlayer: uuid('into_player').notNull(),
  /** staff who did it; null: the player */
  tenantId: text('tenant_id'),
  userId: uuid('user_id'),
  userName: text('user_name'),
  reason: text('reason').notNull().default(''),
  undoUntil: instantColumn('undo_until').notNull(),
  splitAt: instantColumn('split_at'),
  rounds: integer('rounds').notNull().default(0),
});

/** Joinings that wait for their time. */
export const joinWishes = pgTable('player_join_wish', {
  id: idColumn(),
  askedAt: instantColumn('asked_at').notNull(),
  dueAt: instantColumn('due_at').notNull(),
  fromPlayer: uuid('from_player').notNull(),
  intoPlayer: uuid('into_player').notNull(),
  /** staff who asked; null: the player */
  tenantId: text('tenant_id'),
  userId: uuid('user_id'),
  userName: text('user_name'),
  reason: text('reason').notNull().default(''),
  endedAt: instantColumn('ended_at'),
  outcome: text('outcome').$type<'joined' | 'calledOff' | 'failed'>(),
});

export const joinValues = pgTable('player_join_value', {
  joinId: uuid('join_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  purpose: text('purpose').notNull(),
  unit: text('unit').$type<Unit>().notNull(),
  moved: bigint('moved', { mode: 'number' }).notNull(),
  returned: bigint('returned', { mode: 'number' }).notNull().default(0),
});

export const joinRows = pgTable('player_join_row', {
  joinId: uuid('join_id').notNull(),
  tableName: text('table_name').notNull(),
  rowKey: jsonb('row_key').$type<Record<string, unknown>>().notNull(),
});
