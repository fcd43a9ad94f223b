import { and, eq, inArray, isNull } from 'drizzle-orm';
import { siteClock } from '#features/base/sites/server/public.ts';
import { termStanding } from '#features/selling/packages/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { levelDiscounts, memberLevels, members } from '../tables.ts';

/**
 * The level a player has with a merchant and what it makes of a price at this moment and site: the level's own rate, or a
 * better one of its discounts. Null: no level. Every order that is priced asks: the clock is looked up for members alone.
 */
export async function levelOf(
  reader: Reader,
  tenantId: string,
  playerId: string,
  { siteId, now }: { siteId: string; now: Date },
): Promise<{ name: string; basisPoints: number } | null> {
  const scope = tenantScope(tenantId);
  const [member, level, discount] = [
    rows(scope, members),
    rows(scope, memberLevels),
    rows(scope, levelDiscounts),
  ];
  const found = await reader
    .select()
    .from(member)
    .innerJoin(level, eq(level.id, member.levelId))
    .leftJoin(discount, and(eq(discount.levelId, level.id), isNull(discount.removedAt)))
    .where(eq(member.id, playerId));
  const own = found[0]?.member_level;
  if (!own) return null;
  const clock = await siteClock(reader, scope, siteId);
  const holding = found.flatMap(({ level_discount: one }) =>
    one?.active &&
    (one.siteIds.length === 0 || one.siteIds.includes(siteId)) &&
    termStanding(one, now, clock) === 'holds'
      ? [one.basisPoints]
      : [],
  );
  return { name: own.name, basisPoints: Math.min(own.basisPoints, ...holding) };
}

/** Which level each of these players has with a merchant; who has none is absent. */
export async function levelIdsOf(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<Map<string, string>> {
  if (playerIds.length === 0) return new Map();
  const member = rows(tenantScope(tenantId), members);
  const found = await reader
    .select({ id: member.id, levelId: member.levelId })
    .from(member)
    .where(inArray(member.id, [...playerIds]));
  return new Map(found.flatMap(({ id, levelId }) => (levelId ? [[id, levelId] as const] : [])));
}
