import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { day, empty, id, moneyFen, pageInput, pageOf, picture, ratio } from '#kit/contract/schemas.ts';
import { sharingBase } from './receivers.ts';
import { agentRight, month, receiverKind, receiverWay, sharingChanged, step, viewRight } from './shared.ts';

const base = `${sharingBase}/statement` as const;

const statement = z.object({
  receiverId: z.string(),
  receiverName: z.string(),
  kind: receiverKind(),
  way: receiverWay(),
  merchantName: z.string(),
  merchantLogo: picture(),
  month: z.string(),
  /** owed to the receiver before the month; below zero: owed by the receiver */
  openingFen: moneyFen(),
  earnedFen: moneyFen(),
  reducedFen: moneyFen(),
  paidFen: moneyFen(),
  returnedFen: moneyFen(),
  closingFen: moneyFen(),
  days: z.array(
    z.object({
      day: day(),
      fieldName: z.string(),
      orders: z.int(),
      grossFen: moneyFen(),
      steps: z.array(step),
      baseFen: moneyFen(),
      basisPoints: ratio(),
      earnedFen: moneyFen(),
    }),
  ),
  refunds: z.array(
    z.object({
      day: day(),
      fieldName: z.string(),
      orderNumber: z.string(),
      reducedFen: moneyFen(),
      returnedFen: moneyFen(),
    }),
  ),
  payments: z.array(z.object({ day: day(), way: receiverWay(), orders: z.int(), amountFen: moneyFen() })),
  /** of receivers whose money is kept here until it is settled by hand */
  account: z
    .object({
      openingFen: moneyFen(),
      inFen: moneyFen(),
      outFen: moneyFen(),
      closingFen: moneyFen(),
      settlements: z.array(
        z.object({ day: day(), amountFen: moneyFen(), note: z.string(), userName: z.string() }),
      ),
    })
    .nullable(),
});
export type Statement = z.infer<typeof statement>;

const agentShare = z.object({
  id: z.string(),
  day: day(),
  agentId: z.string(),
  agentName: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** what the platform earned of this merchant's fees, less refunds */
  feeFen: moneyFen(),
  /** after the parts of agents below */
  basisPoints: ratio(),
  amountFen: moneyFen(),
});

export const statementsContract = {
  readStatement: get(`${base}/detail`, viewRight, {
    input: z.object({ receiverId: id(), month: month() }),
    output: statement,
    refreshedBy: [sharingChanged],
    summary: 'The month of a receiver: opening, every step by site and day, paid, returned, closing',
  }),
  printStatement: get(`${base}/print`, viewRight, {
    answer: 'raw',
    files: ['application/pdf'],
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ receiverId: id(), month: month() }),
    output: z.unknown(),
    summary: 'The same statement as a PDF',
  }),
  listAgentShares: get(`${sharingBase}/agent/list`, agentRight, {
    input: pageInput(
      {
        month: month().optional(),
        agentId: z
          .string()
          .regex(/^\d{6}$/)
          .optional(),
        merchantId: z
          .string()
          .regex(/^\d{6}$/)
          .optional(),
      },
      ['day', 'amountFen'],
    ),
    output: pageOf(agentShare),
    refreshedBy: [sharingChanged],
    summary: 'Parts of the platform’s fees that agents got, by merchant and day',
  }),
  sumAgentShares: get(`${sharingBase}/agent/sum`, agentRight, {
    input: empty().extend({ month: month().optional() }),
    output: z.array(
      z.object({
        agentId: z.string(),
        agentName: z.string(),
        /** as set in the agent's own ratio */
        basisPoints: ratio(),
        amountFen: moneyFen(),
        merchants: z.int(),
      }),
    ),
    refreshedBy: [sharingChanged],
    summary: 'Parts of the platform’s fees by agent',
  }),
};
