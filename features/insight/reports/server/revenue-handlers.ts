import { listPayables } from '#features/selling/sharing/server/public.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { revenueContract } from '../contract/revenue.ts';
import { daysAsked, placesAsked, reachOf } from './asked-days.ts';
import { pageRevenue } from './revenue-lines.ts';

const usualDays = 30;

export const revenueHandlers: Handlers<typeof revenueContract> = {
  async listRevenue(context, input) {
    const reach = reachOf(context);
    const days = await daysAsked(reach, input, context.clock.now(), usualDays);
    return pageRevenue(reach, { ...days, ...placesAsked(input) }, input);
  },

  async listPayables(context, input) {
    const reach = reachOf(context);
    const { read, scope } = reach;
    const days = await daysAsked(reach, input, context.clock.now(), usualDays);
    const found = await listPayables(read, scope, { ...days, siteIds: [input.fieldId] });
    return found.map((row) => ({ ...row, openFen: row.dueFen - row.paidFen }));
  },
};
