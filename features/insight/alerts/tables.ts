import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { AlertKind, AlertSeverity, OddKind } from './contract/kinds.ts';
import type { SilenceReason } from './contract/silences.ts';
import type { EndReason, Told } from './contract.ts';
import type { Habit } from './rules/habit-rules.ts';
import type { BandPoint } from './rules/odd-machine-rules.ts';

export type AlertData = Record<string, string | number>;

/** One row per occurrence, from when it was noticed to when it ended. */
export const alerts = siteTable('alert', {
  id: idColumn(),
  /** null: not of one site (the warehouse) */
  siteId: uuid('site_id'),
  deviceId: uuid('device_id'),
  kind: text('kind').$type<AlertKind>().notNull(),
  /** tells apart what one device may have several of: a fault code, a hopper, a lane, a counter, a gift */
  subject: text('subject').notNull().default(''),
  severity: text('severity').$type<AlertSeverity>().notNull(),
  /** the figures of its sentence */
  data: jsonb('data').$type<AlertData>().notNull(),
  openedAt: instantColumn('opened_at').notNull(),
  acknowledgedAt: instantColumn('acknowledged_at'),
  acknowledgedBy: uuid('acknowledged_by'),
  acknowledgedName: text('acknowledged_name'),
  note: text('note').notNull().default(''),
  endedAt: instantColumn('ended_at'),
  endReason: text('end_reason').$type<EndReason>(),
  endedBy: uuid('ended_by'),
  endedName: text('ended_name'),
  /**
   * null while the cause lasts. An alert may be ended by hand before: as long as this is null the same thing is
   * not told a second time.
   */
  goneAt: instantColumn('gone_at'),
});

/** What a merchant or one of its sites changed; what has no row is as delivered (contract/kinds.ts). */
export const alertRules = tenantTable('alert_rule', {
  id: idColumn(),
  /** null: for all sites without their own rule */
  siteId: uuid('site_id'),
  kind: text('kind').$type<AlertKind>().notNull(),
  enabled: boolean('enabled').notNull(),
  threshold: integer('threshold'),
  told: text('told').$type<Told>().notNull(),
  roleIds: uuid('role_ids').array().notNull(),
  mutedFaults: text('muted_faults').array().notNull(),
});

/** Counter totals of a prize machine at moments that the watch counts from (server/watch-prizes.ts). */
export const alertWatches = tenantTable('alert_watch', {
  deviceId: uuid('device_id').notNull(),
  settingsVersion: bigint('settings_version', { mode: 'number' }).notNull(),
  /** at the last look */
  plays: bigint('plays', { mode: 'number' }).notNull(),
  prizes: bigint('prizes', { mode: 'number' }).notNull(),
  /** plays when the last prize was seen */
  quietFromPlays: bigint('quiet_from_plays', { mode: 'number' }).notNull(),
  /** where the window of the win rate begins */
  windowAt: instantColumn('window_at').notNull(),
  windowPlays: bigint('window_plays', { mode: 'number' }).notNull(),
  windowPrizes: bigint('window_prizes', { mode: 'number' }).notNull(),
});

/** What a machine usually does, by its own past; made again once a day. */
export const alertHabits = siteTable('alert_habit', {
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  /** a day of the site */
  madeOn: date('made_on', { mode: 'string' }).notNull(),
  /** null: its past is too short */
  habit: jsonb('habit').$type<Habit>(),
});

/** Up to which hour the machines of a site were compared with their past. */
export const alertLooks = siteTable('alert_look', {
  siteId: uuid('site_id').notNull(),
  untilAt: instantColumn('until_at').notNull(),
});

/** What an alert was raised by: the expected band and what was. */
export const alertPictures = tenantTable('alert_picture', {
  alertId: uuid('alert_id').notNull(),
  points: jsonb('points').$type<BandPoint[]>().notNull(),
});

/** Somebody knows why a machine, or a whole site, differs from its past for a while. */
export const alertSilences = siteTable('alert_silence', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  /** null: all machines of the site */
  deviceId: uuid('device_id'),
  kind: text('kind').$type<OddKind>().notNull(),
  reason: text('reason').$type<SilenceReason>().notNull(),
  note: text('note').notNull().default(''),
  untilAt: instantColumn('until_at').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  endedAt: instantColumn('ended_at'),
  endedName: text('ended_name'),
});
