import type { SQL } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { Reader, Tx } from './database.ts';
import {
  insertManyText,
  insertText,
  type RowShape,
  run,
  StatementText,
  setText,
  shapeOf,
} from './row-statements.ts';

/**
 * Statements about rows that belong to somebody. Whose they are stands before whatever else is asked; `tables.ts` says it
 * of tenants, `player-tables.ts` of players, and nobody else comes here.
 */
export type Whose = (statement: StatementText) => readonly string[];

/** Values that columns have; null is told too. */
export type Match<T extends AnyPgTable> = { [K in keyof T['$inferSelect']]?: T['$inferSelect'][K] };
/** A function sees the bare columns. */
export type Where<T extends AnyPgTable> = Match<T> | ((columns: T) => SQL | undefined);
export type Changes<T extends AnyPgTable> = {
  [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL;
};

type Row<T extends AnyPgTable> = T['$inferSelect'];

function whereText<T extends AnyPgTable>(
  statement: StatementText,
  table: T,
  whose: Whose,
  where: Where<T>,
): string {
  const owned = whose(statement);
  const asked = typeof where === 'function' ? where(table) : undefined;
  const parts = [
    ...owned,
    // in brackets: an `or` of the caller must not reach past the owner
    ...(asked ? [`(${statement.expression(asked)})`] : []),
    ...(typeof where === 'function' ? [] : statement.matches(shapeOf(table), where)),
  ];
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
}

/** How firmly rows are held: nobody else writes them; their keys may be looked up; others may hold them too. */
export type Lock = 'update' | 'no key update' | 'share';

/**
 * Rows are held in one order. Two transactions that want the same two rows then wait for the first of them, and never hold
 * one each while they wait for the other.
 */
function heldOrder({ columns }: RowShape): string {
  const names = [...columns.values()].map(({ name }) => name);
  const key = names.includes('id') ? ['id'] : names.filter((name) => name.endsWith('_id'));
  return key.length > 0 ? ` order by ${key.map((name) => `"${name}"`).join(', ')}` : '';
}

export async function selectOwned<T extends AnyPgTable>(
  reader: Reader,
  table: T,
  whose: Whose,
  where: Where<T>,
  lock?: Lock,
): Promise<Row<T>[]> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const text = `select ${shape.list()} from ${shape.name}${whereText(statement, table, whose, where)}`;
  const found = await run(
    reader,
    lock ? `${text}${heldOrder(shape)} for ${lock}` : text,
    statement.parameters,
  );
  return found.map((values) => shape.read(values)) as Row<T>[];
}

export async function insertOwned<T extends AnyPgTable>(
  tx: Tx,
  table: T,
  values: readonly Record<string, unknown>[],
): Promise<Row<T>[]> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const text = insertText(statement, shape, values);
  const written = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return written.map((row) => shape.read(row)) as Row<T>[];
}

/** Thousands of rows, of which all name the same columns; nobody is told what was written. */
export async function insertManyOwned<T extends AnyPgTable>(
  tx: Tx,
  table: T,
  values: readonly Record<string, unknown>[],
): Promise<void> {
  if (values.length === 0) return;
  const statement = new StatementText();
  const text = insertManyText(statement, shapeOf(table), values);
  await run(tx, text, statement.parameters);
}

export async function updateOwned<T extends AnyPgTable>(
  tx: Tx,
  table: T,
  whose: Whose,
  where: Where<T>,
  set: Changes<T>,
): Promise<Row<T>[]> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const changes = setText(statement, shape, set);
  const text = `update ${shape.name} set ${changes}${whereText(statement, table, whose, where)}`;
  const written = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return written.map((row) => shape.read(row)) as Row<T>[];
}

/** The one row that somebody has in a table, whose key is `owner`: written if it is the first, else changed. */
export async function putOwned<T extends AnyPgTable>(
  tx: Tx,
  table: T,
  owner: string,
  { row, set }: { row: Record<string, unknown>; set: Changes<T> },
): Promise<void> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const inserted = insertText(statement, shape, [row]);
  const changes = setText(statement, shape, set);
  await run(tx, `${inserted} on conflict (${owner}) do update set ${changes}`, statement.parameters);
}

/** One row that the transaction holds and knows: nothing of it is read again. */
export async function updateHeld<T extends AnyPgTable>(
  tx: Tx,
  table: T,
  whose: Whose,
  where: Match<T>,
  set: Changes<T>,
): Promise<void> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const changes = setText(statement, shape, set);
  const text = `update ${shape.name} set ${changes}${whereText(statement, table, whose, where)} returning 1`;
  const { length } = await run(tx, text, statement.parameters);
  if (length !== 1) throw new Error(`${length} rows of ${shape.name} are where one is locked`);
}

export async function deleteOwned<T extends AnyPgTable>(
  tx: Tx,
  table: T,
  whose: Whose,
  where: Where<T>,
): Promise<Row<T>[]> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const text = `delete from ${shape.name}${whereText(statement, table, whose, where)}`;
  const removed = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return removed.map((row) => shape.read(row)) as Row<T>[];
}
