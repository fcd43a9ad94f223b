import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { CollectingChannel, SubmissionState } from './contract/shared.ts';
import type { AccountType, BusinessDetails, PhotoKind, Photos } from './fields.ts';

/** An organisation's papers have its own id as holder; a franchisee's have the account's. As with wallets. */
const holderColumn = () => text('holder_id').notNull();

const contentColumns = () => ({
  details: jsonb('details').$type<BusinessDetails>().notNull(),
  /** kind of photo → id */
  photos: jsonb('photos').$type<Photos>().notNull(),
  idCardSealed: text('id_card_sealed'),
  cardSealed: text('card_sealed'),
});

/** What is being filled in: one per holder, saved step by step. */
export const businessDrafts = tenantTable('business_draft', {
  holderId: holderColumn(),
  ...contentColumns(),
  updatedAt: instantColumn('updated_at').notNull(),
  updatedBy: uuid('updated_by').notNull(),
});

/** What was handed in, as it was, and what the platform made of it. */
export const businessSubmissions = tenantTable('business_submission', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  holderId: holderColumn(),
  ...contentColumns(),
  state: text('state').$type<SubmissionState>().notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  auditorId: uuid('auditor_id'),
  auditorName: text('auditor_name'),
  takenAt: instantColumn('taken_at'),
  decidedAt: instantColumn('decided_at'),
  reason: text('reason'),
});

/** Sealed pictures; the bytes lie in the object store under `private/`, which nothing serves. */
export const businessPhotos = tenantTable('business_photo', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  holderId: holderColumn(),
  kind: text('kind').$type<PhotoKind>().notNull(),
  storageKey: text('storage_key').notNull(),
  contentType: text('content_type').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdBy: uuid('created_by').notNull(),
});

export const bankCards = tenantTable('bank_card', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  holderId: holderColumn(),
  accountType: text('account_type').$type<AccountType>().notNull(),
  holderName: text('holder_name').notNull(),
  bankCode: text('bank_code').notNull(),
  regionCode: text('region_code'),
  branchName: text('branch_name').notNull(),
  numberSealed: text('number_sealed').notNull(),
  numberMasked: text('number_masked').notNull(),
  /** equal for equal numbers, and tells nothing else */
  numberPrint: text('number_print').notNull(),
  isDefault: boolean('is_default').notNull(),
  createdBy: uuid('created_by').notNull(),
  removedAt: instantColumn('removed_at'),
});

/** Organisations without a row are collected for by the platform. */
export const collectingChannels = tenantTable('collecting_channel', {
  channel: text('channel').$type<CollectingChannel>().notNull(),
  /** numbers the payment platforms gave the merchant, entered by the auditor */
  wechatSubMerchant: text('wechat_sub_merchant'),
  alipaySubMerchant: text('alipay_sub_merchant'),
  changedAt: instantColumn('changed_at').notNull(),
});

/** The operator's own table of branches; known to everybody who is logged in. */
export const bankBranches = pgTable(
  'bank_branch',
  {
    bankCode: text('bank_code').notNull(),
    regionCode: text('region_code').notNull(),
    branchName: text('branch_name').notNull(),
    importedAt: instantColumn('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bankCode, table.regionCode, table.branchName] })],
);
