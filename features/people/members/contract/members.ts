import { z } from 'zod';
import { issueChanged } from '#features/selling/coins/contract.ts';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  choiceOf,
  day,
  dayRange,
  id,
  ids,
  instant,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  shownPhone,
  text,
} from '#kit/contract/schemas.ts';
import { memberFields, siteFields } from '#kit/contract/things.ts';

export const view = permit('members.view');
export const edit = permit('members.edit');

/** Figures, notes, tags or levels of members. */
export const memberChanged = defineEvent<object>('member.changed');

/** Each member is in one of them; who has never been there (brought over from elsewhere) in none. See rules/segments.ts. */
export const segments = ['new', 'regular', 'sleeping', 'lost'] as const;
export type Segment = (typeof segments)[number];

const base = '/api/blade-member/member' as const;
export const mostTags = 10;
const tag = () => text(12);

export const segment = () =>
  choiceOf('members:segmentName', segments, {
    new: 'good',
    regular: 'good',
    sleeping: 'waiting',
    lost: 'quiet',
  });

const holding = { balanceFen: moneyFen(), coins: z.int(), points: z.int() };
const figures = {
  visits: z.int(),
  paidFen: moneyFen(),
  firstVisitAt: instant().nullable(),
  lastVisitAt: instant().nullable(),
};

const memberRecord = z.object({
  ...memberFields,
  playerPhoto: picture(),
  /** the middle digits are hidden */
  phone: shownPhone().nullable(),
  platform: choiceOf('members:platform', ['wechat', 'alipay', 'phone']),
  segment: segment().nullable(),
  levelName: z.string().nullable(),
  ...holding,
  ...figures,
  tags: z.array(z.string()),
});
export type MemberRecord = z.infer<typeof memberRecord>;

const { get, post } = callsAbout({ refreshedBy: [memberChanged, issueChanged], emits: [memberChanged] });

export const memberCalls = {
  listMembers: get(`${base}/list`, view, {
    input: pageInput(
      {
        /** of the name, or the whole phone number */
        word: text(20, 0).optional(),
        segment: segment().optional(),
        levelId: id().optional(),
        tag: tag().optional(),
        fieldId: id().optional(),
        ...dayRange,
      },
      ['lastVisitAt', 'firstVisitAt', 'paidFen', 'visits'],
    ),
    output: pageOf(memberRecord),
    summary: 'Players who have been at the caller’s sites, with what they own and left there',
  }),
  readMember: get(`${base}/detail`, view, {
    input: z.object({ playerId: id() }),
    output: memberRecord.extend({
      note: z.string(),
      places: z.array(
        z.object({
          ...siteFields,
          ...holding,
          /** the coins, in the caller's language */
          held: z.string(),
          ...figures,
        }),
      ),
      /** the last half year, week by week; `day` is its Monday */
      weeks: z.array(z.object({ day: day(), visits: z.int(), paidFen: moneyFen() })),
    }),
    summary: 'One member: figures, balances site by site, visits week by week, notes',
  }),
  saveMember: post(`${base}/update`, edit, {
    input: z.object({ playerId: id(), note: longText(500), tags: z.array(tag()).max(mostTags) }),
    summary: 'Notes and tags of a member; the player does not see them',
  }),
  tagMembers: post(`${base}/tag`, edit, {
    input: z.object({ ids: ids(), tag: tag(), remove: z.boolean().default(false) }),
    output: z.object({ changed: z.int() }),
    summary: 'Puts a tag on members, or takes it off',
  }),
  listTags: get(`${base}/tags`, view, {
    output: z.array(z.object({ tag: z.string(), members: z.int() })),
    summary: 'Tags in use and how many members have each',
  }),
  readOverview: get(`${base}/overview`, view, {
    output: z.object({
      members: z.int(),
      /** who came for the first time in the last thirty days, and in the thirty before */
      joined: z.int(),
      joinedBefore: z.int(),
      /** who was there in the last thirty days */
      active: z.int(),
      segments: z.array(z.object({ segment: segment(), members: z.int() })),
      /** week by week, with how many there were at its end; `day` is its Monday */
      growth: z.array(z.object({ day: day(), joined: z.int(), members: z.int() })),
      owed: z.object(holding),
      /** of it, what waits for old players who have not come yet */
      unclaimed: z.object({ players: z.int(), balanceFen: moneyFen(), coins: z.int() }),
    }),
    summary: 'How many members there are, how their number grows, and what is owed to them by the books',
  }),
};
