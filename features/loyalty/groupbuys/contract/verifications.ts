import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  choiceOf,
  dayRange,
  flagOf,
  id,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  phone,
  shownPhone,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, maybeMemberFields, siteFields } from '#kit/contract/things.ts';
import {
  base,
  cancel,
  cancellers,
  code,
  entrance,
  platform,
  verificationState,
  verificationsChanged,
  verify,
  view,
  worthKind,
} from './kinds.ts';

const { get, post } = callsAbout({ refreshedBy: [verificationsChanged], emits: [verificationsChanged] });

/** Uses of one code that are verified with one call, each for itself. */
export const mostUses = 10;

/** What the platform said of a code, before anything is verified. */
export const preparedCode = z.object({
  id: z.string(),
  platform: platform(),
  title: z.string(),
  /** what the customer paid, for one use */
  priceFen: moneyFen(),
  kind: worthKind(),
  /** what one use is good for, in the caller's language */
  worthText: z.string(),
  /** uses that the code still has; at most so many may be verified at once */
  usesLeft: z.int(),
  mostAtOnce: z.int(),
  /** the last four signs */
  codeEnd: z.string(),
  expiresAt: instant().nullable(),
});
export type PreparedCode = z.infer<typeof preparedCode>;

const verification = z.object({
  id: z.string(),
  createdAt: entryTime('second'),
  platform: platform(),
  state: verificationState(),
  title: z.string(),
  codeEnd: z.string(),
  amountFen: moneyFen(),
  worthText: z.string(),
  ...maybeMemberFields,
  playerPhone: shownPhone().nullable(),
  ...siteFields,
  storeId: z.string(),
  storeName: z.string(),
  entrance: entrance(),
  /** null: the player did it */
  userName: z.string().nullable(),
  verifiedAt: instant('second').nullable(),
  grantedAt: instant('second').nullable(),
  cancelledAt: instant('second').nullable(),
  cancelledBy: choiceOf('groupbuys:canceller', cancellers).nullable(),
  cancelReason: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** the platform gave the money back, and what had been given was used up */
  lossFen: moneyFen().nullable(),
  /** what the platform settles with the merchant for it, once it says so */
  settledFen: moneyFen().nullable(),
  settledAt: instant().nullable(),
  /** why it is where it is: what the platform said, or why it could not be given; in the caller's language */
  problem: z.string().nullable(),
  /** until when the platform lets it be cancelled; null: only the platform can say */
  cancelUntil: instant().nullable(),
  cancellable: z.boolean(),
});
export type VerificationRecord = z.infer<typeof verification>;

/** Whose it becomes: a member by the code on the phone, or by the number; a new number becomes a player. */
const recipient = { memberCode: text(60).optional(), phone: phone().optional() };

export const verificationCalls = {
  prepareCode: post(`${base}/verification/prepare`, verify, {
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({ storeId: id(), code: code() }),
    output: preparedCode,
    summary: 'Asks the platform what a code is good for; verifies nothing',
  }),
  verifyCode: post(`${base}/verification/verify`, verify, {
    lets: 'coins',
    books: 'money',
    input: z.object({ id: id(), uses: int(1, mostUses).default(1), ...recipient }),
    output: z.object({
      /** the last of them */
      id: z.string(),
      state: verificationState(),
      playerName: z.string(),
      worthText: z.string(),
      /** uses that were verified and given with this call */
      granted: z.int(),
      usesLeft: z.int(),
      problem: z.string().nullable(),
    }),
    summary:
      'Verifies a prepared code at the platform and gives the member what it is good for. A lost answer is asked for; nothing is verified twice',
  }),
  findRecipient: post(`${base}/verification/recipient`, verify, {
    rate: { max: 60, windowSeconds: 60 },
    input: z.object(recipient),
    output: z.object({
      playerId: z.string().nullable(),
      playerName: z.string().nullable(),
      playerPhone: shownPhone().nullable(),
      /** nobody has this number yet */
      isNew: z.boolean(),
    }),
    summary: 'Whom a member code or a phone names, before something is given',
  }),
  listVerifications: get(`${base}/verification/list`, view, {
    input: pageInput(
      {
        platform: platform(),
        id: id().optional(),
        codeEnd: text(8, 0).optional(),
        state: verificationState().optional(),
        fieldId: id().optional(),
        storeId: id().optional(),
        playerId: id().optional(),
        entrance: entrance().optional(),
        /** only those that became a loss, or all but those */
        loss: flagOf('groupbuys:loss').optional(),
        ...dayRange,
      },
      ['createdAt', 'amountFen'],
    ),
    output: pageOf(verification),
    summary: 'Codes that were verified: what, for whom, by whom, and what became of it',
  }),
  readVerification: get(`${base}/verification/detail`, view, {
    input: z.object({ id: id() }),
    output: verification.extend({
      steps: z.array(
        z.object({
          at: instant('second'),
          state: verificationState(),
          userName: z.string().nullable(),
          /** in the caller's language */
          text: z.string().nullable(),
        }),
      ),
    }),
    summary: 'One verification with everything that happened to it',
  }),
  askAgain: post(`${base}/verification/ask`, verify, {
    books: 'money',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ id: id() }),
    output: z.object({ state: verificationState(), problem: z.string().nullable() }),
    summary:
      'Asks the platform now about a verification without an answer, and gives what could not be given before',
  }),
  cancelVerification: post(`${base}/verification/cancel`, cancel, {
    books: 'money',
    input: z.object({ id: id(), reason: text(100) }),
    output: z.object({ state: verificationState(), problem: z.string().nullable() }),
    summary:
      'Cancels at the platform; what was given is taken back, and where it is used nothing is cancelled',
  }),
};
