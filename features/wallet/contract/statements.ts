import { z } from 'zod';
import { payWays } from '#features/orders/contract.ts';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { day, id, int, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { movementKinds, view, walletId, walletPurposes } from './shared.ts';

const base = '/api/blade-capitalflow/capitalflow' as const;

const filters = {
  walletId: walletId().optional(),
  purpose: z.enum(walletPurposes).default('available'),
  kind: z.enum(movementKinds).optional(),
  direction: z.enum(['in', 'out']).optional(),
  from: day().optional(),
  to: day().optional(),
  /** the `place` of the last line seen: reads on from there, whatever the page */
  before: int(1, Number.MAX_SAFE_INTEGER).optional(),
};

const flowLine = z.object({
  /** of the movement; several lines of one account may belong to it */
  transferId: z.string(),
  place: z.int(),
  createdAt: z.string(),
  kind: z.string(),
  amountFen: z.int(),
  balanceFen: z.int(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  remark: z.string(),
});
export type FlowLine = z.infer<typeof flowLine>;

const flowPage = pageOf(flowLine).extend({
  /** a filter looks at the latest 200,000 lines of the period; there are more, reached by narrowing the days */
  more: z.boolean(),
});

const sum = { kind: z.string(), inFen: z.int(), outFen: z.int(), count: z.int() };

const ledgerLeg = z.object({
  /** whose account: the caller's own, a channel's, the platform's and agents' fees, other wallets */
  owner: z.enum(['own', 'channel', 'fee', 'player', 'receiver', 'other']),
  name: z.string(),
  purpose: z.string(),
  unit: z.enum(['fen', 'coin', 'point', 'ticket']),
  amount: z.int(),
  balanceAfter: z.int().nullable(),
});

const incomeSum = {
  orders: z.int(),
  grossFen: z.int(),
  refundFen: z.int(),
  feeFen: z.int(),
  netFen: z.int(),
};

export const statementsContract = {
  listFlow: defineEndpoint({
    method: 'GET',
    path: '/api/blade-cashier/cashier/accountFlow',
    access: view,
    input: pageInput(filters, ['place']),
    output: flowPage,
    summary: 'Every movement of one account of a wallet, newest first, with the balance after it',
  }),
  listFlowOfUser: defineEndpoint({
    method: 'GET',
    path: `${base}/selectCapitalFlowListByUserId`,
    access: view,
    input: pageInput({ ...filters, userId: id() }, ['place']),
    output: flowPage,
    summary: 'The same for the wallet of a user',
  }),
  listCapitalFlow: defineEndpoint({
    method: 'POST',
    path: '/selectCapitalFlowList',
    access: view,
    changes: false,
    input: pageInput(filters, ['place']),
    output: flowPage,
    summary: 'The same for clients that post a form',
  }),
  sumFlow: defineEndpoint({
    method: 'GET',
    path: `${base}/sum`,
    access: view,
    input: z.object({
      walletId: walletId().optional(),
      purpose: z.enum(walletPurposes).default('available'),
      day: day(),
    }),
    output: z.object({
      openingFen: z.int(),
      closingFen: z.int(),
      inFen: z.int(),
      outFen: z.int(),
      kinds: z.array(z.object(sum)),
    }),
    summary: 'What one day brought and took, kind by kind, between its opening and closing balance',
  }),
  readMovement: defineEndpoint({
    method: 'GET',
    path: `${base}/detail`,
    access: view,
    input: z.object({ id: id() }),
    output: z.object({
      id: z.string(),
      createdAt: z.string(),
      kind: z.string(),
      subjectKind: z.string().nullable(),
      subjectId: z.string().nullable(),
      order: z
        .object({ id: z.string(), orderNumber: z.string(), title: z.string(), state: z.string() })
        .nullable(),
      remark: z.string(),
      legs: z.array(ledgerLeg),
    }),
    summary: 'One movement with its order and every leg that concerns the caller',
  }),
  readIncome: defineEndpoint({
    method: 'GET',
    path: `${base}/income`,
    access: view,
    input: z.object({ from: day(), to: day(), fieldId: id().optional() }),
    output: z.object({
      total: z.object(incomeSum),
      payWays: z.array(z.object({ payWay: z.enum(payWays), ...incomeSum })),
      sites: z.array(z.object({ fieldId: z.string().nullable(), fieldName: z.string(), ...incomeSum })),
      days: z.array(z.object({ day: z.string(), ...incomeSum })),
    }),
    summary: 'Income by source: pay way, site and day',
  }),
};
