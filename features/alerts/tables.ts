import { bigint, boolean, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { AlertKind, AlertSeverity } from './contract/kinds.ts';
import type { EndReason, Told } from './contract.ts';

export type AlertData = Record<string, string | number>;

/** One row per occurrence, from when it was noticed to when it ended. */
export const alerts = tenantTable(
  'alert',
  {
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
  },
  { site: 'siteId' },
);

/** What a merchant or one of its sites changed; what has no row is as delivered (contract/kinds.ts). */
export const alertRules = tenantTable('alert_rule', {
  id: idColumn(),
  /** null: for all sites without a rule of their own */
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
