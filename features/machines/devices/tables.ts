import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FailureReason } from '#kit/protocol/messages.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { CommandState } from './contract/command-states.ts';

/**
 * Every controller ever made, of all owners. Its secret is derived from the server's key, the code and the generation;
 * it is stored nowhere.
 */
export const deviceIdentities = pgTable('device_identity', {
  code: text('code').primaryKey(),
  createdAt: createdAtColumn(),
  type: text('type').$type<DeviceType>().notNull(),
  model: text('model').notNull(),
  /** raised to lock out a secret that leaked */
  generation: integer('generation').notNull().default(1),
  /** on the card in the box: who has it may claim the machine */
  claimPin: text('claim_pin').notNull(),
  blockedAt: instantColumn('blocked_at'),
  /** the merchant that claimed it, and its row there */
  tenantId: text('tenant_id'),
  deviceId: uuid('device_id'),
  claimedAt: instantColumn('claimed_at'),
  /** when it last spoke while nobody had claimed it; null after it took its leave */
  lastSeenAt: instantColumn('last_seen_at'),
});

export const devices = tenantTable(
  'device',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    siteId: uuid('site_id').notNull(),
    /** when it came there; null: it was registered there */
    siteSince: instantColumn('site_since'),
    /** printed on the machine, unique over all tenants: a machine can not stand in two places */
    code: text('code').notNull(),
    /** what staff call it at its site */
    number: integer('number').notNull(),
    type: text('type').$type<DeviceType>().notNull(),
    name: text('name'),
    remark: text('remark'),
    priceFen: integer('price_fen'),
    /** how long a play may take by its settings; null: as it left the factory, or not known of its type */
    playTimeS: integer('play_time_s'),
    /** false for machines without a controller of ours: nothing to steer, only to list */
    controlled: boolean('controlled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    /** what players read about it; pictures are upload paths */
    descriptionText: text('description_text').notNull().default(''),
    descriptionPictures: jsonb('description_pictures').$type<string[]>().notNull().default([]),
    /** when a label with its code was last made; null: never by this owner */
    labelledAt: instantColumn('labelled_at'),
    /** when somebody first came by a label without our signature; null: nobody has, for this owner */
    oldLabelSeenAt: instantColumn('old_label_seen_at'),
    /** Unbound devices stay as rows: orders and records still name them. */
    unboundAt: instantColumn('unbound_at'),
  },
  { site: 'siteId' },
);

/** Where machines stood before; a trigger writes it when one is moved. */
export const deviceStays = tenantTable(
  'device_stay',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    deviceId: uuid('device_id').notNull(),
    deviceType: text('device_type').$type<DeviceType>().notNull(),
    siteId: uuid('site_id').notNull(),
    fromAt: instantColumn('from_at').notNull(),
    toAt: instantColumn('to_at').notNull(),
  },
  { site: 'siteId' },
);

/** What changes by the minute, apart from what people wrote. The row comes with the device's own, by a trigger. */
export const deviceStates = tenantTable('device_state', {
  deviceId: uuid('device_id').notNull(),
  online: boolean('online').notNull().default(false),
  /** of the connection that is open, so that the last will of an older one changes nothing */
  session: text('session'),
  /** when it last came or went */
  changedAt: instantColumn('changed_at'),
  lastSeenAt: instantColumn('last_seen_at'),
  signalKind: text('signal_kind').$type<'wifi' | 'cellular' | 'wired'>(),
  signalDbm: integer('signal_dbm'),
  model: text('model'),
  hardware: text('hardware'),
  firmware: text('firmware'),
  app: text('app'),
  boot: bigint('boot', { mode: 'number' }),
  settingsVersion: bigint('settings_version', { mode: 'number' }).notNull().default(0),
  settingsHash: text('settings_hash'),
  contentVersion: bigint('content_version', { mode: 'number' }).notNull().default(0),
  freeBytes: bigint('free_bytes', { mode: 'number' }),
  busy: boolean('busy').notNull().default(false),
  faults: jsonb('faults').$type<string[]>().notNull().default([]),
  /** last telemetry stored; what is not newer is a repeat */
  epoch: bigint('epoch', { mode: 'number' }).notNull().default(0),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  /**
   * The machine was nobody's before it came here, and nothing was counted since: what it counted meanwhile is not this
   * owner's. Totals, epoch and seq are still those of the owner before.
   */
  newOwner: boolean('new_owner').notNull().default(false),
  /** when the last telemetry was written, by the device's corrected clock: what comes next is not older */
  telemetryAt: instantColumn('telemetry_at'),
  /** highest total seen of each counter in this epoch */
  counters: jsonb('counters').$type<Record<string, number>>().notNull().default({}),
  hoppers: jsonb('hoppers').$type<{ hopper: number; coins: number }[]>().notNull().default([]),
  lanes: jsonb('lanes').$type<{ lane: number; stock: number }[]>().notNull().default([]),
});

/** What a counter grew by on a business day, at the site where the device stood. */
export const deviceDays = tenantTable(
  'device_day',
  {
    deviceId: uuid('device_id').notNull(),
    siteId: uuid('site_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    counter: text('counter').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  { site: 'siteId' },
);

/** How much a machine was used in an hour, at the site where it stood (rules/use-rules.ts). */
export const deviceHours = tenantTable(
  'device_hour',
  {
    deviceId: uuid('device_id').notNull(),
    siteId: uuid('site_id').notNull(),
    hourAt: instantColumn('hour_at').notNull(),
    uses: bigint('uses', { mode: 'number' }).notNull(),
  },
  { site: 'siteId' },
);

/** What a counter grew by in an hour, at the site where the device stood: the raw of reports (rules/use-rules.ts). */
export const counterHours = tenantTable(
  'counter_hour',
  {
    deviceId: uuid('device_id').notNull(),
    siteId: uuid('site_id').notNull(),
    deviceType: text('device_type').$type<DeviceType>().notNull(),
    hourAt: instantColumn('hour_at').notNull(),
    counter: text('counter').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** of plays: how long one could take then, in seconds; null: not known */
    playTimeS: integer('play_time_s'),
  },
  { site: 'siteId' },
);

/** The log of a device: what it reported, and what happened to it. */
export const deviceEvents = tenantTable('device_event', {
  id: idColumn(),
  deviceId: uuid('device_id').notNull(),
  at: instantColumn('at').notNull(),
  receivedAt: instantColumn('received_at').notNull(),
  /** a kind of the protocol (messages.ts) or one of ours: online, offline, command, settings, firmware, registered, … */
  kind: text('kind').notNull(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
});

/** Asked of a device once; the row is written with whatever asked for it, and leaves after commit. */
export const deviceCommands = tenantTable('device_command', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  deviceId: uuid('device_id').notNull(),
  command: text('command').notNull(),
  parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull(),
  state: text('state').$type<CommandState>().notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  /** no answer by then: the journal is asked */
  answerBy: instantColumn('answer_by').notNull(),
  /** no answer by then either: it ends as unknown */
  giveUpAt: instantColumn('give_up_at').notNull(),
  sentAt: instantColumn('sent_at'),
  acceptedAt: instantColumn('accepted_at'),
  settledAt: instantColumn('settled_at'),
  askedJournalAt: instantColumn('asked_journal_at'),
  asked: integer('asked'),
  counted: integer('counted'),
  reason: text('reason').$type<FailureReason | 'offline' | 'noAnswer' | 'notExecuted'>(),
  /** the account that asked, or null for the system */
  userId: uuid('user_id'),
  userName: text('user_name'),
  /** what it is part of: an order, a remote credit, a lane test, … */
  subjectKind: text('subject_kind'),
  subjectId: text('subject_id'),
});

/** Who was turned away: a wrong or old password, a topic of another device, a message too large. */
export const deviceRefusals = pgTable(
  'device_refusal',
  {
    at: instantColumn('at').notNull().defaultNow(),
    id: uuid('id').notNull(),
    code: text('code').notNull(),
    reason: text('reason').notNull(),
    detail: text('detail').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.at, table.id] })],
);
