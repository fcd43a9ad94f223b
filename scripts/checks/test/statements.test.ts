import { expect, it } from 'vitest';
import { statementProblems } from '../statements.ts';

const path = 'features/base/sites/server/a.ts';
const problems = (text: string, at = path) => statementProblems([{ path: at, text }]);

it.each([
  'const a = await Promise.all(ids.map((id) => findMember(context.db.read, scope, id)));',
  'const a = await Promise.all(\n  found.map(async (one) => ({ ...one, name: await nameOf(tx, one.id) })),\n);',
])('refuses a statement for each row: %s', (text) => {
  expect(problems(text)).toEqual([`${path}:1: a statement for each row: ask for all of them at once`]);
});

it.each([
  'const [a, b] = await Promise.all([findA(reader, id), findB(reader, id)]);',
  'const a = await Promise.all(files.map((file) => readFile(file)));',
  'const names = (await findAll(reader, ids)).map((one) => nameOf(one));',
])('allows questions side by side, and lists that ask the database nothing: %s', (text) => {
  expect(problems(text)).toEqual([]);
});

it('refuses a list that is paged in memory', () => {
  const hint = 'a list is paged by the database: pageRows, or a statement that sorts, counts and cuts';
  const cut = 'const shown = rows.slice((input.current - 1) * input.size, input.current * input.size);';
  expect(problems(cut)).toEqual([`${path}:1: ${hint}`]);
  expect(problems(cut, 'features/money/allowance/server/allowance-handlers.ts')).toEqual([]);
  expect(problems('const first = rows.slice(0, size);')).toEqual([]);
});

it('refuses a name that is held by hand, in a text or a template', () => {
  const hint = 'names are held by holdName of kit/server/hold-names.ts';
  const lock = 'select pg_advisory_xact_lock(7)';
  expect(problems(`await tx.execute(sql\`${lock}\`);`)).toEqual([`${path}:1: ${hint}`]);
  expect(problems(`await run(tx, '${lock}', []);`)).toEqual([`${path}:1: ${hint}`]);
  expect(problems(`await run(tx, '${lock}', []);`, 'kit/server/hold-names.ts')).toEqual([]);
});

it('refuses rows that are held in no order', () => {
  const hold = "const a = await tx.select().from(one).where(some).for('update');";
  expect(problems(hold)).toEqual([`${path}:1: rows are held in an order: find(…, 'update'), or orderBy`]);
  expect(problems(hold.replace('.for', '.orderBy(one.id).for'))).toEqual([]);
  expect(problems("const name = table[Symbol.for('drizzle:Name')];")).toEqual([]);
});

it('refuses to look at a rendered statement', () => {
  expect(problems('const isPlain = !/select/.test(dialect.sqlToQuery(where).sql);')).toHaveLength(1);
  expect(problems('const text = query.toSQL().sql;')).toHaveLength(1);
});

it('refuses days of somewhere else for rows that stand at a site', () => {
  const list = 'features/money/wallet/server/list.ts';
  const hint = 'days of rows that stand at a site are its own: daysThere(row)';
  const filters = 'const filters = { fieldId: equals(row.siteId), ...days(row.createdAt) };';
  expect(problems(filters, list)).toEqual([`${list}:1: ${hint}`]);
  expect(problems(filters.replace('days(row.createdAt)', 'daysThere(row)'), list)).toEqual([]);
  expect(problems(filters.replace('fieldId', 'userId'), list)).toEqual([]);
});
