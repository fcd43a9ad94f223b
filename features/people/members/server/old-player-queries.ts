import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { phonePattern } from '#kit/contract/schemas.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import { type OldPlayerState, oldPlayerCalls } from '../contract/old-players.ts';
import { memberLevels, oldPlayerImports, oldPlayers } from '../tables.ts';

export type OldPlayerRow = RowOf<typeof oldPlayers>;
type OldPlayers = ColumnsOf<typeof oldPlayers>;

const isWaiting = (old: Pick<OldPlayers, 'playerId' | 'revokedAt'>) =>
  and(isNull(old.playerId), isNull(old.revokedAt));

function isState(old: OldPlayers, state: OldPlayerState): SQL | undefined {
  switch (state) {
    case 'waiting':
      return isWaiting(old);
    case 'claimed':
      return sql`${old.playerId} is not null`;
    case 'revoked':
      return sql`${old.revokedAt} is not null`;
  }
}

export const pageOldPlayers = listing(oldPlayerCalls.listOldPlayers, (reader, scope, input) => {
  const old = rows(scope, oldPlayers);
  const level = rows(scope, memberLevels);
  const file = rows(scope, oldPlayerImports);
  const site = siteView(scope);
  const { createdAt, name, phone, balanceFen, coins } = old;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(
            old,
            'id',
            'createdAt',
            'name',
            'phone',
            'balanceFen',
            'coins',
            'note',
            'line',
            'playerId',
            'claimedAt',
            'revokedAt',
          ),
          levelName: level.name,
          fieldId: old.siteId,
          fieldName: site.name,
          fileName: file.fileName,
          userName: file.userName,
        })
        .from(old)
        .innerJoin(file, and(eq(file.tenantId, old.tenantId), eq(file.id, old.importId)))
        .leftJoin(level, and(eq(level.tenantId, old.tenantId), eq(level.id, old.levelId)))
        .leftJoin(site, atSite(site, old)),
    of: old,
    filters: {
      // a piece of a number would tell whose it is to anybody who tries all pieces
      word: (word) => (phonePattern.test(word) ? eq(phone, word) : search(name)(word)),
      state: (state) => isState(old, state),
      fieldId: equals(old.siteId),
    },
    ...newestFirst(old),
    sort: { createdAt, balanceFen, coins },
  });
});

/** Which of these numbers were brought along to the site before. */
export async function broughtBefore(
  reader: Reader,
  scope: Scope,
  siteId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const old = rows(scope, oldPlayers);
  const found = await reader
    .select({ phone: old.phone })
    .from(old)
    .where(and(eq(old.siteId, siteId), inArray(old.phone, [...phones]), isNull(old.revokedAt)));
  return new Set(found.map(({ phone }) => phone));
}

export async function findImport(reader: Reader, scope: Scope, siteId: string, fileHash: string) {
  const [found] = await find(reader, scope, oldPlayerImports, { siteId, fileHash });
  return found;
}

/** At all merchants; held until the transaction ends. */
export const holdWaiting = (tx: Tx, phone: string): Promise<OldPlayerRow[]> =>
  find(tx, platformScope, oldPlayers, (old) => and(eq(old.phone, phone), isWaiting(old)), 'update');

/** What waits for players who have not come yet. */
export async function sumWaiting(reader: Reader, scope: Scope) {
  const old = rows(scope, oldPlayers);
  const [found] = await reader
    .select({
      players: sql<number>`count(*)::int`,
      balanceFen: sql`coalesce(sum(${old.balanceFen}), 0)`.mapWith(Number),
      coins: sql`coalesce(sum(${old.coins}), 0)`.mapWith(Number),
    })
    .from(old)
    .where(isWaiting(old));
  return found ?? { players: 0, balanceFen: 0, coins: 0 };
}

export async function holdImport(tx: Tx, tenantId: string): Promise<void> {
  await holdName(tx, 'import of players', tenantId);
}
