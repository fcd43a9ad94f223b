import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { day, dayRange, id, moneyFen } from '#kit/contract/schemas.ts';
import { memberChanged, segment, view } from './members.ts';

/** Where no days are asked for: these, up to today; and so many at once. */
export const figureDays = { usual: 30, most: 366 } as const;
/** How many weeks of newcomers are followed, up to the last day asked for. */
export const cohortWeeks = 12;

const visitors = { members: z.int(), paidFen: moneyFen() };

export const figureCalls = {
  readFigures: get('/api/blade-member/member/figures', view, {
    input: z.object({ ...dayRange, fieldId: id().optional() }),
    output: z.object({
      from: day(),
      to: day(),
      /** who was there in these days, and what they paid from outside, refunds taken off */
      ...visitors,
      /** of them: for the first time, and those who had been there before */
      joined: z.int(),
      returning: z.int(),
      /** as of today, of all members */
      sleeping: z.int(),
      lost: z.int(),
      /** by the level they have today; null: none */
      levels: z.array(
        z.object({ levelId: z.string().nullable(), levelName: z.string().nullable(), ...visitors }),
      ),
      /** by where they stand today */
      segments: z.array(z.object({ segment: segment(), ...visitors })),
      /** who came first in the week of that Monday, and how many of them were there so many weeks later */
      cohorts: z.array(z.object({ day: day(), joined: z.int(), weeks: z.array(z.int()) })),
    }),
    refreshedBy: [memberChanged],
    summary: 'Members in some days: new, returning and sleeping, what they paid by level, and who comes back',
  }),
};
