import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { done, empty, id, pageInput, pageOf, text, wholePhone } from '#kit/contract/schemas.ts';
import { subjectKind } from '../fields.ts';
import { bankCardChanged, businessChanged } from './events.ts';
import { base, businessContent, rights, submissionState, submissionSummary } from './shared.ts';

const subMerchant = () =>
  z
    .string()
    .trim()
    .regex(/^\d{8,20}$/, { error: 'onboarding:error.subMerchant' })
    .meta({ field: 'text' });

const queueFields = {
  ...submissionSummary.shape,
  tenantId: z.string(),
  tenantName: z.string(),
  /** the organisation itself, or a franchisee of it */
  franchisee: z.boolean(),
  kind: subjectKind().nullable(),
  /** the same in words, and whether it is a franchisee's */
  kindName: z.string(),
  idCardName: z.string(),
  registeredName: z.string(),
};
const submissionRecord = z.object(queueFields);

/** The platform's queue of what was handed in. */
export const auditCalls = {
  listSubmissions: defineEndpoint({
    method: 'GET',
    path: `${base}/auditList`,
    access: rights.audit,
    refreshedBy: [businessChanged],
    summary: 'Business data handed in by all organisations',
    input: pageInput(
      {
        state: submissionState().optional(),
        keyword: z.string().trim().max(60).optional(),
      },
      ['createdAt', 'decidedAt'],
    ),
    output: pageOf(submissionRecord),
  }),
  countSubmissions: defineEndpoint({
    method: 'GET',
    path: `${base}/auditCounts`,
    access: rights.audit,
    refreshedBy: [businessChanged],
    summary: 'How many wait and how many are being audited',
    input: empty(),
    output: z.object({ untreated: z.int(), processing: z.int() }),
  }),
  readSubmission: defineEndpoint({
    method: 'GET',
    path: `${base}/auditDetail`,
    access: rights.audit,
    refreshedBy: [businessChanged],
    summary: 'One submission with its earlier ones; numbers masked',
    input: z.object({ id: id() }),
    output: z.object({
      ...queueFields,
      ...businessContent,
      contactPhone: wholePhone({ because: 'who audits calls it', right: rights.audit }),
      history: z.array(submissionSummary),
      wechatSubMerchant: z.string().nullable(),
      alipaySubMerchant: z.string().nullable(),
    }),
  }),
  takeSubmission: defineEndpoint({
    method: 'POST',
    path: `${base}/auditTake`,
    access: rights.audit,
    emits: [businessChanged],
    summary: 'Begin to audit a submission',
    input: z.object({ id: id() }),
    output: done(),
  }),
  releaseSubmission: defineEndpoint({
    method: 'POST',
    path: `${base}/auditRelease`,
    access: rights.audit,
    emits: [businessChanged],
    summary: 'Put a submission back into the queue',
    input: z.object({ id: id() }),
    output: done(),
  }),
  decideSubmission: defineEndpoint({
    method: 'POST',
    path: `${base}/auditDecide`,
    access: rights.audit,
    emits: [businessChanged, bankCardChanged],
    summary: 'Pass or reject a submission the caller has taken; a rejection says why',
    input: z.object({
      id: id(),
      passed: z.boolean(),
      reason: text(200, 0).default(''),
      wechatSubMerchant: subMerchant().optional(),
      alipaySubMerchant: subMerchant().optional(),
    }),
    output: done(),
  }),
};
