import { sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import {
  insertManyText,
  insertText,
  insertWhereText,
  StatementText,
  setText,
  shapeOf,
  wholeRow,
} from './row-statements.ts';

const coins = pgTable('coin', {
  id: uuid('id').primaryKey(),
  madeAt: timestamp('made_at', { withTimezone: true, mode: 'date' }).notNull(),
  worth: bigint('worth', { mode: 'number' }).notNull(),
  marks: jsonb('marks').$type<string[]>(),
  note: text('note'),
});
const shape = shapeOf(coins);
const madeAt = new Date('2026-11-15T08:00:00Z');

describe('the text of a statement', () => {
  test('inserts what is told and leaves the rest to the table', () => {
    const statement = new StatementText();
    const made = insertText(statement, shape, [
      { id: 'a', madeAt, marks: ['x'], note: undefined },
      { id: 'b', worth: 5, marks: null },
    ]);
    expect(made).toBe(
      'insert into "coin" ("id", "made_at", "marks", "worth") values ($1, $2, $3, default), ($4, default, $5, $6)',
    );
    expect(statement.parameters).toEqual(['a', '2026-11-15T08:00:00.000Z', '["x"]', 'b', null, 5]);
  });

  test('is the same for any number of rows that name the same columns', () => {
    const one = new StatementText();
    const many = new StatementText();
    const row = { id: 'a', madeAt, marks: ['x "y" \\z'], note: null };
    const text = insertManyText(one, shape, [row]);
    expect(insertManyText(many, shape, [row, { ...row, id: 'b', note: 'NULL' }])).toBe(text);
    expect(text).toBe(
      'insert into "coin" ("id", "made_at", "marks", "note") select * from unnest($1::uuid[], $2::timestamp with time zone[], $3::jsonb[], $4::text[])',
    );
    expect(one.parameters[2]).toBe(String.raw`{"[\"x \\\"y\\\" \\\\z\"]"}`);
    expect(many.parameters[3]).toBe('{NULL,"NULL"}');
  });

  test('inserts a row where something else is there', () => {
    const statement = new StatementText();
    const source = `select 1 from bank where id = ${statement.parameter('b')} for share`;
    expect(insertWhereText(statement, shape, { id: 'a', worth: 3 }, source)).toBe(
      'with source as (select 1 from bank where id = $1 for share) insert into "coin" ("id", "worth") select $2, $3 from source returning 1',
    );
    expect(statement.parameters).toEqual(['b', 'a', 3]);
  });

  test('is not needed to know what a row will be', () => {
    expect(wholeRow(shape, { id: 'a', madeAt, worth: 3 })).toEqual({
      id: 'a',
      madeAt,
      worth: 3,
      marks: null,
      note: null,
    });
    expect(() => wholeRow(shape, { id: 'a', madeAt })).toThrow('worth');
  });

  test('numbers the parameters of expressions after those that came before', () => {
    const statement = new StatementText();
    const set = setText(statement, shape, { note: 'n', worth: sql`${coins.worth} + ${3}`, marks: undefined });
    const where = statement.matches(shape, { id: 'a', note: null });
    expect(set).toBe('"note" = $1, "worth" = "coin"."worth" + $2');
    expect(where).toEqual(['"id" = $3', '"note" is null']);
    expect(statement.parameters).toEqual(['n', 3, 'a']);
  });

  test('names columns of the table only', () => {
    const statement = new StatementText();
    expect(() => statement.matches(shape, { 'id" = id --': 1 })).toThrow('has no');
    expect(setText(statement, shape, { colour: 'red', note: 'n' })).toBe('"note" = $1');
    expect(insertText(statement, shape, [{ colour: 'red', note: 'm' }])).toBe(
      'insert into "coin" ("note") values ($2)',
    );
  });

  test('changes something', () => {
    expect(() => setText(new StatementText(), shape, { note: undefined })).toThrow('nothing');
  });
});

test('rows are read as the columns say, behind another table too', () => {
  const row = ['a', '2026-11-15 08:00:00+00', '5', ['x'], null];
  const read = { id: 'a', madeAt, worth: 5, marks: ['x'], note: null };
  expect(shape.read(row)).toEqual(read);
  expect(shape.read(['one', 'two', ...row], 2)).toEqual(read);
  expect(shape.list('c.')).toBe('c."id", c."made_at", c."worth", c."marks", c."note"');
});
