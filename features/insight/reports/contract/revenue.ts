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
        /** by the day, as the site's sharing rules say it; machines bear it by the days they stood there */
        rentFen: moneyFen(),
        /** net, less shares, prizes and rent */
        resultFen: moneyFen(),
        machineDays: z.int(),
        perMachineDayFen: moneyFen().nullable(),
        /** `rules/occupancy-rules.ts`; null where nothing is played */
        occupancyRatio: ratio().nullable(),
      }),
    ),
    summary:
      'What sites or machines brought, what is left after shares, prizes and rent, and how much they were played',
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
