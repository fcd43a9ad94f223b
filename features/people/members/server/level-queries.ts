import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { levelCalls } from '../contract/levels.ts';
import { levelDiscounts, memberLevels, members } from '../tables.ts';

export type LevelRow = RowOf<typeof memberLevels>;

export const levelsOf = (reader: Reader, tenantId: string): Promise<LevelRow[]> =>
  find(reader, tenantScope(tenantId), memberLevels, { removedAt: null });

/** What other features may join of a level; removed ones too, which past records still name. */
export function levelView(scope: Scope) {
  const level = rows(scope, memberLevels);
  return new QueryBuilder()
    .select({ tenantId: level.tenantId, id: level.id, name: level.name, rank: level.rank })
    .from(level)
    .as('level');
}

/** Refuses a level that is unknown or removed. */
export async function assertLevel(reader: Reader, scope: Scope, id: string): Promise<void> {
  const found = await find(reader, scope, memberLevels, { id, removedAt: null });
  if (found.length === 0) throw missing();
}

/** How many members have a level. */
export async function countHolders(reader: Reader, scope: Scope, levelId: string): Promise<number> {
  const member = rows(scope, members);
  return reader.$count(member, eq(member.levelId, levelId));
}

export const pageLevels = listing(levelCalls.listLevels, (reader, scope, input) => {
  const level = rows(scope, memberLevels);
  const member = rows(scope, members);

  const holders = reader
    .select({
      levelId: member.levelId,
      tenantId: member.tenantId,
      number: sql<number>`count(*)::int`.as('holders'),
    })
    .from(member)
    .where(isNull(member.joinedTo))
    .groupBy(member.levelId, member.tenantId)
    .as('holder');
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(
            level,
            'id',
            'name',
            'rank',
            'topUpFen',
            'bonusCoins',
            'spendFen',
            'basisPoints',
            'keepDays',
          ),
          members: sql<number>`coalesce(${holders.number}, 0)`,
        })
        .from(level)
        .leftJoin(holders, and(eq(holders.tenantId, level.tenantId), eq(holders.levelId, level.id))),
    where: isNull(level.removedAt),
    filters: { name: search(level.name) },
    sort: { rank: level.rank, basisPoints: level.basisPoints },
    usual: { by: 'rank', order: 'asc' },
    tie: level.id,
  });
});

export const pageLevelDiscounts = listing(levelCalls.listLevelDiscounts, (reader, scope, input) => {
  const discount = rows(scope, levelDiscounts);
  const level = rows(scope, memberLevels);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(discount, 'id', 'name', 'levelId'),
          levelName: level.name,
          ...pick(discount, 'basisPoints', 'active', 'fromDay', 'toDay', 'hours', 'siteIds'),
        })
        .from(discount)
        .innerJoin(level, and(eq(level.tenantId, discount.tenantId), eq(level.id, discount.levelId))),
    where: isNull(discount.removedAt),
    filters: { name: search(discount.name), levelId: equals(discount.levelId) },
    sort: { name: discount.name, basisPoints: discount.basisPoints },
    usual: { by: 'name', order: 'asc' },
    tie: discount.id,
  });
});

/** Over all tenants: whose level is to be judged again. */
export async function levelsDue(
  reader: Reader,
  now: Date,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> {
  const member = rows(platformScope, members);
  return reader
    .select({ tenantId: member.tenantId, id: member.id })
    .from(member)
    .where(and(lte(member.levelUntil, now), isNull(member.joinedTo)))
    .orderBy(member.levelUntil)
    .limit(limit);
}
