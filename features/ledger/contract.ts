import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { amountOf, choiceOf, empty, flagOf, instant } from '#kit/contract/schemas.ts';

/** Money, and three things that are counted like money but never mixed with it. */
export const units = ['fen', 'coin', 'point', 'ticket'] as const;
export type Unit = (typeof units)[number];

export const holdStates = ['open', 'posted', 'voided'] as const;
export type HoldState = (typeof holdStates)[number];

export const checkNames = [
  'unitsSumToZero',
  'transfersBalance',
  'balancesMatchEntries',
  'entriesRunOn',
  'heldMatchesHolds',
  'nothingOverdrawn',
] as const;
export type CheckName = (typeof checkNames)[number];

const proof = z.object({
  holds: flagOf('ledger:proof', { yes: 'good', no: 'bad' }),
  at: instant('second'),
  accounts: z.int(),
  transfers: z.int(),
  entries: z.int(),
  openHolds: z.int(),
  totals: z.array(
    z.object({ unit: choiceOf('ledger:unit', units), sum: amountOf('unit'), turnover: amountOf('unit') }),
  ),
  checks: z.array(
    z.object({
      /** one of `checkNames`, or the name another feature gave its own check */
      name: z.string(),
      holds: z.boolean(),
      /** how many rows break it, and a few of them to look at */
      wrong: z.int(),
      examples: z.array(z.string()),
    }),
  ),
});
export type Proof = z.infer<typeof proof>;

export const ledgerContract = {
  prove: defineEndpoint({
    method: 'GET',
    path: '/api/blade-ledger/ledger/prove',
    access: permit('ledger.prove', 'platform'),
    rate: { max: 12, windowSeconds: 60 },
    input: empty(),
    output: proof,
    summary: 'Proves the books: every unit sums to zero, every balance is the sum of its entries',
  }),
};
