import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  type AnyPgTable,
  type PgColumnBuilderBase,
  type PgInsertValue,
  pgTable,
  QueryBuilder,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import type { Scope } from './scope.ts';

/**
 * A table whose rows belong to tenants. Its type hides the Drizzle table: `from(sites)` does not type-check,
 * only `from(rows(scope, sites))` does, and that carries the tenant condition with it.
 */
declare const tenantData: unique symbol;
export interface TenantTable<T extends AnyPgTable> {
  readonly [tenantData]: T;
}

interface TenantColumns {
  tenantId: AnyPgColumn;
}

/** Which column holds the site of a row, for accounts that may see some sites only. */
const siteColumnOf = new WeakMap<object, string>();
const tenantTables = new Set<AnyPgTable>();
export const allTenantTables = (): readonly AnyPgTable[] => [...tenantTables];

export const idColumn = () => uuid('id').primaryKey();
export const createdAtColumn = () =>
  timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow();
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export function tenantTable<N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
  options: { site?: keyof C & string } = {},
) {
  const table = pgTable(name, { tenantId: text('tenant_id').notNull(), ...columns });
  tenantTables.add(table);
  if (options.site) siteColumnOf.set(table, options.site);
  return table as unknown as TenantTable<typeof table>;
}

const bare = <T extends AnyPgTable>(table: TenantTable<T>) => table as unknown as T & TenantColumns;

function condition<T extends AnyPgTable>(scope: Scope, table: TenantTable<T>): SQL | undefined {
  const columns = bare(table);
  if (scope.kind === 'platform') return undefined;
  if (scope.kind === 'tenants')
    return scope.tenantIds.length > 0 ? inArray(columns.tenantId, [...scope.tenantIds]) : sql`false`;
  const own = eq(columns.tenantId, scope.tenantId);
  const siteColumn = siteColumnOf.get(table as object);
  if (!siteColumn || scope.siteIds === null) return own;
  const column = getTableColumns(columns)[siteColumn] as AnyPgColumn;
  return scope.siteIds.length > 0 ? and(own, inArray(column, [...scope.siteIds])) : sql`false`;
}

/** The rows of a tenant table that the scope reaches, to select from and to join with. PostgreSQL flattens it into the query. */
export function rows<T extends AnyPgTable>(scope: Scope, table: TenantTable<T>): T {
  const source = bare(table);
  const name = (source as unknown as { [key: symbol]: string })[Symbol.for('drizzle:Name')] as string;
  return new QueryBuilder()
    .select()
    .from(source as AnyPgTable)
    .where(condition(scope, table))
    .as(name) as unknown as T;
}

type Insertable<T extends AnyPgTable> = Omit<PgInsertValue<T>, 'tenantId'> & { tenantId?: string };

/** Writes rows into the scope's own tenant; only the platform may name another one. */
export async function insert<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  values: Insertable<T> | Insertable<T>[],
): Promise<T['$inferSelect'][]> {
  const list = (Array.isArray(values) ? values : [values]).map((value) => {
    if (scope.kind === 'tenant') return { ...value, tenantId: scope.tenantId };
    if (scope.kind === 'platform' && value.tenantId) return value;
    throw new Error('an insert needs one tenant');
  });
  return (await tx
    .insert(bare(table) as AnyPgTable)
    .values(list as PgInsertValue<AnyPgTable>[])
    .returning()) as T['$inferSelect'][];
}

/** `where` sees the bare columns; the tenant condition is always added to it. */
export async function update<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: (columns: T) => SQL | undefined,
  set: { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL },
): Promise<T['$inferSelect'][]> {
  const target = bare(table);
  return (await tx
    .update(target as AnyPgTable)
    .set(set as Record<string, unknown>)
    .where(and(condition(scope, table), where(target)))
    .returning()) as T['$inferSelect'][];
}

export async function remove<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: (columns: T) => SQL | undefined,
): Promise<T['$inferSelect'][]> {
  const target = bare(table);
  return (await tx
    .delete(target as AnyPgTable)
    .where(and(condition(scope, table), where(target)))
    .returning()) as T['$inferSelect'][];
}
