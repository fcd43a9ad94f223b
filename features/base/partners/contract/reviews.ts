import { z } from 'zod';
import { reviewDecided, reviewRequested, tenantChanged } from '#features/base/accounts/contract/events.ts';
import {
  realm,
  reviewState,
  rights,
  tenantNumber,
  tenantState,
} from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  bool,
  choiceOf,
  id,
  instant,
  pageInput,
  pageOf,
  shownPhone,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';

const tenantRecord = z.object({
  id: z.string(),
  realm: realm(),
  name: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  account: z.string(),
  phone: wholePhone({ because: 'who wants to join is called before the answer', right: rights.review }),
  inviterPhone: shownPhone(),
  state: tenantState(),
  reviewState: reviewState(),
  reviewReason: z.string(),
  createdAt: instant(),
});

const decision = {
  passed: bool(),
  /** needed when refused; the merchant reads it */
  reason: text(200, 0).default(''),
};

export const reviewsContract = {
  listTenants: get('/api/blade-tenant/tenant/list', rights.review, {
    summary: 'Merchants and agents with the state of their registration',
    input: pageInput(
      {
        keyword: z.string().trim().max(64).optional(),
        realm: choiceOf('accounts:realm', ['merchant', 'agent']).optional(),
        reviewState: reviewState().optional(),
        state: tenantState().optional(),
      },
      ['createdAt', 'name', 'id'],
    ),
    output: pageOf(tenantRecord),
    refreshedBy: [reviewRequested, reviewDecided, tenantChanged],
  }),
  decideRegistration: post('/api/blade-tenant/tenant/decide', rights.review, {
    summary: 'Accept a registration, or refuse it: the merchant is disabled and sees the reason',
    input: z.object({ id: tenantNumber(), ...decision }),
    emits: [reviewDecided],
  }),
  setTenantState: post('/api/blade-tenant/tenant/state', rights.review, {
    summary: 'Enable or disable a merchant or agent as a whole',
    input: z.object({ id: tenantNumber(), enabled: bool(), reason: text(200, 0).default('') }),
    emits: [tenantChanged],
  }),
  listNameReviews: get('/api/blade-setUserShRecord/setusershrecord/list', rights.review, {
    summary: 'Requests of merchants to change their name',
    input: pageInput({ state: reviewState().optional(), keyword: z.string().trim().max(64).optional() }, [
      'createdAt',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        tenantId: z.string(),
        oldName: z.string(),
        newName: z.string(),
        state: reviewState(),
        decisionReason: z.string(),
        applicantName: z.string(),
        realName: z.string(),
        createdAt: instant(),
        decidedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [reviewRequested, reviewDecided],
  }),
  decideNameReview: post('/api/blade-setUserShRecord/setusershrecord/decide', rights.review, {
    summary: 'Accept or refuse a new merchant name',
    input: z.object({ id: id(), ...decision }),
    emits: [reviewDecided, tenantChanged],
  }),
  reviewCounts: get('/api/blade-tenant/tenant/reviewCounts', rights.review, {
    summary: 'How many registrations and names wait for a decision',
    output: z.object({ registrations: z.int(), names: z.int() }),
    refreshedBy: [reviewRequested, reviewDecided],
  }),
};
