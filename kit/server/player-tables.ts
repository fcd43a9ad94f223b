import { and, eq, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, type AnyPgTable, type PgInsertValue, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Reader, Tx } from './database.ts';
import { insertText, run, StatementText, setText, shapeOf } from './row-statements.ts';
import type { PlayerScope } from './scope.ts';
import type { Match, PlayerTable } from './tables.ts';

/** Rows of players: what `rows`, `find`, `insert`, `update` and `remove` are for tenants, for the player who is logged in. */
type Where<T extends AnyPgTable> = Match<T> | ((columns: T) => SQL | undefined);

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

/** ` where …` of the player and of what is asked besides. */
function whereText<T extends AnyPgTable>(
  statement: StatementText,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
): string {
  const target = bare(table);
  const expression = typeof where === 'function' ? and(where(target)) : undefined;
  const parts = [
    `"player_id" = ${statement.parameter(scope.playerId)}`,
    // in brackets: an `or` of the caller's must not open the way around the player's condition
    ...(expression ? [`(${statement.expression(expression)})`] : []),
    ...(typeof where === 'function' ? [] : statement.matches(shapeOf(target), where)),
  ];
  return ` where ${parts.join(' and ')}`;
}

export async function findOwn<T extends AnyPgTable>(
  reader: Reader,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
  lock?: 'update' | 'share',
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const text = `select ${shape.list()} from ${shape.name}${whereText(statement, scope, table, where)}`;
  const found = await run(reader, lock ? `${text} for ${lock}` : text, statement.parameters);
  return found.map((values) => shape.read(values)) as T['$inferSelect'][];
}

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
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const text = insertText(statement, shape, list);
  const written = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return written.map((row) => shape.read(row)) as T['$inferSelect'][];
}

export async function updateOwn<T extends AnyPgTable>(
  tx: Tx,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
  set: { [K in keyof Omit<T['$inferInsert'], 'playerId'>]?: T['$inferInsert'][K] | SQL },
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const changes = setText(statement, shape, set);
  const text = `update ${shape.name} set ${changes}${whereText(statement, scope, table, where)}`;
  const written = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return written.map((row) => shape.read(row)) as T['$inferSelect'][];
}

export async function removeOwn<T extends AnyPgTable>(
  tx: Tx,
  scope: PlayerScope,
  table: PlayerTable<T>,
  where: Where<T>,
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const text = `delete from ${shape.name}${whereText(statement, scope, table, where)}`;
  const removed = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return removed.map((row) => shape.read(row)) as T['$inferSelect'][];
}
