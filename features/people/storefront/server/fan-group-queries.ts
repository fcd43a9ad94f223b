import { lte } from 'drizzle-orm';
import { siteHours, siteView } from '#features/base/sites/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { fanGroupCalls } from '../contract/fan-groups.ts';
import { fanGroups } from '../tables.ts';

export type FanGroupRow = RowOf<typeof fanGroups>;

export const pageGroups = listing(fanGroupCalls.listFanGroups, (reader, scope, input) => {
  const group = rows(scope, fanGroups);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(group, 'id', 'name', 'intro', 'qr', 'endsOn', 'createdAt'),
          ...{ fieldId: group.siteId, fieldName: site.name },
        })
        .from(group)
        .leftJoin(site, atSite(site, group)),
    of: group,
    filters: { name: search(group.name), fieldId: equals(group.siteId) },
    sort: { endsOn: group.endsOn, createdAt: group.createdAt },
    usual: { by: 'endsOn', order: 'asc' },
  });
});

export async function groupOf(
  reader: Reader,
  site: { tenantId: string; id: string },
): Promise<FanGroupRow | undefined> {
  const [found] = await find(reader, tenantScope(site.tenantId), fanGroups, { siteId: site.id });
  return found;
}

/** Groups of everybody whose last day is this one or before. */
export const groupsEndingBy = (reader: Reader, day: string): Promise<FanGroupRow[]> =>
  find(reader, platformScope, fanGroups, (group) => lte(group.endsOn, day));

export const clocksOf = (reader: Reader, list: readonly { siteId: string }[]) =>
  siteHours(reader, platformScope, [...new Set(list.map(({ siteId }) => siteId))]);
