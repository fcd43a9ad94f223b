import { eq } from 'drizzle-orm';
import { text, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import type { Reader, Tx } from '../database.ts';
import { platformScope, tenantScope } from '../scope.ts';
import { idColumn, rows, tenantTable, type update } from '../tables.ts';

const things = tenantTable(
  'thing',
  { id: idColumn(), siteId: uuid('site_id'), name: text('name') },
  { site: 'siteId' },
);
// never connected: only the SQL is looked at
const orm = drizzle(postgres('postgres://nobody@127.0.0.1:1/none'));
const reader: Reader = orm;

const sqlOf = (scope: Parameters<typeof rows>[0]) => {
  const thing = rows(scope, things);
  return orm.select().from(thing).where(eq(thing.name, 'x')).toSQL();
};

it('does not type-check without a scope', () => {
  // @ts-expect-error a tenant table can not be read bare
  expect(() => reader.select().from(things)).not.toThrow();
  // @ts-expect-error nor written bare
  expect(() => orm.insert(things)).not.toThrow();
  // @ts-expect-error a write needs a transaction, not the pool
  const refused: Parameters<typeof update>[0] = orm;
  expect(refused as Tx).toBeDefined();
});

it('adds the tenant to every read', () => {
  const { sql, params } = sqlOf(tenantScope('100002'));
  expect(sql).toContain('where "thing"."tenant_id" = $1');
  expect(params).toEqual(['100002', 'x']);
});

it('adds the sites of an account that may see only some', () => {
  expect(sqlOf(tenantScope('100002', ['s1', 's2'])).params).toEqual(['100002', 's1', 's2', 'x']);
  expect(sqlOf(tenantScope('100002', [])).sql).toContain('where false');
});

it('lets an agent reach its tree and the platform everything', () => {
  expect(sqlOf({ kind: 'tenants', tenantIds: ['1', '2'] }).params).toEqual(['1', '2', 'x']);
  expect(sqlOf({ kind: 'tenants', tenantIds: [] }).sql).toContain('where false');
  expect(sqlOf(platformScope).params).toEqual(['x']);
});
