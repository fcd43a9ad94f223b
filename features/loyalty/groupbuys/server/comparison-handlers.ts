import { conflict } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { change, subjectOf } from '#kit/server/change.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { comparisonCalls } from '../contract/comparison.ts';
import { differencesChanged } from '../contract/kinds.ts';
import { groupBuyDifferences } from '../tables.ts';
import { compareDay } from './compare-day.ts';
import { platformOf } from './deal-access.ts';
import { pageComparedDays, pageDifferences } from './groupbuy-queries.ts';
import { livingAccounts } from './read-platform.ts';

const difference = subjectOf(groupBuyDifferences, {
  entity: 'groupBuyDifference',
  label: ({ title, codeEnd }) => (codeEnd ? `${title} …${codeEnd}` : title),
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), differencesChanged)],
});

export const comparisonHandlers: Handlers<typeof comparisonCalls> = {
  listComparedDays: ({ db, session }, input) => pageComparedDays(db.read, session.scope, input),

  async compareDay({ services, session, clock }, { platform: name, day }) {
    const platform = platformOf(services, name);
    if (day > businessDay(clock.now())) throw conflict('groupbuys:error.dayToCome');
    const sums = { verified: 0, differences: 0 };
    for (const account of await livingAccounts(services, session.tenantId, name)) {
      if (account.reach !== platform.reaches.codes) continue;
      const compared = await compareDay(services, account, day);
      sums.verified += compared.verified;
      sums.differences += compared.differences;
    }
    return sums;
  },

  async listDifferences(context, input) {
    const say = sayFor(context);
    const page = await pageDifferences(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => ({
      ...row,
      ourState: row.ourState ? say(`groupbuys:verificationState.${row.ourState}`) : null,
      theirState: row.theirState ? say(`groupbuys:theirState.${row.theirState}`) : null,
    }));
  },

  async noteDifference(context, { id, note }) {
    const { session, clock } = context;
    await change(context, difference, { id, action: 'groupbuys.noteDifference' }, (row) => {
      if (row.state !== 'open') throw conflict('groupbuys:error.differenceEnded');
      const by = { endedBy: session.userId, endedByName: session.name };
      return { state: 'noted' as const, note, endedAt: clock.now(), ...by };
    });
  },
};
