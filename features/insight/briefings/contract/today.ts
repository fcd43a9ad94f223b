import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { permit, realms } from '#kit/contract/endpoint.ts';
import { choiceOf, day, id, instant, int, moneyFen, signedFen } from '#kit/contract/schemas.ts';

/** How many whole days the trend shows, and how many are ranked by. */
export const trendDays = 30;
export const rankedDays = 7;

/** For every reader: takings are of what the reader reaches. */
export const view = permit('briefings.view', ...realms);

export const placeKinds = ['merchant', 'site', 'device'] as const;
export type PlaceKind = (typeof placeKinds)[number];

const place = z.object({
  id: z.string(),
  name: z.string(),
  /** in the days that are ranked by, and what that is of the days before them */
  incomeFen: moneyFen(),
  changeFen: signedFen(),
  perMachineDayFen: moneyFen(),
});

export const todayContract = {
  readToday: get('/api/blade-briefing/today', view, {
    input: z.object({ fieldId: id().optional() }),
    output: z.object({
      day: day(),
      weekday: int(1, 7),
      incomeFen: moneyFen(),
      /** what it is made of: WeChat and Alipay; cash at the counter and in machines; members' balances; codes of group buys */
      onlineFen: moneyFen(),
      cashFen: moneyFen(),
      balanceFen: moneyFen(),
      groupBuyFen: moneyFen(),
      /** whole hours that are over, of today and of the same hours one and seven days earlier */
      hours: z.object({
        until: instant(),
        todayFen: moneyFen(),
        yesterdayFen: moneyFen(),
        lastWeekFen: moneyFen(),
      }),
      /** the day before, beside the same day of the week before it */
      yesterday: z.object({ day: day(), incomeFen: moneyFen(), lastWeekFen: moneyFen() }),
      /** whole days, the last of them yesterday */
      days: z.array(z.object({ day: day(), incomeFen: moneyFen() })),
      /** by income for each machine and day: the largest and the smallest, which share nobody */
      places: z.object({
        kind: choiceOf('briefings:place', placeKinds),
        from: day(),
        to: day(),
        best: z.array(place),
        worst: z.array(place),
      }),
    }),
    summary: 'Today beside the same hours of earlier days, the days before it, and the best and worst places',
  }),
};
