import { z } from 'zod';
import { askedField, requestsChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  amountOf,
  choiceOf,
  id,
  ids,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  shownPhone,
  text,
} from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { memberChanged, view } from './members.ts';

export const oldPlayersChanged = defineEvent<object>('member.oldPlayersChanged');

const bring = permit('members.import');
const base = '/api/blade-member/oldPlayer' as const;

export const mostOldPlayers = 2000;
/** Yuan fifty thousand for one person: more is a slip of the hand. */
export const mostOldFen = 5_000_000;
export const mostOldCoins = 100_000;
/** As text of a call; a list of so many people is far below it. */
export const mostFileBytes = 700_000;

export const oldPlayerStates = ['waiting', 'claimed', 'revoked'] as const;
export type OldPlayerState = (typeof oldPlayerStates)[number];
const state = () =>
  choiceOf('members:oldState', oldPlayerStates, { waiting: 'waiting', claimed: 'good', revoked: 'quiet' });

const oldPlayerRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  name: z.string(),
  /** the middle digits are hidden */
  phone: shownPhone(),
  state: state(),
  balanceFen: moneyFen(),
  unit: z.literal('coin'),
  coins: amountOf('unit'),
  levelName: z.string().nullable(),
  note: z.string(),
  ...siteFields,
  /** whose it became */
  playerId: z.string().nullable(),
  claimedAt: instant().nullable(),
  fileName: z.string(),
  line: z.int(),
  userName: z.string(),
});
export type OldPlayerRecord = z.infer<typeof oldPlayerRecord>;

const file = {
  fieldId: id(),
  /** a CSV or XLSX file in base64 */
  content: z
    .string()
    .min(1)
    .max(Math.ceil(mostFileBytes / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .meta({ label: 'members:field.file' }),
};

const preview = z.object({
  players: z.int(),
  balanceFen: moneyFen(),
  coins: z.int(),
  /** the first of them, as they were understood */
  first: z.array(
    z.object({
      line: z.int(),
      phone: shownPhone(),
      name: z.string(),
      balanceFen: moneyFen(),
      coins: z.int(),
      levelName: z.string().nullable(),
    }),
  ),
  /** in the caller's language */
  wrong: z.array(z.object({ line: z.int(), reason: z.string() })),
  wrongLines: z.int(),
  /** goes along with the import: what is no longer as it was shown is refused */
  seen: z.string(),
});
export type OldPlayersPreview = z.infer<typeof preview>;

export const oldPlayerCalls = {
  listOldPlayers: get(`${base}/list`, view, {
    input: pageInput(
      {
        /** of the name, or the whole phone number */
        word: text(20, 0).optional(),
        state: state().optional(),
        fieldId: id().optional(),
      },
      ['createdAt', 'balanceFen', 'coins'],
    ),
    output: pageOf(oldPlayerRecord),
    refreshedBy: [oldPlayersChanged],
    summary: 'Players brought along by file, and who of them has not come yet',
  }),
  previewOldPlayers: post(`${base}/preview`, bring, {
    changes: false,
    place: 'json',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object(file),
    output: preview,
    summary: 'Reads a file of old players and says what it would bring, and which lines are wrong and why',
  }),
  importOldPlayers: post(`${base}/import`, bring, {
    gives: true,
    lets: 'coins',
    books: 'money',
    place: 'json',
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ ...file, fileName: text(100), seen: z.string().regex(/^[\w-]{43}$/) }),
    /** how many there are; they are brought when somebody agrees, where `asked` names a request */
    output: z.object({ players: z.int(), ...askedField }),
    emits: [oldPlayersChanged, memberChanged, requestsChanged],
    summary:
      'Brings along all players of a file, or none: what they are owed waits until they prove the phone. Beyond the allowance it waits for a second person',
  }),
  revokeOldPlayers: post(`${base}/remove`, bring, {
    books: 'money',
    input: z.object({ ids: ids(), reason: text(100) }),
    emits: [oldPlayersChanged, memberChanged],
    summary: 'Takes back what was brought along for players who have not come yet, with a reason',
  }),
};
