import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  choiceOf,
  day,
  dayRange,
  id,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, maybeSiteFields } from '#kit/contract/things.ts';
import {
  base,
  differenceKinds,
  differenceState,
  differencesChanged,
  manage,
  platform,
  view,
} from './kinds.ts';

const { get, post } = callsAbout({ refreshedBy: [differencesChanged], emits: [differencesChanged] });

const difference = z.object({
  id: z.string(),
  createdAt: entryTime(),
  platform: platform(),
  day: day(),
  difference: choiceOf('groupbuys:difference', differenceKinds),
  codeEnd: z.string().nullable(),
  title: z.string(),
  storeName: z.string().nullable(),
  ...maybeSiteFields,
  verificationId: z.string().nullable(),
  /** what we have; null: nothing */
  ourFen: moneyFen().nullable(),
  theirFen: moneyFen().nullable(),
  /** what each says of it, in the caller's language */
  ourState: z.string().nullable(),
  theirState: z.string().nullable(),
  state: differenceState(),
  endedAt: instant().nullable(),
  /** who noted it; null: it was mended by itself */
  endedByName: z.string().nullable(),
  note: z.string(),
});
export type DifferenceRecord = z.infer<typeof difference>;

const comparedDay = z.object({
  id: z.string(),
  day: day(),
  platform: platform(),
  accountName: z.string(),
  comparedAt: instant(),
  verified: z.int(),
  verifiedFen: moneyFen(),
  cancelled: z.int(),
  /** what the platform says it settles for that day; null: it has not said so yet */
  settledFen: moneyFen().nullable(),
  openDifferences: z.int(),
});
export type ComparedDay = z.infer<typeof comparedDay>;

export const comparisonCalls = {
  listComparedDays: get(`${base}/compare/list`, view, {
    input: pageInput({ platform: platform(), ...dayRange }, ['day']),
    output: pageOf(comparedDay),
    summary: 'Days that were compared with the platform’s records and settlement',
  }),
  compareDay: post(`${base}/compare/run`, manage, {
    books: 'money',
    rate: { max: 6, windowSeconds: 60 },
    input: z.object({ platform: platform(), day: day() }),
    output: z.object({ verified: z.int(), differences: z.int() }),
    summary: 'Compares a day with the platform’s records now, and mends what can be mended',
  }),
  listDifferences: get(`${base}/difference/list`, view, {
    input: pageInput(
      {
        platform: platform(),
        state: differenceState().optional(),
        difference: choiceOf('groupbuys:difference', differenceKinds).optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(difference),
    summary: 'Where the platform’s records say something else than ours',
  }),
  noteDifference: post(`${base}/difference/note`, manage, {
    input: z.object({ id: id(), note: text(200) }),
    summary: 'Says what was done about a difference; moves nothing',
  }),
};
