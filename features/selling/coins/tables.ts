import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { TakingState } from './contract/cashier.ts';
import type { DepositState, DepositUnit, HeldReason } from './contract/deposits.ts';
import type {
  DispenseOutcome,
  DispenseSource,
  EntryKind,
  StocktakeState,
} from './contract/exchange-machines.ts';
import type { IssueState, IssueWay } from './contract/issue.ts';

const machineColumns = () => ({
  deviceId: uuid('device_id').notNull(),
  siteId: uuid('site_id').notNull(),
  /** printed on the machine: still names it when it is gone */
  code: text('code').notNull(),
});

const personColumns = () => ({
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
});

/** What a machine took in coins and cash in one hour, at the site where it stood. */
export const cashGains = siteTable('cash_gain', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...machineColumns(),
  type: text('type').$type<DeviceType>().notNull(),
  hourAt: instantColumn('hour_at').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  coins: bigint('coins', { mode: 'number' }).notNull().default(0),
  /** by the machine's settings when the hour began; null where they do not say what a coin is worth */
  coinsPerYuan: integer('coins_per_yuan'),
  notes: bigint('notes', { mode: 'number' }).notNull().default(0),
  notesFen: bigint('notes_fen', { mode: 'number' }).notNull().default(0),
  cashFen: bigint('cash_fen', { mode: 'number' }).notNull().default(0),
  hiddenAt: instantColumn('hidden_at'),
  hiddenBy: text('hidden_by'),
});

/** Coins that a coin exchange machine gave, or should have given. */
export const coinDispenses = siteTable('coin_dispense', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...machineColumns(),
  source: text('source').$type<DispenseSource>().notNull(),
  /** what the order was paid with */
  payWay: text('pay_way'),
  /** what the note was worth */
  paidYuan: integer('paid_yuan'),
  /** null where nobody told the machine a number and its settings do not give one */
  asked: integer('asked'),
  counted: integer('counted'),
  outcome: text('outcome').$type<DispenseOutcome>().notNull(),
  reason: text('reason'),
  commandId: uuid('command_id'),
  subjectKind: text('subject_kind'),
  subjectId: text('subject_id'),
  userName: text('user_name'),
  settledAt: instantColumn('settled_at'),
});

/** The coins that should be in a machine: what was counted last, and what went in and out since. */
export const exchangeAccounts = siteTable('exchange_account', {
  ...machineColumns(),
  createdAt: createdAtColumn(),
  /** null until somebody has counted for the first time */
  baseCoins: bigint('base_coins', { mode: 'number' }),
  baseAt: instantColumn('base_at'),
  loaded: bigint('loaded', { mode: 'number' }).notNull().default(0),
  out: bigint('out', { mode: 'number' }).notNull().default(0),
});

export const exchangeEntries = siteTable('exchange_entry', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...machineColumns(),
  kind: text('kind').$type<EntryKind>().notNull(),
  /** coins that went out stand together, one line a day */
  day: date('day', { mode: 'string' }).notNull(),
  /** what it changed: more, fewer, or for a count the difference */
  coins: bigint('coins', { mode: 'number' }).notNull(),
  expected: bigint('expected', { mode: 'number' }),
  counted: bigint('counted', { mode: 'number' }),
  userName: text('user_name'),
  remark: text('remark').notNull().default(''),
  requestId: uuid('request_id'),
  /** the machine was told of this load and will count it by itself: that word is noted, not booked again */
  awaitsEcho: boolean('awaits_echo').notNull().default(false),
  echoCoins: integer('echo_coins'),
});

export interface HopperCount {
  hopper: number;
  coins: number | null;
}

/** A count under way or done: by people at once, by the machine hopper after hopper. */
export const exchangeStocktakes = siteTable('exchange_stocktake', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...machineColumns(),
  ...personColumns(),
  remark: text('remark').notNull().default(''),
  requestId: uuid('request_id'),
  state: text('state').$type<StocktakeState>().notNull(),
  /** empty when people counted */
  hoppers: jsonb('hoppers').$type<HopperCount[]>().notNull().default([]),
  reason: text('reason'),
  expected: bigint('expected', { mode: 'number' }),
  counted: bigint('counted', { mode: 'number' }),
  endedAt: instantColumn('ended_at'),
});

/** Coins handed out by staff: into a member's account, or from a machine. */
export const coinIssues = siteTable('coin_issue', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  way: text('way').$type<IssueWay>().notNull(),
  playerId: uuid('player_id'),
  playerName: text('player_name'),
  deviceId: uuid('device_id'),
  code: text('code'),
  coins: integer('coins').notNull(),
  counted: integer('counted'),
  state: text('state').$type<IssueState>().notNull(),
  /** why staff gave them */
  remark: text('remark').notNull(),
  /** why the machine did not */
  reason: text('reason'),
  ...personColumns(),
  /** on which it counts towards the limit of the person */
  day: date('day', { mode: 'string' }).notNull(),
  requestId: uuid('request_id').notNull(),
  commandId: uuid('command_id'),
  settledAt: instantColumn('settled_at'),
});

export const coinIssueLimits = tenantTable('coin_issue_limit', {
  /** pieces that lanes drop for trial */
  goodsPerDay: integer('goods_per_day').notNull().default(200),
});

/** What people poured into a deposit machine, and whose account it went to. */
export const coinDeposits = siteTable('coin_deposit', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...machineColumns(),
  unit: text('unit').$type<DepositUnit>().notNull(),
  /** null while the machine counts */
  amount: integer('amount'),
  /** what its counters have told so far, while it counts */
  seen: integer('seen').notNull().default(0),
  state: text('state').$type<DepositState>().notNull(),
  reason: text('reason'),
  /** known when the player let the machine count, or chosen by staff */
  playerId: uuid('player_id'),
  commandId: uuid('command_id'),
  /** the code on the screen by which the player showed to be there; each counts once */
  shownWindow: bigint('shown_window', { mode: 'number' }),
  /** how often the player shall press the button, where there is no such code */
  presses: integer('presses'),
  /** when the machine was asked to count: it can not have counted before */
  countingAt: instantColumn('counting_at'),
  /** what the machine told, where a person booked less of it or nothing */
  counted: integer('counted'),
  heldFor: text('held_for').$type<HeldReason>(),
  /** why a person decided so about what was set aside */
  decision: text('decision'),
  bookedAt: instantColumn('booked_at'),
  bookedBy: text('booked_by'),
});

/** Cash that a member of staff took for an order (or gave back: below zero) and still has, or has handed over. */
export const cashTakings = siteTable('cash_taking', {
  /** of the payment or of the refund */
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id'),
  ...personColumns(),
  orderId: uuid('order_id').notNull(),
  orderNumber: text('order_number').notNull(),
  amountFen: bigint('amount_fen', { mode: 'number' }).notNull(),
  state: text('state').$type<TakingState>().notNull(),
  /** why the cashier did not take it; it stays with the person */
  rejectReason: text('reject_reason'),
  handoverId: uuid('handover_id'),
});

export const cashHandovers = tenantTable('cash_handover', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...personColumns(),
  cashierId: uuid('cashier_id').notNull(),
  cashierName: text('cashier_name').notNull(),
  takings: integer('takings').notNull(),
  expectedFen: bigint('expected_fen', { mode: 'number' }).notNull(),
  countedFen: bigint('counted_fen', { mode: 'number' }).notNull(),
  remark: text('remark').notNull().default(''),
});
