import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, day, id, instant, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { payChannel } from './channels.ts';
import { disputeState, platformChanged } from './disputes.ts';

export const billKinds = ['payment', 'refund', 'payout'] as const;
export type BillKind = (typeof billKinds)[number];
/** unknown: only the bill has it; absent: only we have it */
export const differences = ['unknown', 'absent', 'amount', 'state'] as const;
export type Difference = (typeof differences)[number];

const platformOnly = permit('payments.platform', 'platform');

const bill = z.object({
  id: z.string(),
  channel: payChannel(),
  day: day(),
  comparedAt: instant(),
  payments: z.int(),
  paymentsFen: moneyFen(),
  refunds: z.int(),
  refundsFen: moneyFen(),
  payouts: z.int(),
  payoutsFen: moneyFen(),
  /** found that day and not seen to */
  openDifferences: z.int(),
});
export type BillRecord = z.infer<typeof bill>;

const difference = z.object({
  id: z.string(),
  createdAt: instant(),
  channel: payChannel(),
  day: day(),
  tenantName: z.string(),
  kind: choiceOf('payments:billKind', billKinds),
  difference: choiceOf('payments:difference', differences),
  outNo: z.string(),
  platformNo: z.string().nullable(),
  ourFen: moneyFen().nullable(),
  theirFen: moneyFen().nullable(),
  state: disputeState(),
  endedAt: instant().nullable(),
  endedByName: z.string(),
  note: z.string(),
});
export type DifferenceRecord = z.infer<typeof difference>;

export const billsContract = {
  listBills: get('/api/blade-payments/payments/bills', platformOnly, {
    input: pageInput({}, ['day']),
    output: pageOf(bill),
    refreshedBy: [platformChanged],
    summary: 'Bills of the payment platforms, day by day, that our books were compared with',
  }),
  compareBills: post('/api/blade-payments/payments/bills/compare', platformOnly, {
    rate: { max: 12, windowSeconds: 60 },
    input: z.object({ day: day() }),
    emits: [platformChanged],
    summary: 'Reads the bills of a day (now) and compares our books with them; moves no money',
  }),
  listDifferences: get('/api/blade-payments/payments/bills/differences', platformOnly, {
    input: pageInput(
      { state: disputeState().optional(), kind: choiceOf('payments:billKind', billKinds).optional() },
      ['createdAt'],
    ),
    output: pageOf(difference),
    refreshedBy: [platformChanged],
    summary: 'Where the bill of a payment platform says something else than our books',
  }),
  resolveDifference: post('/api/blade-payments/payments/bills/differences/resolve', platformOnly, {
    input: z.object({ id: id(), note: text(200) }),
    emits: [platformChanged],
    summary: 'Says what was done about a difference; moves no money',
  }),
};
