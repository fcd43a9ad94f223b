import { assertSites } from '#features/base/sites/server/public.ts';
import { openDay } from '#features/selling/figures/server/public.ts';
import { daysOf } from '#kit/kernel/days.ts';
import type { Handlers } from '#kit/server/context.ts';
import { cohortWeeks, type figureCalls, figureDays } from '../contract/figures.ts';
import { segments } from '../contract/members.ts';
import { cohortsOf, levelSums, sumOf } from '../rules/figure-rules.ts';
import { mondaysUntil } from '../rules/weeks.ts';
import { countComingBack, sumVisitors } from './figure-queries.ts';
import { countMembers, joinedByWeek } from './member-queries.ts';

export const figureHandlers: Handlers<typeof figureCalls> = {
  async readFigures(context, { fieldId: siteId, ...input }) {
    const { db, session, clock } = context;
    const now = clock.now();
    const { scope } = session;
    if (siteId) await assertSites(db.read, scope, [siteId]);
    const days = daysOf(input, await openDay(context, siteId), figureDays);
    const mondays = mondaysUntil(days.to, cohortWeeks);
    const followed = { from: mondays[0] as string, to: days.to, siteId };
    const [visitors, standing, joined, cameBack] = await Promise.all([
      sumVisitors(db.read, scope, { ...days, siteId }, now),
      countMembers(db.read, scope, now, siteId),
      joinedByWeek(db.read, scope, mondays, siteId),
      countComingBack(db.read, scope, followed),
    ]);
    return {
      ...days,
      ...sumOf(visitors),
      joined: sumOf(visitors.filter(({ isNew }) => isNew)).members,
      returning: sumOf(visitors.filter(({ isNew }) => !isNew)).members,
      sleeping: standing.sleeping,
      lost: standing.lost,
      levels: levelSums(visitors),
      segments: segments.map((segment) => ({
        segment,
        ...sumOf(visitors.filter((row) => row.segment === segment)),
      })),
      cohorts: cohortsOf(mondays, joined, cameBack),
    };
  },
};
