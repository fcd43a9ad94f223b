import { z } from 'zod';
import { receiverKind } from '#features/selling/sharing/contract/shared.ts';
import { get } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { bool, choiceOf, dayRange, id, moneyFen, pageInput, pageOf, ratio } from '#kit/contract/schemas.ts';
import { maybeMachineFields, maybeSiteFields } from '#kit/contract/things.ts';
import { base, view } from './shared.ts';

export const revenueGroupings = ['site', 'device'] as const;

export const revenueContract = {
  listRevenue: get(`${base}/siteRevenue`, view, {
    input: pageInput(
      {
        /** the last 30 where none are named */
        ...dayRange,
        fieldId: id().optional(),
        by: choiceOf('reports:by', revenueGroupings).default('site'),
        /** only what costs more than it brings */
        losing: bool().optional(),
      },
      ['incomeFen', 'resultFen', 'perMachineDayFen', 'occupancyRatio', 'openFen'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        ...maybeSiteFields,
        ...maybeMachineFields,
        incomeFen: moneyFen(),
        netFen: moneyFen(),
        sharesFen: moneyFen(),
        /** of the shares: not paid yet; machines have no account of their own */
        openFen: moneyFen().nullable(),
        giftCostFen: moneyFen(),
        /** of each day, as the site's sharing rules say it; borne by the machines that stood there when the day ended */
        rentFen: moneyFen(),
        /** coins that were spent there, at what coins cost at that site (`features/insight/prizes/rules/payout-rules.ts`) */
        coinsFen: moneyFen(),
        /** coins that were spent there and that nobody can value; they count for nothing */
        coinsUnknown: z.int(),
        /** of the income: taken for coins. They count where they are spent */
        coinSalesFen: moneyFen(),
        /** net, less shares, prizes, rent and coin sales, with the coins that were spent there */
        resultFen: moneyFen(),
        machineDays: z.int(),
        perMachineDayFen: moneyFen().nullable(),
        /** `rules/occupancy-rules.ts`; null where nobody knows how long a play takes */
        occupancyRatio: ratio().nullable(),
      }),
    ),
    summary:
      'What sites or machines brought, what is left after shares, prizes, rent and with coins in money, and how much they were played',
  }),
  listPayables: get(`${base}/siteRevenue/payable`, permit('reports.payables'), {
    input: z.object({ ...dayRange, fieldId: id() }),
    output: z.array(
      z.object({
        receiverId: z.string(),
        receiverName: z.string(),
        kind: receiverKind(),
        dueFen: moneyFen(),
        paidFen: moneyFen(),
        openFen: moneyFen(),
      }),
    ),
    summary: 'Who gets how much of what a site brought on some days, and what of it is paid',
  }),
};
