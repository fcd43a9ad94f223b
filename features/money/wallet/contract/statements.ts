import { z } from 'zod';
import { units } from '#features/money/ledger/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  amountOf,
  bool,
  choiceOf,
  day,
  dayRange,
  id,
  int,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
} from '#kit/contract/schemas.ts';
import { entryTime, maybeSiteFields } from '#kit/contract/things.ts';
import { walletChanged } from './events.ts';
import { movement, movementKinds, view, walletId, walletPurpose } from './shared.ts';

const base = '/api/blade-capitalflow/capitalflow' as const;

const narrowing = {
  purpose: walletPurpose().default('available'),
  kind: choiceOf('wallet:kind', movementKinds).optional(),
  direction: choiceOf('wallet:direction', ['in', 'out']).optional(),
  ...dayRange,
  /** the `place` of the last line seen: reads on from there, whatever the page */
  before: int(1, Number.MAX_SAFE_INTEGER).optional(),
  /** neighbouring lines of one sharing run (a site, a day) as one line with its parts */
  grouped: bool().optional(),
};
const filters = { walletId: walletId().optional(), ...narrowing };

/** Whom and what a movement was about, where that is the caller's to know. */
const about = {
  orderNumber: z.string().nullable(),
  /** who received a share */
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  ...maybeSiteFields,
};

const flowLine = z.object({
  /** of the movement; several lines of one account may belong to it */
  transferId: z.string(),
  place: z.int(),
  createdAt: entryTime('second'),
  kind: movement(),
  amountFen: signedFen(),
  balanceFen: moneyFen(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  remark: z.string(),
  ...about,
  /** of a line that stands for several; the page of a long run ends where the page ends */
  parts: z.array(
    z.object({ transferId: z.string(), createdAt: entryTime('second'), amountFen: signedFen(), ...about }),
  ),
});
export type FlowLine = z.infer<typeof flowLine>;

const flowPage = pageOf(flowLine).extend({
  /** a filter looks at the latest 200,000 lines of the period; there are more, reached by narrowing the days */
  more: z.boolean(),
});

const sum = { kind: movement(), inFen: moneyFen(), outFen: moneyFen(), count: z.int() };

const ledgerLeg = z.object({
  /** whose account: the caller's own, a channel's, the platform's and agents' fees, other wallets */
  owner: choiceOf('wallet:owner', ['own', 'channel', 'fee', 'player', 'receiver', 'other']),
  /** the account in words */
  name: z.string(),
  purpose: walletPurpose().nullable(),
  unit: choiceOf('ledger:unit', units),
  amount: amountOf('unit', 'kit:pieces', true),
  balanceAfter: amountOf('unit').nullable(),
});

export const statementsContract = {
  listFlow: get('/api/blade-cashier/cashier/accountFlow', view, {
    input: pageInput(filters, ['place']),
    output: flowPage,
    refreshedBy: [walletChanged],
    summary: 'Every movement of one account of a wallet, newest first, with the balance after it',
  }),
  listFlowOfUser: get(`${base}/selectCapitalFlowListByUserId`, view, {
    input: pageInput({ ...narrowing, userId: id() }, ['place']),
    output: flowPage,
    refreshedBy: [walletChanged],
    summary: 'The same for the wallet of a user',
  }),
  listCapitalFlow: post('/selectCapitalFlowList', view, {
    changes: false,
    input: pageInput(filters, ['place']),
    output: flowPage,
    refreshedBy: [walletChanged],
    summary: 'The same for clients that post a form',
  }),
  sumFlow: get(`${base}/sum`, view, {
    input: z.object({
      walletId: walletId().optional(),
      purpose: walletPurpose().default('available'),
      day: day(),
    }),
    output: z.object({
      openingFen: moneyFen(),
      closingFen: moneyFen(),
      inFen: moneyFen(),
      outFen: moneyFen(),
      kinds: z.array(z.object(sum)),
    }),
    refreshedBy: [walletChanged],
    summary: 'What one day brought and took, kind by kind, between its opening and closing balance',
  }),
  readMovement: get(`${base}/detail`, view, {
    input: z.object({ id: id() }),
    output: z.object({
      id: z.string(),
      createdAt: entryTime('second'),
      kind: movement(),
      subjectKind: z.string().nullable(),
      subjectId: z.string().nullable(),
      order: z
        .object({ id: z.string(), orderNumber: z.string(), title: z.string(), state: z.string() })
        .nullable(),
      remark: z.string(),
      personId: about.personId,
      personName: about.personName,
      ...maybeSiteFields,
      legs: z.array(ledgerLeg),
    }),
    summary: 'One movement with its order and every leg that concerns the caller',
  }),
};
