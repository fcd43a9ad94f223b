import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { ItemState, RolloutState, Target } from './contract.ts';

/** Published by the platform for everybody. */
export const firmwareImages = pgTable('firmware_image', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  target: text('target').$type<Target>().notNull(),
  type: text('type').$type<DeviceType>().notNull(),
  /** empty: for every model of the type */
  model: text('model').notNull().default(''),
  /** revisions of the board; none: for all */
  hardware: jsonb('hardware').$type<string[]>().notNull().default([]),
  version: text('version').notNull(),
  notes: text('notes').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  /** Ed25519, base64: devices check it with the maker's key burnt in */
  makerSignature: text('maker_signature'),
  storageKey: text('storage_key').notNull(),
  withdrawnAt: instantColumn('withdrawn_at'),
});

export const rollouts = tenantTable('firmware_rollout', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  target: text('target').$type<Target>().notNull(),
  version: text('version').notNull(),
  kind: text('kind').$type<'update' | 'rollback'>().notNull(),
  state: text('state').$type<RolloutState>().notNull(),
  pausedBy: text('paused_by').$type<'failures' | 'person'>(),
  stages: jsonb('stages').$type<number[]>().notNull(),
  stage: integer('stage').notNull(),
  atNight: boolean('at_night').notNull(),
  maxFailurePercent: integer('max_failure_percent').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
});

export const rolloutItems = tenantTable('firmware_rollout_item', {
  rolloutId: uuid('rollout_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  imageId: uuid('image_id').notNull(),
  version: text('version').notNull(),
  fromVersion: text('from_version'),
  stage: integer('stage').notNull(),
  state: text('state').$type<ItemState>().notNull(),
  percent: integer('percent').notNull().default(0),
  reason: text('reason'),
  updatedAt: instantColumn('updated_at').notNull(),
  /** silent until then: failed */
  dueAt: instantColumn('due_at'),
});
