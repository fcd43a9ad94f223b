import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { AsideReason, ScreenReason } from './contract/shared.ts';
import type { ScreenContent } from './rules/content-rules.ts';

export const adMedia = tenantTable('ad_media', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  kind: text('kind').$type<'picture' | 'video'>().notNull(),
  link: text('link').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** of a video; a picture has none */
  lengthMs: integer('length_ms'),
  removedAt: instantColumn('removed_at'),
});

export interface GroupItem {
  mediaId: string;
  seconds: number;
}

const term = {
  fromDay: date('from_day', { mode: 'string' }),
  toDay: date('to_day', { mode: 'string' }),
  hours: jsonb('hours').$type<WeekPeriod[]>().notNull().default([]),
};

export const adGroups = tenantTable('ad_group', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  items: jsonb('items').$type<GroupItem[]>().notNull(),
  ...term,
});

export const adPlacements = tenantTable('ad_placement', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  groupId: uuid('group_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  ...term,
});

/** The main switch of a merchant; without a row it is on. */
export const adSwitches = tenantTable('ad_switch', { isOn: boolean('is_on').notNull() });

/** What each machine is to show, and how far it is. */
export const adScreens = tenantTable('ad_screen', {
  deviceId: uuid('device_id').notNull(),
  /** something it depends on changed since its content was worked out */
  due: boolean('due').notNull().default(true),
  /** grows with every content a machine is sent, no matter who owns it: milliseconds of the clock */
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  content: jsonb('content')
    .$type<ScreenContent>()
    .notNull()
    .default({ items: [], utcOffsetMin: 0, shown: true }),
  state: text('state')
    .$type<'waiting' | 'sent' | 'downloading' | 'applied' | 'failed'>()
    .notNull()
    .default('applied'),
  percent: integer('percent').notNull().default(0),
  reason: text('reason').$type<ScreenReason>(),
  /** items of this version whose files the machine has confirmed */
  stored: jsonb('stored').$type<string[]>().notNull().default([]),
  changedAt: instantColumn('changed_at').notNull().defaultNow(),
  /** silence until then: it is sent again */
  dueAt: instantColumn('due_at'),
});

/** What a machine was ever told to show: only that can count as shown. */
export const adSent = tenantTable('ad_sent', {
  deviceId: uuid('device_id').notNull(),
  itemId: uuid('item_id').notNull(),
  seconds: integer('seconds').notNull(),
  firstAt: instantColumn('first_at').notNull(),
});

/** Plays by hour, in thousandths. */
export const adPlays = siteTable('ad_play', {
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  itemId: uuid('item_id').notNull(),
  hourAt: instantColumn('hour_at').notNull(),
  thousandths: bigint('thousandths', { mode: 'number' }).notNull(),
});

/** Plays that can not be true: kept apart, counted nowhere. */
export const adPlaysAside = siteTable('ad_play_aside', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  itemId: uuid('item_id').notNull(),
  hourAt: instantColumn('hour_at').notNull(),
  thousandths: bigint('thousandths', { mode: 'number' }).notNull(),
  reason: text('reason').$type<AsideReason>().notNull(),
});
