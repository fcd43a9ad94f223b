import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, instant, shownPhone } from '#kit/contract/schemas.ts';
import { accountType, photoKind, subjectKind } from '../fields.ts';

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

const stateTones = {
  untreated: 'waiting',
  processing: 'info',
  passed: 'good',
  rejected: 'bad',
} as const;
export const submissionState = () =>
  choiceOf('onboarding:state', submissionStates, { ...stateTones, recalled: 'quiet' });
export const businessState = () =>
  choiceOf('onboarding:state', businessStates, { ...stateTones, none: 'quiet', draft: 'quiet' });
export const productState = () =>
  choiceOf('onboarding:productState', productStates, {
    open: 'good',
    unconfigured: 'quiet',
    missing: 'waiting',
    reviewing: 'info',
    rejected: 'bad',
  });
export const product = () => choiceOf('onboarding:productName', products);
export const collectingChannel = () => choiceOf('onboarding:channelName', collectingChannels);

export const rights = {
  view: permit('onboarding.view', 'merchant', 'agent'),
  edit: permit('onboarding.edit', 'merchant', 'agent'),
  /** Auditors have to look too; each look is in the log of the organisation that was looked at. */
  reveal: permit('onboarding.reveal', 'merchant', 'agent', 'platform'),
  audit: permit('onboarding.audit', 'platform'),
};

export const base = '/api/blade-userbusinessdata/userbusinessdata' as const;

const photo = z.object({ kind: photoKind(), id: z.string(), createdAt: instant() });

/** Business data as people see it: numbers masked, codes beside their names. */
export const businessContent = {
  kind: subjectKind().nullable(),
  idCardName: z.string(),
  idCardMasked: z.string(),
  contactPhone: shownPhone(),
  contactEmail: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  businessCategoryCode: z.int().nullable(),
  businessCategoryName: z.string(),
  registeredName: z.string(),
  licenceNumber: z.string(),
  legalPerson: z.string(),
  accountType: accountType().nullable(),
  accountName: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  bankRegionCode: z.string(),
  bankRegionName: z.string(),
  branchName: z.string(),
  cardMasked: z.string(),
  photos: z.array(photo),
};

export const submissionSummary = z.object({
  id: z.string(),
  createdAt: instant(),
  state: submissionState(),
  userName: z.string(),
  auditorName: z.string().nullable(),
  takenAt: instant().nullable(),
  decidedAt: instant().nullable(),
  reason: z.string().nullable(),
});
