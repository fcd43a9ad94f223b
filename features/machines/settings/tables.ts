import { bigint, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { BatchKind, ChangeFailure, ChangeState, SettingDifference } from './contract.ts';

/** What a device confirmed last. A device without a row runs with the defaults of its type. */
export const deviceSettings = tenantTable('device_settings', {
  deviceId: uuid('device_id').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  settings: jsonb('settings').$type<SettingsDocument>().notNull(),
  hash: text('hash').notNull(),
  appliedAt: instantColumn('applied_at'),
  /** highest number any change of it was given, so that no number stands for two documents */
  issuedVersion: bigint('issued_version', { mode: 'number' }).notNull().default(0),
  /** what the device said it runs with, while that is not what we confirmed */
  reported: jsonb('reported').$type<SettingsDocument>(),
  reportedHash: text('reported_hash'),
  reportedVersion: bigint('reported_version', { mode: 'number' }),
  reportAskedAt: instantColumn('report_asked_at'),
  /** registered and not yet given its preset: in whose name it will be */
  presetDue: jsonb('preset_due').$type<PresetGiver>(),
});

export interface PresetGiver {
  userId: string;
  account: string;
  name: string;
  /** named with the registration: wins over the preset's */
  priceFen?: number;
}

export const settingsChanges = siteTable('settings_change', {
  id: idColumn(),
  deviceId: uuid('device_id').notNull(),
  /** the device as it was then: a batch names it after it was moved or unbound, too */
  siteId: uuid('site_id').notNull(),
  deviceCode: text('device_code').notNull(),
  deviceNumber: integer('device_number').notNull(),
  deviceType: text('device_type').$type<DeviceType>().notNull(),
  version: bigint('version', { mode: 'number' }).notNull(),
  state: text('state').$type<ChangeState>().notNull(),
  reason: text('reason').$type<ChangeFailure>(),
  path: text('path'),
  /** the values that were asked for; a retry puts them over what is confirmed by then */
  wanted: jsonb('wanted').$type<SettingsDocument>().notNull(),
  /** the whole document that was sent */
  settings: jsonb('settings').$type<SettingsDocument>(),
  hash: text('hash'),
  differences: jsonb('differences').$type<SettingDifference[]>().notNull(),
  userId: uuid('user_id'),
  userName: text('user_name'),
  startedAt: instantColumn('started_at').notNull(),
  /** null while it waits for its wave, and when there was nothing to send */
  sentAt: instantColumn('sent_at'),
  deadlineAt: instantColumn('deadline_at').notNull(),
  endedAt: instantColumn('ended_at'),
  batchId: uuid('batch_id'),
  attempt: integer('attempt').notNull().default(1),
  /** a later attempt stands for it in its batch */
  retriedAt: instantColumn('retried_at'),
});

export const settingsBatches = tenantTable('settings_batch', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  userId: uuid('user_id'),
  userName: text('user_name'),
  kind: text('kind').$type<BatchKind>().notNull(),
});

export const settingsPresets = tenantTable('settings_preset', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  updatedAt: instantColumn('updated_at').notNull(),
  name: text('name').notNull(),
  type: text('type').$type<DeviceType>().notNull(),
  /** null: all sites without their own preset */
  siteId: uuid('site_id'),
  /** only the values it rules */
  settings: jsonb('settings').$type<SettingsDocument>().notNull(),
});
