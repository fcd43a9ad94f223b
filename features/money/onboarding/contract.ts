import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { bytes, id, ids, instant, revealedNumber, text, wholePhone } from '#kit/contract/schemas.ts';
import { auditCalls } from './contract/audit.ts';
import { bankCalls } from './contract/banks.ts';
import { bankCardChanged, businessChanged } from './contract/events.ts';
import {
  base,
  businessContent,
  businessState,
  collectingChannel,
  product,
  productState,
  rights,
  submissionSummary,
} from './contract/shared.ts';
import { businessFields, clearableFields, photoKind } from './fields.ts';

export { bankCardChanged, businessChanged } from './contract/events.ts';

const reason = () => text(100, 2);

export const onboardingContract = {
  readBusinessData: get(`${base}/selectInComeData`, rights.view, {
    refreshedBy: [businessChanged],
    summary: 'Business data of the organisation, or of a franchisee, with its state; numbers masked',
    input: z.object({ userId: id().optional() }),
    output: z.object({
      ...businessContent,
      contactPhone: wholePhone({ because: 'it is filled into the form', right: rights.edit }),
      /** of the latest submission, absent before the first */
      id: z.string().nullable(),
      state: businessState(),
      reason: z.string().nullable(),
      submittedAt: instant().nullable(),
      decidedAt: instant().nullable(),
      /** something was changed since it was last handed in */
      changed: z.boolean(),
      /** of what passed and is in force, also while a change is under review */
      verifiedName: z.string().nullable(),
      /** the caller looks at its own papers and may change them now */
      editable: z.boolean(),
    }),
  }),
  saveBusinessData: post(`${base}/update`, rights.edit, {
    place: 'json',
    emits: [businessChanged],
    summary: 'Save some fields of the business data; `submit` hands all of it in for the audit',
    input: businessFields
      .partial()
      .extend({ clear: z.array(z.enum(clearableFields)).max(clearableFields.length).optional() })
      .extend({ submit: z.boolean().default(false) }),
    output: z.object({ state: businessState(), id: z.string().nullable() }),
  }),
  recallBusinessData: post(`${base}/remove`, rights.edit, {
    emits: [businessChanged],
    summary: 'Take back submissions that nobody has begun to audit',
    input: z.object({ ids: ids(20) }),
  }),
  uploadPhoto: post(`${base}/uploadPhoto`, rights.edit, {
    repeats: { because: 'a photo sent twice replaces itself' },
    multipart: true,
    rate: { max: 30, windowSeconds: 60 },
    emits: [businessChanged],
    summary: 'A private photo for the business data (multipart field `file`); sealed before it is stored',
    input: z.object({ kind: photoKind() }),
    output: z.object({ id: z.string(), kind: photoKind(), sizeBytes: bytes() }),
  }),
  viewPhoto: post(`${base}/photo`, rights.reveal, {
    repeats: { because: 'a look, and every one is logged' },
    answer: 'raw',
    files: ['image/*'],
    rate: { max: 60, windowSeconds: 60 },
    summary: 'Look at a private photo; the look and its reason go to the operation log',
    input: z.object({ id: id(), reason: reason() }),
    output: z.object({}),
  }),
  revealNumber: post(`${base}/reveal`, rights.reveal, {
    repeats: { because: 'a look, and every one is logged' },
    rate: { max: 30, windowSeconds: 60 },
    summary: 'Look at a whole number (`id` of a submission or of a bank card); the look goes to the log',
    input: z.object({ id: id(), field: z.enum(['idCard', 'card', 'bankCard']), reason: reason() }),
    output: z.object({ value: revealedNumber('it is compared with the papers') }),
  }),
  readAudit: get(`${base}/openApiAgentMerchantIncomeAuditQuery`, rights.view, {
    refreshedBy: [businessChanged],
    summary: 'What became of the submissions, the latest first; `id` asks for one of them',
    input: z.object({ id: id().optional() }),
    output: z.object({
      state: businessState(),
      reason: z.string().nullable(),
      history: z.array(submissionSummary),
    }),
  }),
  readProducts: get(`${base}/openApiMerchantIncomeStatusQuery`, rights.view, {
    refreshedBy: [businessChanged],
    summary: 'Which payment products are open, and which channel collects',
    input: z.object({ id: id().optional() }),
    output: z.object({
      state: businessState(),
      reason: z.string().nullable(),
      channel: collectingChannel(),
      /** numbers at the payment platforms, absent until the auditor entered them */
      wechatSubMerchant: z.string().nullable(),
      alipaySubMerchant: z.string().nullable(),
      /** the caller may switch now */
      maySwitch: z.boolean(),
      /** players can pay the organisation by phone: a platform is configured and its business data passed */
      playersCanPay: z.boolean(),
      products: z.array(z.object({ product: product(), state: productState() })),
    }),
  }),
  handInSamplePapers: post('/api/demo/samplePapers', rights.edit, {
    onlyDemo: true,
    emits: [businessChanged, bankCardChanged],
    summary: 'Hands in invented business data, and the auditor of the demo passes it',
  }),
  switchChannel: get(`${base}/switchPayChannel`, rights.edit, {
    changes: true,
    emits: [businessChanged],
    summary: 'Choose which channel collects; the owner only, and after the business data passed',
    input: z.object({ channel: collectingChannel() }),
    output: z.object({ channel: collectingChannel() }),
  }),
  ...bankCalls,
  ...auditCalls,
};
