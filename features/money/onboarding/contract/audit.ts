import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { id, pageInput, pageOf, text, wholePhone } from '#kit/contract/schemas.ts';
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

const { get, post } = callsAbout({ refreshedBy: [businessChanged], emits: [businessChanged] });

/** The platform's queue of what was handed in. */
export const auditCalls = {
  listSubmissions: get(`${base}/auditList`, rights.audit, {
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
  countSubmissions: get(`${base}/auditCounts`, rights.audit, {
    summary: 'How many wait and how many are being audited',
    output: z.object({ untreated: z.int(), processing: z.int() }),
  }),
  readSubmission: get(`${base}/auditDetail`, rights.audit, {
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
  takeSubmission: post(`${base}/auditTake`, rights.audit, {
    summary: 'Begin to audit a submission',
    input: z.object({ id: id() }),
  }),
  releaseSubmission: post(`${base}/auditRelease`, rights.audit, {
    summary: 'Put a submission back into the queue',
    input: z.object({ id: id() }),
  }),
  decideSubmission: post(`${base}/auditDecide`, rights.audit, {
    emits: [businessChanged, bankCardChanged],
    summary: 'Pass or reject a submission the caller has taken; a rejection says why',
    input: z.object({
      id: id(),
      passed: z.boolean(),
      reason: text(200, 0).default(''),
      wechatSubMerchant: subMerchant().optional(),
      alipaySubMerchant: subMerchant().optional(),
    }),
  }),
};
