import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { amountOf, choiceOf, flagOf, id, instant, text } from '#kit/contract/schemas.ts';

/** Money, and three things that are counted like money but never mixed with it. */
export const units = ['fen', 'coin', 'point', 'ticket'] as const;
export type Unit = (typeof units)[number];

/** The accounts that a wallet is made of (docs/money.md). */
export const walletPurposes = ['available', 'frozen', 'pending', 'cash', 'collected', 'deposit'] as const;
export type WalletPurpose = (typeof walletPurposes)[number];

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

/** Who bears what a correction moves: the wallet of the account's owner, or the platform. */
export const correctionSides = ['wallet', 'platform'] as const;

export const booksCorrected = defineEvent('ledger.corrected');

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
      /** how many rows break it, and the first of them by name */
      wrong: z.int(),
      examples: z.array(z.string()),
      /** of those: single entries that a correction can put right */
      mendable: z.array(z.object({ text: z.string(), transferId: z.string(), accountId: z.string() })),
    }),
  ),
});
export type Proof = z.infer<typeof proof>;

export const ledgerContract = {
  prove: get('/api/blade-ledger/ledger/prove', permit('ledger.prove', 'platform'), {
    rate: { max: 12, windowSeconds: 60 },
    output: proof,
    summary: 'Proves the books: every unit sums to zero, every balance is the sum of its entries',
    refreshedBy: [booksCorrected],
  }),
  correctBooks: post('/api/blade-ledger/ledger/correct', permit('ledger.correct', 'platform'), {
    books: 'money',
    input: z.object({
      transferId: id(),
      accountId: id(),
      against: choiceOf('ledger:against', correctionSides),
      reason: text(200),
    }),
    output: z.object({ transferId: z.string() }),
    emits: [booksCorrected],
    summary: 'Puts an entry right that the proof blames: the opposite amount, in a movement everybody sees',
  }),
};
