import { sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { pageRows } from '#kit/server/page-rows.ts';
import { ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope } from '#kit/server/scope.ts';
import type { ownCalls } from '../contract/own.ts';
import { groupBuyVerifications } from '../tables.ts';
import { columnsOfRow } from './groupbuy-queries.ts';

/** Codes that a player redeemed, at the counter too. What was only looked up, or refused, is none. */
export function pageOwnVerifications(
  reader: Reader,
  scope: PlayerScope,
  input: ParsedInputOf<typeof ownCalls.listOwnVerifications>,
) {
  const row = ownRows(scope, groupBuyVerifications);
  const site = siteView(platformScope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ row: columnsOfRow(row), fieldName: sql<string | null>`${site.name}`.as('site_name') })
        .from(row)
        .leftJoin(site, atSite(site, row)),
    of: row,
    where: sql`${row.state} not in ('prepared', 'lapsed', 'refused')`,
    filters: {},
    ...newestFirst(row),
  });
}
