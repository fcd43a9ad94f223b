import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { holdSites } from '#features/base/sites/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, type RowOf, rows } from '#kit/server/tables.ts';
import { noRules, type PriceRules } from '../contract/price-rules.ts';
import { pricesChanged } from '../contract/shared.ts';
import { discounts, packages, priceTerms, priceVersions } from '../tables.ts';
import { bonusesOfSite } from './cash-queries.ts';

export type VersionRow = RowOf<typeof priceVersions>;

/** The rules of a site as its rows say them now, in an order that does not depend on when they were written. */
async function rulesOf(reader: Reader, tenantId: string, siteId: string): Promise<PriceRules> {
  const scope = tenantScope(tenantId);
  const one = rows(scope, packages);
  const discount = rows(scope, discounts);
  const terms = rows(scope, priceTerms);
  const { id, priceFen, active, audience } = one;

  const { awayDays, perPlayer, perPlayerDay, fromDay, toDay, hours } = one;
  const ofPlayer = { audience, awayDays, perPlayer, perPlayerDay };
  const term = { active, fromDay, toDay, hours };
  const [foundPackages, foundDiscounts, [found], notes] = await Promise.all([
    reader
      .select({
        ...pick(
          one,
          'id',
          'kind',
          'deviceId',
          'name',
          'priceFen',
          'coins',
          'bonusCoins',
          'points',
          'recommended',
          'discountable',
          'withCards',
        ),
        ...ofPlayer,
        ...term,
      })
      .from(one)
      .where(and(eq(one.siteId, siteId), isNull(one.removedAt)))
      .orderBy(asc(priceFen), asc(id)),
    reader
      .select({
        ...pick(discount, 'id', 'name', 'basisPoints', 'things', 'withLevel', 'active', 'fromDay', 'toDay'),
        ...pick(discount, 'hours'),
      })
      .from(discount)
      .where(and(eq(discount.siteId, siteId), isNull(discount.removedAt)))
      .orderBy(asc(discount.id)),
    reader.select({ rounding: terms.rounding }).from(terms).where(eq(terms.id, siteId)),
    bonusesOfSite(reader, scope, siteId),
  ]);
  return { rounding: found?.rounding ?? 'fen', packages: foundPackages, discounts: foundDiscounts, notes };
}

/** As they are understood today: what a version does not name was not there yet. */
export const rulesIn = ({ rules }: Pick<VersionRow, 'rules'>): PriceRules => ({
  ...rules,
  packages: rules.packages.map((one) => ({
    ...one,
    points: one.points ?? 0,
    // before packages said it apart, cards held where discounts did
    withCards: one.withCards ?? one.discountable,
  })),
});

/** The version that holds at a site; undefined where nobody has made any rules yet. */
export async function latestVersion(
  reader: Reader,
  tenantId: string,
  siteId: string,
): Promise<VersionRow | undefined> {
  const version = rows(tenantScope(tenantId), priceVersions);
  const [found] = await reader
    .select()
    .from(version)
    .where(eq(version.siteId, siteId))
    .orderBy(desc(version.number))
    .limit(1);
  return found && { ...found, rules: rulesIn(found) };
}

/** The site must be held. Rules that say the same as before are no new version. */
export async function writeVersion(
  tx: Tx,
  { tenantId, siteId, byName, now }: { tenantId: string; siteId: string; byName: string; now: Date },
): Promise<void> {
  const rules = await rulesOf(tx, tenantId, siteId);
  const last = await latestVersion(tx, tenantId, siteId);
  if (isDeepStrictEqual(rules, last?.rules ?? noRules)) return;
  await insert(tx, tenantScope(tenantId), priceVersions, {
    id: newId(now.getTime()),
    createdAt: now,
    siteId,
    number: (last?.number ?? 0) + 1,
    createdByName: byName,
    rules,
  });
}

/**
 * Every change of a price: the sites are held, so that their versions come one after the other; then the work, the new
 * versions, and the word to open pages, in one transaction.
 */
export const changePrices = <R>(
  context: StaffContext,
  siteIds: readonly string[],
  work: (tx: Tx) => Promise<R>,
): Promise<R> =>
  context.db.transaction(async (tx) => {
    const { scope, tenantId, name: byName } = context.session;
    const held = [...new Set(siteIds)].sort();
    await holdSites(tx, scope, held);
    const result = await work(tx);
    const now = context.clock.now();
    for (const siteId of held) {
      await writeVersion(tx, { tenantId, siteId, byName, now });
      await emit(tx, siteTopic(tenantId, siteId), pricesChanged, { fieldId: siteId });
    }
    return result;
  });
