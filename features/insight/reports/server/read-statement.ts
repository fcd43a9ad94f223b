import { tenantBrand } from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { listPayables } from '#features/selling/sharing/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { SiteStatement } from '../contract/statements.ts';
import { figuresOf, nothing, type Tally } from '../rules/business-figures.ts';
import { allDays } from '../rules/period-rules.ts';
import { tallyBy, tallySources } from './read-tallies.ts';

interface OfSite {
  tenantId: string;
  siteId: string;
  fromDay: string;
  toDay: string;
}

function sumsOf(tally: Tally) {
  const { orders, grossFen, refundFen, incomeFen, feeFen, netFen, sharesFen } = figuresOf(tally);
  return { orders, grossFen, refundFen, incomeFen, feeFen, netFen, sharesFen };
}

/** What a site brought on some days and who has which part in it: the figures of the report, of this site alone. */
export async function readStatement(
  reader: Reader,
  { tenantId, siteId, fromDay, toDay }: OfSite,
  readAt: Date,
): Promise<SiteStatement> {
  const scope = tenantScope(tenantId, [siteId]);
  const days = { from: fromDay, to: toDay };
  const asked = { ...days, siteIds: [siteId] };
  const [brand, names, sources, whole, byDay, receivers] = await Promise.all([
    tenantBrand(reader, tenantId),
    siteNames(reader, scope, [siteId]),
    tallySources(reader, scope, asked),
    tallyBy(reader, scope, asked, 'all'),
    tallyBy(reader, scope, asked, 'day'),
    listPayables(reader, scope, asked),
  ]);
  return {
    merchantName: brand.name,
    logo: brand.logo,
    siteName: names.get(siteId) ?? '',
    ...days,
    readAt,
    sources,
    total: sumsOf(whole.get('') ?? nothing()),
    receivers: receivers.map((row) => ({ ...row, openFen: row.dueFen - row.paidFen })),
    days: allDays(days).map((day) => ({ day, ...sumsOf(byDay.get(day) ?? nothing()) })),
  };
}
