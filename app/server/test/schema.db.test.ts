import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { allTenantTables } from '#kit/server/tables.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const typeNames: Record<string, string> = {
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  timestamptz: 'timestamp with time zone',
  float8: 'double precision',
};
const plain = (type: string) => typeNames[type] ?? type;

async function declaredTables(): Promise<PgTable[]> {
  const files = [
    'kit/server/audit.ts',
    'kit/server/installation.ts',
    'kit/server/outbox.ts',
    ...featureFolders(sourceRoot).map(({ path }) => `${path}/tables.ts`),
  ];
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ join(sourceRoot, file)).catch(() => ({}))),
  );
  return modules
    .flatMap((module) => Object.values(module as object))
    .filter((value): value is PgTable => is(value, PgTable));
}

it('gives every declared table the columns, types and nullability that its migration made', async () => {
  const actual = await server.services.db.raw<
    { table: string; column: string; type: string; nullable: string }[]
  >`
    select table_name as table, column_name as column, is_nullable as nullable,
      case when data_type = 'ARRAY' then substr(udt_name, 2) || '[]' else data_type end as type
    from information_schema.columns where table_schema = 'public'`;
  const tables = await declaredTables();
  expect(tables.length).toBeGreaterThan(8);
  for (const table of tables) {
    const name = getTableName(table);
    const declared = Object.values(getTableColumns(table)).map((column) => ({
      table: name,
      column: column.name,
      type: column.getSQLType(),
      nullable: column.notNull ? 'NO' : 'YES',
    }));
    const migrated = actual
      .filter((row) => row.table === name)
      .map((row) => ({ ...row, type: plain(row.type) }));
    const byName = (a: { column: string }, b: { column: string }) => (a.column < b.column ? -1 : 1);
    expect(declared.sort(byName)).toEqual(migrated.sort(byName));
  }
});

it('leads the primary key of every tenant table with the tenant', async () => {
  await declaredTables();
  const names = allTenantTables().map((table) => getTableName(table));
  expect(names.length).toBeGreaterThan(20);
  const keys = await server.services.db.raw<{ table: string; first: string }[]>`
    select c.relname as table, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and c.relname = any(${names})`;
  expect(keys.map((key) => key.table).sort()).toEqual(names.sort());
  expect(keys.filter((key) => key.first !== 'tenant_id')).toEqual([]);
});
