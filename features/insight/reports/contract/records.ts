import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { choiceOf, day, dayRange, instant, moneyFen, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { maybeMachineFields, maybeSiteFields } from '#kit/contract/things.ts';
import { base, placeFilters, view } from './shared.ts';

/** Figures that are not made of orders and cash; whose records they are says `server/record-queries.ts`. */
export const recordFigures = ['plays', 'wins', 'coinsIn', 'coinsOut', 'giftCost', 'shares'] as const;
export type RecordFigure = (typeof recordFigures)[number];
/** Those of them that are money. */
export const isMoney = (figure: RecordFigure): boolean => figure === 'giftCost' || figure === 'shares';

const filters = {
  ...dayRange,
  ...placeFilters,
  figure: choiceOf('reports:record', recordFigures).default('plays'),
};

export const recordsContract = {
  listRecords: get(`${base}/figureRecords`, view, {
    input: pageInput(filters, ['at', 'amount']),
    output: pageOf(
      z.object({
        id: z.string(),
        /** the business day it counts for */
        day: day(),
        at: instant('minute'),
        ...maybeMachineFields,
        ...maybeSiteFields,
        /** which gift; who has a share, for those who may know */
        what: z.string().nullable(),
        orderNumber: z.string().nullable(),
        /** one of both, as the figure is money or not */
        count: z.int().nullable(),
        amountFen: moneyFen().nullable(),
      }),
    ),
    summary: 'The very records behind a figure of plays, wins, coins, prizes or shares',
  }),
  sumRecords: get(`${base}/figureRecords/sum`, view, {
    input: z.object(filters),
    output: z.object({ records: z.int(), amount: z.int() }),
    summary: 'What they come to: pieces or fen',
  }),
};
