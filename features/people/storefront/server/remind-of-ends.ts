import { staffWithRight } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { type SiteClock, siteDay } from '#kit/kernel/site-day.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, update } from '#kit/server/tables.ts';
import { reminderOf, warnDays } from '../rules/fan-group-rules.ts';
import { fanGroups } from '../tables.ts';
import { clocksOf, type FanGroupRow, groupsEndingBy } from './fan-group-queries.ts';

interface Place extends SiteClock {
  name: string;
}

/** Who may change the code, and works there. */
async function mayChange(services: Services, { tenantId, siteId }: FanGroupRow) {
  const staff = await staffWithRight(services.db.read, services, tenantId, 'storefront.edit');
  return staff.filter(({ siteIds }) => siteIds === null || siteIds.includes(siteId));
}

async function remind(services: Services, group: FanGroupRow, place: Place): Promise<void> {
  const day = siteDay(place, services.clock.now());
  if (!reminderOf(group.endsOn, day, group.reminded)) return;
  const readers = await mayChange(services, group);
  await services.db.transaction(async (tx) => {
    const scope = tenantScope(group.tenantId);
    // somebody may have hung a new code meanwhile
    const [held] = await find(tx, scope, fanGroups, { id: group.id }, 'update');
    const stage = held && reminderOf(held.endsOn, day, held.reminded);
    if (!stage) return;
    await update(tx, scope, fanGroups, { id: held.id }, { reminded: stage });
    for (const { id: userId } of readers)
      await sendSystemMessage(tx, services.texts, {
        audience: { kind: 'user', userId },
        titleKey: `storefront:message.${stage}Title`,
        bodyKey: `storefront:message.${stage}Body`,
        params: { shop: place.name, name: held.name, day: held.endsOn },
        level: 'warning',
        link: '/fan_groups',
      });
  });
}

/** Codes of groups run out: staff who can put up a new one hear it two days before, and once it has. */
export async function remindOfEnds(services: Services): Promise<void> {
  const { read } = services.db;
  // a day more: the shop's may be ahead of ours
  const until = addDays(businessDay(services.clock.now()), warnDays + 1);
  const due = (await groupsEndingBy(read, until)).filter(({ reminded }) => reminded !== 'ended');
  const places = await clocksOf(read, due);
  for (const group of due) {
    const place = places.get(group.siteId);
    if (place) await remind(services, group, place);
  }
}
