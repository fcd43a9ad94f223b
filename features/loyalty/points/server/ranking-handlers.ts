import { siteHours } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Days } from '#kit/kernel/days.ts';
import { missing } from '#kit/kernel/errors.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { addDays, weekdayOf } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import { findOwn, putOwn } from '#kit/server/player-tables.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { ownContract } from '../contract/own.ts';
import { maskedName } from '../rules/claim-code.ts';
import { rankingChoices } from '../tables.ts';
import { gains, ownPlace, pageRanking } from './ranking-queries.ts';

type Calls = Pick<typeof ownContract, 'listRanking' | 'saveRankingChoice'>;
type Input = ParsedInputOf<Calls['listRanking']>;

/** This week since Monday, or this month since its first day; `to` is today as the site counts its days. */
function daysOf(period: Input['period'], to: string): Days {
  return period === 'week'
    ? { from: addDays(to, 1 - weekdayOf(to)), to }
    : { from: `${to.slice(0, 'yyyy-mm'.length)}-01`, to };
}

export const rankingHandlers: Handlers<Calls> = {
  async listRanking({ db, session, clock }, input) {
    const site = (await siteHours(db.read, platformScope, [input.fieldId])).get(input.fieldId);
    if (!site) throw missing();
    const days = daysOf(input.period, siteDay(site, clock.now()));
    const gain = () => gains(db.read, site, input.by, days);
    const [page, own, [choice]] = await Promise.all([
      pageRanking(db.read, gain(), input),
      ownPlace(db.read, gain(), session.playerId),
      findOwn(db.read, session.scope, rankingChoices, {}),
    ]);
    const records = page.records.map(({ id, name, photo, ...row }, index) => {
      const isOwn = id === session.playerId;
      return {
        ...row,
        // neither the id nor the picture of somebody else leaves the house
        id: String((input.current - 1) * input.size + index),
        name: isOwn ? name : maskedName(name),
        photo: isOwn ? photo : '',
        own: isOwn,
      };
    });
    return {
      ...page,
      ...days,
      records,
      fieldName: site.name,
      own: { ...own, hidden: choice?.hidden ?? false },
    };
  },

  async saveRankingChoice({ db, session }, { hidden }) {
    await db.transaction((tx) => putOwn(tx, session.scope, rankingChoices, { hidden }));
  },
};
