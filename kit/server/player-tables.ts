import { eq } from 'drizzle-orm';
import { type AnyPgColumn, type AnyPgTable, type PgInsertValue, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Reader, Tx } from './database.ts';
import {
  type Changes,
  deleteOwned,
  insertOwned,
  type Lock,
  putOwned,
  selectOwned,
  updateOwned,
  type Where,
  type Whose,
} from './owned-rows.ts';
import type { PlayerScope } from './scope.ts';
import type { PlayerTable } from './tables.ts';

/** Rows of players: what `rows`, `find`, `insert`, `update` and `remove` are for tenants, for the player who is logged in. */
const bare = <T extends AnyPgTable>(table: PlayerTable<T>) =>
  table as unknown as T & { playerId: AnyPgColumn };

/** The player's own rows, to select from and to join with. */
export function ownRows<T extends AnyPgTable>(scope: PlayerScope, table: PlayerTable<T>): T {
  const source = bare(table);
  const name = (source as unknown as { [key: symbol]: string })[Symbol.for('drizzle:Name')] as string;
  return new QueryBuilder()
    .select()
    .from(source as AnyPgTable)
    .where(eq(source.playerId, scope.playerId))
    .as(name) as unknown as T;
}

const playerOf =
  ({ playerId }: PlayerScope): Whose =>
  (statement) => [`"player_id" = ${statement.parameter(playerId)}`];

export const findOwn = <T extends AnyPgTable>(
  reader: Reader,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
  lock?: Lock,
): Promise<T['$inferSelect'][]> => selectOwned<T>(reader, bare(table), playerOf(scope), where, lock);

/** Writes rows of the player's own; whatever the values say, the player is the one of the scope. */
export async function insertOwn<T extends AnyPgTable>(
  tx: Tx,
  scope: PlayerScope,
  table: PlayerTable<T>,
  values: Omit<PgInsertValue<T>, 'playerId'> | Omit<PgInsertValue<T>, 'playerId'>[],
): Promise<T['$inferSelect'][]> {
  const list = (Array.isArray(values) ? values : [values]).map((value) => ({
    ...value,
    playerId: scope.playerId,
  }));
  return insertOwned<T>(tx, bare(table), list);
}

export const updateOwn = <T extends AnyPgTable>(
  tx: Tx,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
  set: Omit<Changes<T>, 'playerId'>,
): Promise<T['$inferSelect'][]> => updateOwned<T>(tx, bare(table), playerOf(scope), where, set as Changes<T>);

/**
 * The one row that a player has in such a table: changed, or written with what `first` adds. Two that come at once leave one
 * row, as the later one wanted it.
 */
export const putOwn = <T extends AnyPgTable>(
  tx: Tx,
  scope: PlayerScope,
  table: PlayerTable<T>,
  set: Omit<Changes<T>, 'playerId'>,
  first: Record<string, unknown> = {},
): Promise<void> =>
  putOwned<T>(tx, bare(table), 'player_id', {
    row: { ...first, ...set, playerId: scope.playerId },
    set: set as Changes<T>,
  });

export const removeOwn = <T extends AnyPgTable>(
  tx: Tx,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
): Promise<T['$inferSelect'][]> => deleteOwned<T>(tx, bare(table), playerOf(scope), where);
