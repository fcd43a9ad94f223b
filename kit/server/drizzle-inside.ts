import { getTableColumns, sql } from 'drizzle-orm';
import { bigint, jsonb, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { startupError } from './startup-error.ts';
import type { Reader } from './transaction.ts';

/**
 * What pool-driver.ts and row-statements.ts take from Drizzle's inside, which its types do not show or do not
 * promise. All of it is looked at when a database is opened, so that a version that does not fit says so in one sentence
 * instead of failing somewhere in the middle of a payment.
 */
export interface Driver {
  unsafe(text: string, parameters: unknown[]): { values(): { execute(): Promise<unknown[][]> } };
}

/** The driver under a database or a transaction. */
export const driverOf = (reader: Reader): Driver =>
  (reader as unknown as { _: { session: { client: Driver } } })._.session.client;

const sample = pgTable('sample', {
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  data: jsonb('data').notNull(),
  size: bigint('size', { mode: 'number' }).notNull().default(7),
  note: text('note'),
});

const noon = '2026-11-15T12:00:00.000Z';

function check(part: string, holds: () => boolean): void {
  let cause: unknown;
  try {
    if (holds()) return;
  } catch (error) {
    cause = error;
  }
  throw startupError('drizzleDoesNotFit', { part }, cause);
}

/** Columns write values as the driver takes them, and read what it answers. */
function checkColumns(): void {
  const { at, data, size, note } = getTableColumns(sample);
  check('column.mapToDriverValue', () => {
    const written = [at.mapToDriverValue(new Date(noon)), data.mapToDriverValue({ a: 1 })];
    return JSON.stringify(written) === JSON.stringify([noon, '{"a":1}']);
  });
  check('column.mapFromDriverValue', () => {
    const read = at.mapFromDriverValue('2026-11-15 12:00:00+00') as unknown;
    return read instanceof Date && read.toISOString() === noon && size.mapFromDriverValue('5') === 5;
  });
  check('column.getSQLType', () => at.getSQLType() === 'timestamp with time zone');
  check('column.default', () => size.default === 7 && note.default === undefined && !note.notNull);
  check('PgDialect.sqlToQuery', () => {
    const query = new PgDialect().sqlToQuery(sql`${sample.size} + ${3}`);
    return query.sql === '"sample"."size" + $1' && query.params.length === 1 && query.params[0] === 3;
  });
}

/** A database or a transaction runs texts that we hand to its driver. */
export function checkDriver(reader: Reader, driver?: unknown): void {
  check('_.session.client', () => {
    const found = driverOf(reader);
    return typeof found.unsafe === 'function' && (driver === undefined || found === driver);
  });
}

let columnsFit = false;

/** Called when a database is opened, with the driver that was given to Drizzle. */
export function checkDrizzle(reader: Reader, driver: unknown): void {
  if (!columnsFit) checkColumns();
  columnsFit = true;
  checkDriver(reader, driver);
}
