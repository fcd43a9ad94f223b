import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  choiceOf,
  day,
  dayRange,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
} from '#kit/contract/schemas.ts';
import { maybeMachineFields, maybeSiteFields } from '#kit/contract/things.ts';
import {
  base,
  deviceType,
  figures,
  groupings,
  incomeSource,
  period,
  placeFilters,
  reportFilters,
  sourceFigures,
  view,
} from './shared.ts';

/** What a figure of income is made of, order by order. */
export const entryKinds = ['delivered', 'refunded', 'refused', 'cash'] as const;
export type EntryKind = (typeof entryKinds)[number];
/** Lines that have a part in one of these. */
export const entryFigures = ['refund', 'fee'] as const;

const entryFilters = {
  ...dayRange,
  ...placeFilters,
  payWay: incomeSource().optional(),
  kind: choiceOf('reports:entry', entryKinds).optional(),
  figure: choiceOf('reports:entryFigure', entryFigures).optional(),
};

const entrySums = {
  grossFen: moneyFen(),
  refundFen: moneyFen(),
  incomeFen: moneyFen(),
  feeFen: moneyFen(),
  netFen: moneyFen(),
};

const contribution = z.object({
  ...maybeSiteFields,
  ...maybeMachineFields,
  nowFen: moneyFen(),
  beforeFen: moneyFen(),
  changeFen: signedFen(),
});

export const statisticsContract = {
  readSummary: post(`${base}/getJyTjSummaryDataByCondition`, view, {
    changes: false,
    input: z.object(reportFilters),
    output: z.object({
      period,
      before: period,
      figures: z.object(figures),
      figuresBefore: z.object(figures),
      sources: z.array(sourceFigures),
      /** what the change of income is made of: by site, or by machine where one site is asked for */
      contributions: z.array(contribution),
      restFen: signedFen(),
    }),
    summary: 'Income, costs and use of some days beside an earlier period, and what the change is made of',
  }),
  listFigures: post(`${base}/selectJyTjFieldDataListByCondition`, view, {
    changes: false,
    input: pageInput({ ...reportFilters, by: choiceOf('reports:by', groupings).default('site') }, [
      'period',
      'incomeFen',
      'refundFen',
      'netFen',
      'marginFen',
      'plays',
      'perMachineDayFen',
      'changeFen',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        merchantName: z.string().nullable(),
        ...maybeSiteFields,
        ...maybeMachineFields,
        type: deviceType().nullable(),
        /** a day or a month */
        period: z.string().nullable(),
        ...figures,
        /** of the period compared with; days and months have none of their own */
        beforeFen: moneyFen().nullable(),
        changeFen: signedFen().nullable(),
      }),
    ),
    summary: 'The same figures by merchant, site, machine, type, day or month',
  }),
  readTrend: get(`${base}/selectJyTjIncomeTrendDataList`, view, {
    input: z.object({
      ...reportFilters,
      /** beside the one that is asked for */
      otherFieldId: placeFilters.fieldId,
      otherEquipmentId: placeFilters.equipmentId,
      /** longest ranking */
      most: int(1, 50).default(10),
    }),
    output: z.object({
      period,
      before: period,
      days: z.array(
        z.object({
          day: day(),
          incomeFen: moneyFen(),
          plays: z.int(),
          /** of the day in the same place of the period compared with */
          beforeFen: moneyFen().nullable(),
          otherFen: moneyFen().nullable(),
        }),
      ),
      sources: z.array(sourceFigures),
      /** sites, or machines where one site or one type is asked for */
      ranking: z.array(
        z.object({
          ...maybeSiteFields,
          ...maybeMachineFields,
          incomeFen: moneyFen(),
          perMachineDayFen: moneyFen().nullable(),
        }),
      ),
      hours: z.array(
        z.object({
          weekday: int(1, 7),
          hour: int(0, 23),
          incomeFen: moneyFen(),
          averageFen: moneyFen().nullable(),
        }),
      ),
    }),
    summary: 'Income by day, by way of paying, by place and by hour of the week, for charts',
  }),
  printStatistics: get(`${base}/print`, view, {
    answer: 'raw',
    files: ['application/pdf'],
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ ...reportFilters, by: choiceOf('reports:by', groupings).default('site') }),
    output: z.unknown(),
    summary: 'The statistics of some days as a PDF',
  }),
  listEntries: get(`${base}/incomeEntries`, view, {
    input: pageInput(entryFilters, ['at', 'grossFen', 'refundFen']),
    output: pageOf(
      z.object({
        id: z.string(),
        at: instant('second'),
        /** the business day of the site on which it counts */
        day: day(),
        /** cash inside machines goes by no order */
        orderNumber: z.string().nullable(),
        title: z.string(),
        kind: choiceOf('reports:entry', entryKinds, { delivered: 'good', refunded: 'waiting' }),
        payWay: incomeSource(),
        ...maybeSiteFields,
        ...maybeMachineFields,
        ...entrySums,
      }),
    ),
    summary: 'The very orders, refunds and hours of cash behind a figure of income',
  }),
  sumEntries: get(`${base}/incomeEntries/sum`, view, {
    input: z.object(entryFilters),
    output: z.object({ entries: z.int(), ...entrySums }),
    summary: 'What they come to',
  }),
};
