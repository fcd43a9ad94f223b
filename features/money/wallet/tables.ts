import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type {
  AdjustmentState,
  BalanceReach,
  HandoverState,
  PolicyState,
  RatedPayWay,
  WithdrawalKind,
  WithdrawalState,
  WithdrawalStep,
  WithdrawalTarget,
} from './contract/shared.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });

/** Wallets beyond the main one (which has the organisation's id) and the franchisees' (which have their users' ids). */
export const wallets = tenantTable('wallet', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  name: text('name').notNull(),
  /** hidden, only when it is empty */
  removedAt: instantColumn('removed_at'),
});

/** Where a site settles to; without a row, to the main wallet. */
export const walletSites = siteTable('wallet_site', {
  siteId: uuid('site_id').notNull(),
  walletId: text('wallet_id').notNull(),
  changedAt: instantColumn('changed_at').notNull(),
  changedBy: uuid('changed_by').notNull(),
});

/** Where what players own may be spent; without a row, at its own site. */
export const balanceChoices = tenantTable('balance_choice', {
  reach: text('reach').$type<BalanceReach>().notNull(),
  changedAt: instantColumn('changed_at').notNull(),
  changedBy: uuid('changed_by').notNull(),
});

/** Who stands in for the wallet of somebody who is gone. */
export const walletHeirs = tenantTable('wallet_heir', {
  walletId: text('wallet_id').notNull(),
  heirId: text('heir_id').notNull(),
  createdAt: createdAtColumn(),
});

/** An owner asked for a franchisee's wallet: the franchisee agrees or objects, and silence until `dueAt` is a yes. */
export const walletHandovers = tenantTable('wallet_handover', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  walletId: text('wallet_id').notNull(),
  toWalletId: text('to_wallet_id').notNull(),
  state: text('state').$type<HandoverState>().notNull(),
  askedBy: uuid('asked_by').notNull(),
  askedByName: text('asked_by_name').notNull(),
  askedByAccount: text('asked_by_account').notNull(),
  dueAt: instantColumn('due_at').notNull(),
  /** why the franchisee objects */
  reason: text('reason').notNull().default(''),
  /** empty: the notice has passed */
  decidedByName: text('decided_by_name').notNull().default(''),
  decidedAt: instantColumn('decided_at'),
  amountFen: fen('amount_fen').notNull().default(0),
  sites: integer('sites').notNull().default(0),
});

/** What an organisation pays to the one above it. Never changed: a new version follows. */
export const feeRates = tenantTable('fee_rate', {
  payWay: text('pay_way').$type<RatedPayWay>().notNull(),
  version: integer('version').notNull(),
  basisPoints: integer('basis_points').notNull(),
  effectiveFrom: instantColumn('effective_from').notNull(),
  setBy: uuid('set_by').notNull(),
  setByName: text('set_by_name').notNull(),
  /** the organisation that set it: the agent above or the platform */
  setByTenant: text('set_by_tenant').notNull(),
});

/** The platform's rules for money, version by version: asked for by one person, agreed to by another. */
export const withdrawalPolicy = pgTable('withdrawal_policy', {
  /** the version */
  id: integer('id').primaryKey(),
  minimumFen: fen('minimum_fen').notNull(),
  dailyCount: integer('daily_count').notNull(),
  dailyFen: fen('daily_fen').notNull(),
  wechatMaximumFen: fen('wechat_maximum_fen').notNull(),
  bankFeeBasisPoints: integer('bank_fee_basis_points').notNull(),
  bankFeeMinimumFen: fen('bank_fee_minimum_fen').notNull(),
  wechatFeeBasisPoints: integer('wechat_fee_basis_points').notNull(),
  wechatFeeMinimumFen: fen('wechat_fee_minimum_fen').notNull(),
  secondPersonAboveFen: fen('second_person_above_fen').notNull(),
  verifiedAboveFen: fen('verified_above_fen').notNull(),
  depositFen: fen('deposit_fen').notNull(),
  /** an account must have been its owner's alone for so long before its word counts */
  approverDays: integer('approver_days').notNull(),
  /** topped-up money can not be withdrawn for so long */
  topupHoldDays: integer('topup_hold_days').notNull(),
  /** what an owner may top up in a day */
  topupDailyFen: fen('topup_daily_fen').notNull(),
  createdAt: createdAtColumn(),
  state: text('state').$type<PolicyState>().notNull(),
  /** nobody: the first version came with the product */
  askedBy: uuid('asked_by'),
  askedByName: text('asked_by_name').notNull().default(''),
  decidedBy: uuid('decided_by'),
  decidedByName: text('decided_by_name').notNull().default(''),
  decidedAt: instantColumn('decided_at'),
  /** of agreed ones the latest that has come holds */
  effectiveFrom: instantColumn('effective_from'),
});

export const withdrawals = tenantTable('withdrawal', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  kind: text('kind').$type<WithdrawalKind>().notNull(),
  walletId: text('wallet_id').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  amountFen: fen('amount_fen').notNull(),
  feeFen: fen('fee_fen').notNull(),
  target: text('target').$type<WithdrawalTarget>().notNull(),
  cardId: uuid('card_id'),
  /** what people see of it: bank and masked number, or the WeChat name */
  targetName: text('target_name').notNull(),
  /** sealed: who gets it at WeChat */
  payee: text('payee'),
  payeeName: text('payee_name').notNull(),
  requestId: uuid('request_id').notNull(),
  state: text('state').$type<WithdrawalState>().notNull(),
  step: text('step').$type<WithdrawalStep>(),
  /** why it was rejected */
  reason: text('reason').notNull().default(''),
  /** why the last attempt to pay it out failed */
  failure: text('failure').notNull().default(''),
  takenBy: uuid('taken_by'),
  takenByName: text('taken_by_name').notNull().default(''),
  approvedBy: uuid('approved_by'),
  approvedByName: text('approved_by_name').notNull().default(''),
  approvedAt: instantColumn('approved_at'),
  secondBy: uuid('second_by'),
  secondByName: text('second_by_name').notNull().default(''),
  /** who ended it: the platform's person, or the one who cancelled */
  decidedBy: uuid('decided_by'),
  decidedByName: text('decided_by_name').notNull().default(''),
  payoutId: uuid('payout_id'),
  attempts: integer('attempts').notNull().default(0),
  /** what WeChat needs to let the person confirm */
  confirm: jsonb('confirm').$type<{ mchId: string; appId: string; package: string }>(),
  bankReference: text('bank_reference').notNull().default(''),
  endedAt: instantColumn('ended_at'),
});

/** Money the platform took from or gave to an organisation, with its reason. */
export const walletAdjustments = tenantTable('wallet_adjustment', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  walletId: text('wallet_id').notNull(),
  /** below zero: taken */
  amountFen: fen('amount_fen').notNull(),
  reason: text('reason').notNull(),
  requestId: uuid('request_id').notNull(),
  state: text('state').$type<AdjustmentState>().notNull(),
  askedBy: uuid('asked_by').notNull(),
  askedByName: text('asked_by_name').notNull(),
  decidedBy: uuid('decided_by'),
  decidedByName: text('decided_by_name').notNull().default(''),
  decidedAt: instantColumn('decided_at'),
});

/** Who a person is at WeChat, to be paid there. */
export const wechatPayees = tenantTable('wechat_payee', {
  userId: uuid('user_id').notNull(),
  /** sealed */
  openId: text('open_id').notNull(),
  name: text('name').notNull(),
  boundAt: instantColumn('bound_at').notNull(),
});
