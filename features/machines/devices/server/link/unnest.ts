import { type SQL, sql } from 'drizzle-orm';

type Cell = string | number | boolean | Date | null | undefined;
type ColumnType = 'text' | 'jsonb' | 'uuid' | 'timestamptz' | 'date' | 'boolean' | 'integer' | 'bigint';
export type BatchColumn<R> = readonly [type: ColumnType, cell: (row: R) => Cell];

/** Texts may hold what means something in an array; all other types are written in letters, digits and a few signs. */
const quoted: ReadonlySet<ColumnType> = new Set(['text', 'jsonb']);

/** A PostgreSQL array as text: the whole column of a batch travels as one parameter. */
function arrayLiteral<R>(list: readonly R[], [type, cellOf]: BatchColumn<R>): string {
  const quote = quoted.has(type);
  const cells = list.map((row) => {
    const cell = cellOf(row);
    if (cell === null || cell === undefined) return 'NULL';
    if (cell instanceof Date) return cell.toISOString();
    return quote ? quotedText(String(cell)) : String(cell);
  });
  return `{${cells.join(',')}}`;
}

const plainWord = /^\w+$/;
const quotedText = (text: string) =>
  plainWord.test(text) && text.toUpperCase() !== 'NULL' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;

/** `unnest(…)` over the rows of a batch, column by column. */
export function unnestRows<R>(list: readonly R[], columns: readonly BatchColumn<R>[]): SQL {
  // The cast stands on the parameter itself: PostgreSQL then reads the text once, when it is bound, and not twice again.
  const arrays = columns.map((column) => sql`${arrayLiteral(list, column)}::${sql.raw(column[0])}[]`);
  return sql`unnest(${sql.join(arrays, sql`, `)})`;
}
