import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { done, empty, id, ids, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import {
  accountTypes,
  businessFields,
  cardNumber,
  clearableFields,
  photoKinds,
  subjectKinds,
} from './fields.ts';

export type { AccountType, PhotoKind, SubjectKind } from './fields.ts';

/** recalled: taken back by its sender before anybody looked at it */
export const submissionStates = ['untreated', 'processing', 'passed', 'rejected', 'recalled'] as const;
export type SubmissionState = (typeof submissionStates)[number];
/** none: nothing was ever filled in; draft: filled in and not handed in */
export const businessStates = ['none', 'draft', 'untreated', 'processing', 'passed', 'rejected'] as const;
export type BusinessState = (typeof businessStates)[number];

/** platform: the platform collects and the wallet settles; own: the merchant's own number at the payment platforms */
export const collectingChannels = ['platform', 'own'] as const;
export type CollectingChannel = (typeof collectingChannels)[number];

export const products = ['wechatPay', 'alipay', 'transfer', 'sharing'] as const;
export type Product = (typeof products)[number];
/** unconfigured: the operator of the platform has no access to it; the rest is the state of the business data */
export const productStates = ['open', 'unconfigured', 'missing', 'reviewing', 'rejected'] as const;
export type ProductState = (typeof productStates)[number];

export const revealFields = ['idCard', 'card', 'bankCard'] as const;
export const maxBankCards = 5;

const view = permit('onboarding.view', 'merchant', 'agent');
const edit = permit('onboarding.edit', 'merchant', 'agent');
/** Whoever audits has to look too; each look is in the log of the organisation that was looked at. */
const reveal = permit('onboarding.reveal', 'merchant', 'agent', 'platform');
const auditing = permit('onboarding.audit', 'platform');

const reason = () => text(100, 2);
const base = '/api/blade-userbusinessdata/userbusinessdata' as const;
const bankBase = '/api/blade-bank/bank' as const;

const photo = z.object({ kind: z.enum(photoKinds), id: z.string(), createdAt: z.string() });

/** Business data as people see it: numbers masked, codes beside their names. */
const businessContent = {
  kind: z.enum(subjectKinds).nullable(),
  idCardName: z.string(),
  idCardMasked: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  businessCategoryCode: z.int().nullable(),
  businessCategoryName: z.string(),
  registeredName: z.string(),
  licenceNumber: z.string(),
  legalPerson: z.string(),
  accountType: z.enum(accountTypes).nullable(),
  accountName: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  bankRegionCode: z.string(),
  bankRegionName: z.string(),
  branchName: z.string(),
  cardMasked: z.string(),
  photos: z.array(photo),
};

const submissionSummary = z.object({
  id: z.string(),
  createdAt: z.string(),
  state: z.enum(submissionStates),
  userName: z.string(),
  auditorName: z.string().nullable(),
  takenAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  reason: z.string().nullable(),
});

const queueFields = {
  ...submissionSummary.shape,
  tenantId: z.string(),
  tenantName: z.string(),
  /** the organisation itself, or a franchisee of it */
  franchisee: z.boolean(),
  kind: z.enum(subjectKinds).nullable(),
  idCardName: z.string(),
  registeredName: z.string(),
};
export const submissionRecord = z.object(queueFields);
export type SubmissionRecord = z.infer<typeof submissionRecord>;

const card = z.object({
  id: z.string(),
  createdAt: z.string(),
  accountType: z.enum(accountTypes),
  holderName: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  regionName: z.string(),
  branchName: z.string(),
  cardMasked: z.string(),
  isDefault: z.boolean(),
});
export type BankCardRecord = z.infer<typeof card>;

const bank = z.object({ bankCode: z.string(), bankName: z.string() });

export const onboardingContract = {
  readBusinessData: defineEndpoint({
    method: 'GET',
    path: `${base}/selectInComeData`,
    access: view,
    summary: 'Business data of the organisation, or of a franchisee, with its state; numbers masked',
    input: z.object({ userId: id().optional() }),
    output: z.object({
      ...businessContent,
      /** of the latest submission, absent before the first */
      id: z.string().nullable(),
      state: z.enum(businessStates),
      reason: z.string().nullable(),
      submittedAt: z.string().nullable(),
      decidedAt: z.string().nullable(),
      /** something was changed since it was last handed in */
      changed: z.boolean(),
      /** of what passed and is in force, also while a change is under review */
      verifiedName: z.string().nullable(),
      /** the caller looks at papers of its own and may change them now */
      editable: z.boolean(),
    }),
  }),
  saveBusinessData: defineEndpoint({
    method: 'POST',
    path: `${base}/update`,
    access: edit,
    place: 'json',
    summary: 'Save some fields of the business data; `submit` hands all of it in for the audit',
    input: businessFields
      .partial()
      .extend({ clear: z.array(z.enum(clearableFields)).max(clearableFields.length).optional() })
      .extend({ submit: z.boolean().default(false) }),
    output: z.object({ state: z.enum(businessStates), id: z.string().nullable() }),
  }),
  recallBusinessData: defineEndpoint({
    method: 'POST',
    path: `${base}/remove`,
    access: edit,
    summary: 'Take back submissions that nobody has begun to audit',
    input: z.object({ ids: ids(20) }),
    output: done(),
  }),
  uploadPhoto: defineEndpoint({
    method: 'POST',
    path: `${base}/uploadPhoto`,
    access: edit,
    multipart: true,
    rate: { max: 30, windowSeconds: 60 },
    summary: 'A private photo for the business data (multipart field `file`); sealed before it is stored',
    input: z.object({ kind: z.enum(photoKinds) }),
    output: z.object({ id: z.string(), kind: z.enum(photoKinds), sizeBytes: z.int() }),
  }),
  viewPhoto: defineEndpoint({
    method: 'POST',
    path: `${base}/photo`,
    access: reveal,
    answer: 'raw',
    rate: { max: 60, windowSeconds: 60 },
    summary: 'Look at a private photo; the look and its reason go to the operation log',
    input: z.object({ id: id(), reason: reason() }),
    output: z.object({}),
  }),
  revealNumber: defineEndpoint({
    method: 'POST',
    path: `${base}/reveal`,
    access: reveal,
    rate: { max: 30, windowSeconds: 60 },
    summary: 'Look at a whole number (`id` of a submission or of a bank card); the look goes to the log',
    input: z.object({ id: id(), field: z.enum(revealFields), reason: reason() }),
    output: z.object({ value: z.string() }),
  }),
  readAudit: defineEndpoint({
    method: 'GET',
    path: `${base}/openApiAgentMerchantIncomeAuditQuery`,
    access: view,
    summary: 'What became of the submissions, the latest first; `id` asks for one of them',
    input: z.object({ id: id().optional() }),
    output: z.object({
      state: z.enum(businessStates),
      reason: z.string().nullable(),
      history: z.array(submissionSummary),
    }),
  }),
  readProducts: defineEndpoint({
    method: 'GET',
    path: `${base}/openApiMerchantIncomeStatusQuery`,
    access: view,
    summary: 'Which payment products are open, and which channel collects',
    input: z.object({ id: id().optional() }),
    output: z.object({
      state: z.enum(businessStates),
      reason: z.string().nullable(),
      channel: z.enum(collectingChannels),
      /** numbers at the payment platforms, absent until the auditor entered them */
      wechatSubMerchant: z.string().nullable(),
      alipaySubMerchant: z.string().nullable(),
      /** the caller may switch now */
      maySwitch: z.boolean(),
      products: z.array(z.object({ product: z.enum(products), state: z.enum(productStates) })),
    }),
  }),
  switchChannel: defineEndpoint({
    method: 'GET',
    path: `${base}/switchPayChannel`,
    access: edit,
    changes: true,
    summary: 'Choose which channel collects; the owner only, and after the business data passed',
    input: z.object({ channel: z.enum(collectingChannels) }),
    output: z.object({ channel: z.enum(collectingChannels) }),
  }),
  listCards: defineEndpoint({
    method: 'GET',
    path: `${base}/findBindingBank`,
    access: view,
    summary: 'Bank cards bound by the organisation, or by a franchisee; numbers masked',
    input: z.object({ userId: id().optional() }),
    output: z.object({
      cards: z.array(card),
      verifiedName: z.string().nullable(),
      verifiedCompany: z.string().nullable(),
      editable: z.boolean(),
    }),
  }),
  bindCard: defineEndpoint({
    method: 'POST',
    path: `${base}/bindBank`,
    access: edit,
    place: 'json',
    summary: 'Bind a bank card; the holder is the verified person once there is one',
    input: z.object({
      accountType: z.enum(accountTypes).default('private'),
      holderName: text(60, 2),
      bankCode: text(16),
      bankRegionCode: businessFields.shape.bankRegionCode.optional(),
      branchName: text(80, 2),
      cardNumber: cardNumber(),
      isDefault: z.boolean().default(false),
    }),
    output: z.object({ id: z.string() }),
  }),
  chooseDefaultCard: defineEndpoint({
    method: 'POST',
    path: `${base}/defaultBank`,
    access: edit,
    summary: 'Pay out to this card unless another one is named',
    input: z.object({ id: id() }),
    output: done(),
  }),
  unbindCards: defineEndpoint({
    method: 'POST',
    path: `${base}/unbindBank`,
    access: edit,
    summary: 'Unbind bank cards; records that name them stay',
    input: z.object({ ids: ids(maxBankCards) }),
    output: done(),
  }),
  listBanks: defineEndpoint({
    method: 'GET',
    path: `${bankBase}/list`,
    access: 'session',
    summary: 'Banks by their usual order',
    input: z.object({
      current: z.int().min(1).max(10_000).default(1),
      size: z.int().min(1).max(10_000).default(10_000),
      keyword: z.string().trim().max(40).optional(),
    }),
    output: pageOf(bank),
  }),
  listBankAreas: defineEndpoint({
    method: 'GET',
    path: `${bankBase}/area`,
    access: 'session',
    summary: 'Regions below `pcode`; without it the provinces',
    input: z.object({
      pcode: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    output: z.array(z.object({ code: z.string(), name: z.string(), hasChildren: z.boolean() })),
  }),
  listBranches: defineEndpoint({
    method: 'GET',
    path: `${bankBase}/branch`,
    access: 'session',
    summary: 'Known branches of a bank in a region; incomplete by nature, other names may be typed',
    input: z.object({
      bank: z.string().max(16),
      area: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    output: z.array(z.object({ branchName: z.string(), regionCode: z.string() })),
  }),
  readCardBank: defineEndpoint({
    method: 'GET',
    path: `${bankBase}/card`,
    access: 'session',
    rate: { max: 120, windowSeconds: 60 },
    summary: 'Which bank issued a card; its first ten digits are enough',
    input: z.object({ cardNumber: z.string().regex(/^\d{6,19}$/, { error: 'onboarding:error.cardNumber' }) }),
    output: z.object({
      bank: bank.nullable(),
      cardKind: z.enum(['debit', 'credit']).nullable(),
      /** how many digits such a card has, where it is known */
      length: z.int().nullable(),
      /** null: too few digits to tell */
      valid: z.boolean().nullable(),
    }),
  }),
  listSubmissions: defineEndpoint({
    method: 'GET',
    path: `${base}/auditList`,
    access: auditing,
    summary: 'Business data handed in by all organisations',
    input: pageInput(
      {
        state: z.enum(submissionStates).optional(),
        keyword: z.string().trim().max(60).optional(),
      },
      ['createdAt', 'decidedAt'],
    ),
    output: pageOf(submissionRecord),
  }),
  countSubmissions: defineEndpoint({
    method: 'GET',
    path: `${base}/auditCounts`,
    access: auditing,
    summary: 'How many wait and how many are being audited',
    input: empty(),
    output: z.object({ untreated: z.int(), processing: z.int() }),
  }),
  readSubmission: defineEndpoint({
    method: 'GET',
    path: `${base}/auditDetail`,
    access: auditing,
    summary: 'One submission with its earlier ones; numbers masked',
    input: z.object({ id: id() }),
    output: z.object({
      ...queueFields,
      ...businessContent,
      history: z.array(submissionSummary),
      wechatSubMerchant: z.string().nullable(),
      alipaySubMerchant: z.string().nullable(),
    }),
  }),
  takeSubmission: defineEndpoint({
    method: 'POST',
    path: `${base}/auditTake`,
    access: auditing,
    summary: 'Begin to audit a submission',
    input: z.object({ id: id() }),
    output: done(),
  }),
  releaseSubmission: defineEndpoint({
    method: 'POST',
    path: `${base}/auditRelease`,
    access: auditing,
    summary: 'Put a submission back into the queue',
    input: z.object({ id: id() }),
    output: done(),
  }),
  decideSubmission: defineEndpoint({
    method: 'POST',
    path: `${base}/auditDecide`,
    access: auditing,
    summary: 'Pass or reject a submission the caller has taken; a rejection says why',
    input: z.object({
      id: id(),
      passed: z.boolean(),
      reason: text(200, 0).default(''),
      wechatSubMerchant: z
        .string()
        .trim()
        .regex(/^\d{8,20}$/)
        .optional(),
      alipaySubMerchant: z
        .string()
        .trim()
        .regex(/^\d{8,20}$/)
        .optional(),
    }),
    output: done(),
  }),
};
