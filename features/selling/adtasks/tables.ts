import { date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { DoubtReason, DoubtState } from './contract.ts';

/** Tasks belong to the platform; what was paid of the budget stands here and is held by the row's lock. */
export const adTasks = tenantTable('ad_task', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  title: text('title').notNull(),
  mediaId: uuid('media_id').notNull(),
  kind: text('kind').$type<'picture' | 'video'>().notNull(),
  link: text('link').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  sha256: text('sha256').notNull(),
  seconds: integer('seconds').notNull(),
  priceFen: integer('price_fen').notNull(),
  budgetFen: integer('budget_fen').notNull(),
  paidFen: integer('paid_fen').notNull().default(0),
  fromDay: date('from_day', { mode: 'string' }).notNull(),
  toDay: date('to_day', { mode: 'string' }).notNull(),
  types: jsonb('types').$type<DeviceType[]>().notNull(),
  endedAt: instantColumn('ended_at'),
});

/** A merchant's machine that shows a task, from when until when. */
export const adAcceptances = tenantTable('ad_acceptance', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  taskId: uuid('task_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  endedAt: instantColumn('ended_at'),
});

/** Hours of which something new was counted: the fold takes them. */
export const adDue = tenantTable('ad_due', {
  taskId: uuid('task_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  hourAt: instantColumn('hour_at').notNull(),
  siteId: uuid('site_id').notNull(),
});

/** What was booked: once for an hour of a machine, again only for what was counted later. */
export const adIncomes = siteTable('ad_income', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  taskId: uuid('task_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  hourAt: instantColumn('hour_at').notNull(),
  turn: integer('turn').notNull(),
  /** business day of the site */
  day: date('day', { mode: 'string' }).notNull(),
  plays: integer('plays').notNull(),
  /** plays for which the budget had no money left */
  cut: integer('cut').notNull(),
  amountFen: integer('amount_fen').notNull(),
  /** null where all plays were cut */
  walletId: text('wallet_id'),
  transferId: uuid('transfer_id'),
  /** of a count that was set aside and approved */
  doubtId: uuid('doubt_id'),
});

/** Counts that can not be true, or of which nobody knows: paid only by the word of the platform. */
export const adDoubts = siteTable('ad_doubt', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  taskId: uuid('task_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  hourAt: instantColumn('hour_at').notNull(),
  plays: integer('plays').notNull(),
  reason: text('reason').$type<DoubtReason>().notNull(),
  /** its plays are counted in `ad_play`; those refused when they came in are not */
  counted: integer('counted').notNull(),
  state: text('state').$type<DoubtState>().notNull().default('open'),
  decidedBy: uuid('decided_by'),
  decidedByName: text('decided_by_name'),
  decidedAt: instantColumn('decided_at'),
});
