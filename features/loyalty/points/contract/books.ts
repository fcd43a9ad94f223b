import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  amountOf,
  choiceOf,
  day,
  dayRange,
  deepPageInput,
  deepPageOf,
  flagOf,
  id,
  moneyFen,
  pageInput,
  pageOf,
  shownPhone,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, memberFields, siteFields } from '#kit/contract/things.ts';
import { pointRulesChanged, pointsMoved } from './events.ts';
import { flow, pointUnit, pointUnits } from './kinds.ts';

export const view = permit('points.view');
export const base = '/api/blade-integral' as const;

const monthSums = z.object({
  issued: z.int(),
  spent: z.int(),
  expired: z.int(),
  reversed: z.int(),
  /** by hand, either way */
  adjusted: z.int(),
});
export type MonthSums = z.infer<typeof monthSums>;

const unitOverview = z.object({
  unit: pointUnit(),
  outstanding: z.int(),
  /** taken back and spent already: the next earnings fill it */
  owed: z.int(),
  debtors: z.int(),
  /** of what is outstanding: what expires within the days of the notice */
  expiring: z.int(),
  thisMonth: monthSums,
  /** up to the same day of the month before */
  lastMonth: monthSums,
});

const holding = z.object({
  /** one row for each member and site */
  id: z.string(),
  ...memberFields,
  phone: shownPhone().nullable(),
  ...siteFields,
  points: z.int(),
  tickets: z.int(),
  /** points that the next earnings fill first */
  owed: z.int(),
  /** of the points: what expires within the days of the notice */
  expiring: z.int(),
});
export type HoldingRecord = z.infer<typeof holding>;

const movement = z.object({
  id: z.string(),
  createdAt: entryTime(),
  ...memberFields,
  ...siteFields,
  unit: pointUnit(),
  flow: flow(),
  /** what happened, in the caller's language */
  what: z.string(),
  amount: amountOf('unit', 'kit:pieces', true),
  balanceAfter: amountOf('unit'),
  remark: z.string(),
});
export type MovementRecord = z.infer<typeof movement>;

export const booksContract = {
  readPointsOverview: get(`${base}/integral/overview`, view, {
    output: z.object({
      /** points are given for spending */
      active: flagOf('points:active', { yes: 'good', no: 'quiet' }),
      /** what a hundred points are worth to the merchant */
      worthFen: moneyFen(),
      /** what all points outstanding are worth */
      liabilityFen: moneyFen(),
      noticeDays: z.int(),
      today: day(),
      units: z.array(unitOverview),
      months: z.array(z.object({ month: z.string(), issued: z.int(), spent: z.int(), expired: z.int() })),
    }),
    refreshedBy: [pointsMoved, pointRulesChanged],
    summary:
      'Points and tickets of the merchant: issued, spent, expired, outstanding, what they are worth, what is owed',
  }),
  listHoldings: get(`${base}/integral/list`, view, {
    input: pageInput(
      {
        word: text(40, 0).optional(),
        fieldId: id().optional(),
        standing: choiceOf('points:standing', ['holding', 'owing', 'expiring']).optional(),
      },
      ['points', 'tickets', 'owed'],
    ),
    output: pageOf(holding),
    refreshedBy: [pointsMoved, pointRulesChanged],
    summary: 'Points and tickets by member and site',
  }),
  listMovements: get(`${base}/integralLog/list`, view, {
    input: deepPageInput(
      {
        playerId: id().optional(),
        fieldId: id().optional(),
        unit: choiceOf('points:unit', pointUnits).optional(),
        flow: flow().optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: deepPageOf(movement),
    refreshedBy: [pointsMoved],
    summary: 'Every movement of points and tickets of members',
  }),
};
