import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, id, instant, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { payChannel } from './channels.ts';

/** Why a true message of the platform does not fit the payment it names. */
export const mismatches = ['amount', 'currency', 'number', 'order', 'collector'] as const;
export type Mismatch = (typeof mismatches)[number];
/** settled: the platform told the right thing afterwards; resolved: somebody saw to it */
export const disputeStates = ['open', 'settled', 'resolved'] as const;
export type DisputeState = (typeof disputeStates)[number];
/** the payment itself, or a refund of it */
export const disputeSubjects = ['payment', 'refund'] as const;
export type DisputeSubject = (typeof disputeSubjects)[number];
export type DisputeSource = 'notice' | 'query';

/** A platform fell silent or answers again, or a payment is disputed. */
export const platformChanged = defineEvent('payment-platform.changed');

const mismatch = () => choiceOf('payments:refusal', mismatches);
export const disputeState = () =>
  choiceOf('payments:disputeState', disputeStates, { open: 'bad', settled: 'good', resolved: 'quiet' });
const disputeSubject = () => choiceOf('payments:disputeSubject', disputeSubjects);

const platformOnly = permit('payments.platform', 'platform');

const dispute = z.object({
  id: z.string(),
  createdAt: instant(),
  lastAt: instant(),
  tenantId: z.string(),
  tenantName: z.string(),
  channel: payChannel(),
  outTradeNo: z.string(),
  description: z.string(),
  /** of the order, when it was one */
  orderNumber: z.string().nullable(),
  /** what was paid for: the number of the order, else the words on the bill */
  subject: z.string(),
  about: disputeSubject(),
  mismatch: mismatch(),
  askedFen: moneyFen(),
  reportedFen: moneyFen().nullable(),
  reportedCurrency: z.string().nullable(),
  transactionId: z.string().nullable(),
  paymentState: z.string(),
  state: disputeState(),
  endedAt: instant().nullable(),
  endedByName: z.string(),
  note: z.string(),
});
export type DisputeRecord = z.infer<typeof dispute>;

export const disputesContract = {
  listDisputes: get('/api/blade-payments/payments/disputes', platformOnly, {
    input: pageInput({ state: disputeState().optional() }, ['createdAt']),
    output: pageOf(dispute),
    refreshedBy: [platformChanged],
    summary: 'Payments of which the platform reports something else than was asked; nobody was credited',
  }),
  resolveDispute: post('/api/blade-payments/payments/disputes/resolve', platformOnly, {
    input: z.object({ id: id(), note: text(200) }),
    emits: [platformChanged],
    summary: 'Says what was done about such a payment; moves no money',
  }),
};
