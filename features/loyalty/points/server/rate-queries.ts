import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { levelView } from '#features/people/members/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import { rulesContract } from '../contract/rules.ts';
import { pointRates } from '../tables.ts';

export const pageRates = listing(rulesContract.listRates, (reader, scope, input) => {
  const own = rows(scope, pointRates);
  const site = siteView(scope);
  const level = levelView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(own, 'id', 'kind', 'subjectId'),
          name: sql<string | null>`coalesce(${site.name}, ${level.name})`,
          ...pick(own, 'perYuan', 'perCoin', 'percent'),
        })
        .from(own)
        .leftJoin(
          site,
          and(eq(own.kind, 'site'), eq(site.tenantId, own.tenantId), eq(site.id, own.subjectId)),
        )
        .leftJoin(
          level,
          and(eq(own.kind, 'level'), eq(level.tenantId, own.tenantId), eq(level.id, own.subjectId)),
        ),
    where:
      scope.kind === 'tenant' && scope.siteIds
        ? or(eq(own.kind, 'level'), inArray(own.subjectId, [...scope.siteIds]))
        : undefined,
    filters: { kind: equals(own.kind) },
    sort: { createdAt: own.createdAt },
    usual: { by: 'createdAt', order: 'asc' },
    tie: own.id,
  });
});
