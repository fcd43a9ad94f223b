import { bigint, boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, instantColumn, playerTable, siteTable, tenantTable } from '#kit/server/tables.ts';
import type { Flow, PointUnit } from './contract/kinds.ts';

const amount = (name: string) => bigint(name, { mode: 'number' });
const id = () => uuid('id').notNull();
const unit = () => text('unit').$type<PointUnit>().notNull();
const where = { siteId: uuid('site_id').notNull(), playerId: uuid('player_id').notNull() };
const who = { userId: uuid('user_id').notNull(), userName: text('user_name').notNull() };
const day = () => date('day', { mode: 'string' }).notNull();

/** One for each merchant that has set something. */
export const pointRules = tenantTable('point_rule', {
  /** null: nothing is earned by spending */
  activeSince: instantColumn('active_since'),
  perYuan: integer('per_yuan').notNull().default(0),
  perCoin: integer('per_coin').notNull().default(0),
  /** null: what is earned lasts for ever */
  pointDays: integer('point_days'),
  ticketDays: integer('ticket_days'),
  noticeDays: integer('notice_days').notNull().default(14),
  /** members who want it are told by a text a week before */
  expiryTexts: boolean('expiry_texts').notNull().default(true),
  /** of a hundred points */
  worthFen: integer('worth_fen').notNull().default(0),
  adjustMost: integer('adjust_most').notNull().default(500),
});

/** A site that gives otherwise (`perYuan`, `perCoin`), or what a level gets of it (`percent`). */
export const pointRates = tenantTable('point_rate', {
  id: id(),
  createdAt: createdAtColumn(),
  kind: text('kind').$type<'site' | 'level'>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  perYuan: integer('per_yuan'),
  perCoin: integer('per_coin'),
  percent: integer('percent'),
});

/** Written by the trigger on the books alone. */
export const pointLots = siteTable('point_lot', {
  id: id().defaultRandom(),
  place: amount('place').notNull().generatedAlwaysAsIdentity(),
  accountId: uuid('account_id').notNull(),
  ...where,
  unit: unit(),
  transferId: uuid('transfer_id'),
  earnedAt: instantColumn('earned_at').notNull(),
  expiresAt: instantColumn('expires_at'),
  amount: amount('amount').notNull(),
  left: amount('left_amount').notNull(),
});

/** Written by the trigger on the books alone. */
export const pointLotUses = tenantTable('point_lot_use', {
  lotId: uuid('lot_id').notNull(),
  transferId: uuid('transfer_id').notNull(),
  amount: amount('amount').notNull(),
  returned: amount('returned').notNull().default(0),
});

/** Written by the trigger on the books alone. */
export const pointMovements = siteTable('point_movement', {
  id: id(),
  createdAt: instantColumn('created_at').notNull(),
  ...where,
  unit: unit(),
  kind: text('kind').notNull(),
  flow: text('flow').$type<Flow>().notNull(),
  amount: amount('amount').notNull(),
  balanceAfter: amount('balance_after').notNull(),
  transferId: uuid('transfer_id').notNull(),
  subjectKind: text('subject_kind'),
  subjectId: text('subject_id'),
  remark: text('remark').notNull().default(''),
});

export const pointDebts = siteTable('point_debt', { ...where, unit: unit(), owed: amount('owed').notNull() });

/** What a record owed when it was joined to another. */
export const joinedDebts = tenantTable('point_debt_join', {
  fromPlayer: uuid('from_player').notNull(),
  siteId: uuid('site_id').notNull(),
  unit: unit(),
  intoPlayer: uuid('into_player').notNull(),
  brought: amount('brought').notNull(),
});

export const pointOrders = tenantTable('point_order', {
  orderId: uuid('order_id').notNull(),
  unit: text('unit').$type<'fen' | 'coin'>().notNull(),
  /** hundredths of a point for a yuan or a coin */
  rate: integer('rate').notNull(),
  keptAmount: amount('kept_amount').notNull(),
  points: amount('points').notNull(),
  turns: integer('turns').notNull().default(0),
  earnedTransferId: uuid('earned_transfer_id'),
});

/** Orders to look at; a trigger of the orders writes it. */
export const pointDues = tenantTable('point_due', {
  id: amount('id').notNull().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
});

export const pointAdjustments = siteTable('point_adjustment', {
  id: id(),
  createdAt: createdAtColumn(),
  ...where,
  unit: unit(),
  amount: amount('amount').notNull(),
  before: amount('before_amount').notNull(),
  after: amount('after_amount').notNull(),
  reason: text('reason').notNull(),
  ...who,
  day: day(),
});

export const ticketCodes = siteTable('ticket_code', {
  id: id(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  tickets: integer('tickets').notNull(),
  codeHash: text('code_hash').notNull(),
  reason: text('reason').notNull(),
  ...who,
  day: day(),
  expiresAt: instantColumn('expires_at').notNull(),
  revokedAt: instantColumn('revoked_at'),
  claimedAt: instantColumn('claimed_at'),
  playerId: uuid('player_id'),
});

export const rankingChoices = playerTable('ranking_choice', { hidden: boolean('hidden').notNull() });

/** Who wants to be told by a text before points or tickets expire. */
export const expiryChoices = playerTable('expiry_choice', { told: boolean('told').notNull() });

/** Of which lot somebody was told, once. */
export const pointExpiryNotices = tenantTable('point_expiry_notice', {
  lotId: uuid('lot_id').notNull(),
  playerId: uuid('player_id').notNull(),
  toldAt: instantColumn('told_at').notNull(),
});
