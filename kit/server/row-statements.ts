import { getTableColumns, getTableName, SQL } from 'drizzle-orm';
import { type AnyPgColumn, type AnyPgTable, PgDialect } from 'drizzle-orm/pg-core';
import { driverOf } from './drizzle-inside.ts';
import type { Reader } from './transaction.ts';

/**
 * The plain statements about rows of one table. Drizzle builds a statement again for every call, and for the ones that
 * every payment takes that costs more than running them; here a table is taken apart once, and texts are put together.
 */
export interface RowShape {
  /** quoted */
  name: string;
  columns: ReadonlyMap<string, AnyPgColumn>;
  /** quoted, in the order of `read`; `prefix` is an alias with its dot */
  list(prefix?: string): string;
  read(values: readonly unknown[], from?: number): Record<string, unknown>;
}

const shapes = new WeakMap<AnyPgTable, RowShape>();
const quoted = (name: string) => `"${name}"`;

export function shapeOf(table: AnyPgTable): RowShape {
  const known = shapes.get(table);
  if (known) return known;
  const columns = Object.entries(getTableColumns(table)) as [string, AnyPgColumn][];
  const shape: RowShape = {
    name: quoted(getTableName(table)),
    columns: new Map(columns),
    list: (prefix = '') => columns.map(([, column]) => prefix + quoted(column.name)).join(', '),
    read(values, from = 0) {
      const row: Record<string, unknown> = {};
      for (const [place, [key, column]] of columns.entries()) {
        const value = values[from + place];
        row[key] = value === null ? null : column.mapFromDriverValue(value);
      }
      return row;
    },
  };
  shapes.set(table, shape);
  return shape;
}

const dialect = new PgDialect();

/** A text in the making: parameters get their numbers as they come. */
export class StatementText {
  readonly parameters: unknown[] = [];

  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** A value of a column, or an expression in its place. */
  value(column: AnyPgColumn, value: unknown): string {
    if (value instanceof SQL) return this.expression(value);
    return this.parameter(value === null || value === undefined ? null : column.mapToDriverValue(value));
  }

  expression(expression: SQL): string {
    const { sql, params } = dialect.sqlToQuery(expression);
    const before = this.parameters.length;
    this.parameters.push(...params);
    return before === 0 ? sql : sql.replace(/\$(\d+)/g, (_, place) => `$${before + Number(place)}`);
  }

  /** Columns that have these values. */
  matches(shape: RowShape, match: Record<string, unknown>): string[] {
    return Object.entries(match).map(([key, value]) => {
      const column = columnOf(shape, key);
      return value === null
        ? `${quoted(column.name)} is null`
        : `${quoted(column.name)} = ${this.value(column, value)}`;
    });
  }
}

const columnOf = (shape: RowShape, key: string): AnyPgColumn => {
  const column = shape.columns.get(key);
  if (!column) throw new Error(`${shape.name} has no ${key}`);
  return column;
};

/** Callers may pass more than the table has, as with Drizzle. */
const present = (shape: RowShape, values: Record<string, unknown>): string[] =>
  Object.keys(values).filter((key) => values[key] !== undefined && shape.columns.has(key));

export function insertText(
  statement: StatementText,
  shape: RowShape,
  list: readonly Record<string, unknown>[],
): string {
  const keys = [...new Set(list.flatMap((values) => present(shape, values)))];
  const columns = keys.map((key) => columnOf(shape, key));
  const tuples = list.map(
    (values) =>
      `(${keys.map((key, place) => (values[key] === undefined ? 'default' : statement.value(columns[place] as AnyPgColumn, values[key]))).join(', ')})`,
  );
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  return `insert into ${shape.name} (${names}) values ${tuples.join(', ')}`;
}

/** A list of values as PostgreSQL writes arrays. */
function arrayText(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    if (value === null) return 'NULL';
    return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
  });
  return `{${cells.join(',')}}`;
}

/** Rows of which all name the same columns, a parameter for each column: one text for any number of rows. */
export function insertManyText(
  statement: StatementText,
  shape: RowShape,
  list: readonly Record<string, unknown>[],
): string {
  const columns = present(shape, list[0] ?? {}).map((key) => ({ key, column: columnOf(shape, key) }));
  const arrays = columns.map(({ key, column }) => {
    const values = list.map((values) =>
      values[key] === null || values[key] === undefined ? null : column.mapToDriverValue(values[key]),
    );
    return `${statement.parameter(arrayText(values))}::${column.getSQLType()}[]`;
  });
  const names = columns.map(({ column }) => quoted(column.name)).join(', ');
  return `insert into ${shape.name} (${names}) select * from unnest(${arrays.join(', ')})`;
}

/** The same of one row, where `source` (a subselect's text) has one; it may lock what the row depends on. */
export function insertWhereText(
  statement: StatementText,
  shape: RowShape,
  values: Record<string, unknown>,
  source: string,
): string {
  const keys = present(shape, values);
  const names = keys.map((key) => quoted(columnOf(shape, key).name)).join(', ');
  const given = keys.map((key) => statement.value(columnOf(shape, key), values[key])).join(', ');
  return `with source as (${source}) insert into ${shape.name} (${names}) select ${given} from source returning 1`;
}

/** A row as it will stand in its table: what the database fills in by itself must have been given. */
export function wholeRow(shape: RowShape, values: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, column] of shape.columns) {
    const value = values[key] ?? column.default ?? null;
    if (value instanceof SQL || (value === null && column.notNull))
      throw new Error(`${shape.name}: ${key} is not known before it is written`);
    row[key] = value;
  }
  return row;
}

export function setText(statement: StatementText, shape: RowShape, set: Record<string, unknown>): string {
  const keys = present(shape, set);
  if (keys.length === 0) throw new Error(`nothing of ${shape.name} is changed`);
  return keys
    .map((key) => {
      const column = columnOf(shape, key);
      return `${quoted(column.name)} = ${statement.value(column, set[key])}`;
    })
    .join(', ');
}

/** Rows of a table that belongs to nobody in particular; the rows of tenants are `find`'s. */
export async function findPlain<T extends AnyPgTable>(
  reader: Reader,
  table: T,
  match: { [K in keyof T['$inferSelect']]?: T['$inferSelect'][K] },
  lock?: 'update' | 'share',
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(table);
  const statement = new StatementText();
  const where = statement.matches(shape, match).join(' and ');
  const found = await run(
    reader,
    `select ${shape.list()} from ${shape.name} where ${where}${lock ? ` for ${lock}` : ''}`,
    statement.parameters,
  );
  return found.map((values) => shape.read(values)) as T['$inferSelect'][];
}

/**
 * Runs a finished text where the reader stands: on the pool or in its transaction. It is sent at once, not when somebody
 * awaits it: within a transaction texts run in the order in which they were handed over.
 */
export const run = (reader: Reader, text: string, parameters: unknown[]): Promise<unknown[][]> =>
  driverOf(reader).unsafe(text, parameters).values().execute();
