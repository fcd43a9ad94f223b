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
import type { Reader, Tx } from './database.ts';
import {
  type Changes,
  deleteOwned,
  insertManyOwned,
  insertOwned,
  type Lock,
  type Match,
  selectOwned,
  updateHeld,
  updateOwned,
  type Where,
  type Whose,
} from './owned-rows.ts';
import { shapeOf } from './row-statements.ts';
import type { Scope } from './scope.ts';

/**
 * A table whose rows belong to tenants. Its type hides the Drizzle table: `from(sites)` does not type-check,
 * only `from(rows(scope, sites))` does, and that carries the tenant condition with it.
 */
declare const tenantData: unique symbol;
export interface TenantTable<T extends AnyPgTable> {
  readonly [tenantData]: T;
}

/** The columns of a tenant table as `rows` gives them, a row as it is read, and what an insert takes. */
export type ColumnsOf<T> = T extends TenantTable<infer P> ? P : never;
export type RowOf<T> = ColumnsOf<T>['$inferSelect'];
export type NewRowOf<T> = Omit<ColumnsOf<T>['$inferInsert'], 'tenantId'>;

/**
 * A table whose rows belong to players. It is read and written by `player-tables.ts` alone, which puts the player's
 * condition into every statement. A tenant table with a `playerId` is one too: a player reaches the own rows of it, over
 * all tenants.
 */
declare const playerData: unique symbol;
export interface PlayerTable<T extends AnyPgTable> {
  readonly [playerData]: T;
}
export type OwnRowOf<T> = T extends PlayerTable<infer Columns> ? Columns['$inferSelect'] : never;

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
  return table as unknown as TenantTable<typeof table> &
    (C extends { playerId: PgColumnBuilderBase } ? PlayerTable<typeof table> : unknown);
}

type SiteColumns = Record<string, PgColumnBuilderBase> & { siteId: PgColumnBuilderBase };

/** A tenant table whose rows stand at a site, by their `siteId`: who works at some sites reaches the rows of these alone. */
export const siteTable = <N extends string, C extends SiteColumns>(name: N, columns: C) =>
  tenantTable(name, columns, { site: 'siteId' });

/** A view whose rows belong to tenants, to be read like a tenant table. Its migration says what it is made of. */
export function tenantSqlView<N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
  options: { site?: keyof C & string } = {},
) {
  const view = pgTable(name, { tenantId: text('tenant_id').notNull(), ...columns });
  if (options.site) siteColumnOf.set(view, options.site);
  return view as unknown as TenantTable<typeof view>;
}

/** Rows of players that belong to no merchant. */
export function playerTable<N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
) {
  const table = pgTable(name, { playerId: uuid('player_id').notNull(), ...columns });
  return table as unknown as PlayerTable<typeof table>;
}

/** The site a row of the table stands in; undefined where its rows have none. */
export function siteOfRow<T extends AnyPgTable>(
  table: TenantTable<T>,
  row: object,
): string | null | undefined {
  const column = siteColumnOf.get(table as object);
  return column === undefined ? undefined : ((row as Record<string, string | null>)[column] ?? null);
}

const bare = <T extends AnyPgTable>(table: TenantTable<T>) => table as unknown as T & TenantColumns;

/** How the rows of a tenant table are written, for texts that are put together by hand and name the tenant. */
export const shapeOfTenant = <T extends AnyPgTable>(table: TenantTable<T>) => shapeOf(bare(table));

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

const tenantOf =
  <T extends AnyPgTable>(scope: Scope, table: TenantTable<T>): Whose =>
  (statement) => {
    const isWhole = scope.kind === 'tenant' && (scope.siteIds === null || !siteColumnOf.has(table as object));
    if (isWhole) return [`"tenant_id" = ${statement.parameter(scope.tenantId)}`];
    const limit = condition(scope, table);
    return limit ? [`(${statement.expression(limit)})`] : [];
  };

/** Rows by what stands in their columns; with `lock` they are held, in one order, until the transaction ends. */
export const find = <T extends AnyPgTable>(
  reader: Reader,
  scope: Scope,
  table: TenantTable<T>,
  where: Where<T>,
  lock?: Lock,
): Promise<T['$inferSelect'][]> => selectOwned<T>(reader, bare(table), tenantOf(scope, table), where, lock);

/** Writes rows into the scope's own tenant; only the platform may name another one. */
export async function insert<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  values: Insertable<T> | Insertable<T>[],
): Promise<T['$inferSelect'][]> {
  const list = Array.isArray(values) ? values : [values];
  return insertOwned<T>(
    tx,
    bare(table),
    list.map((value) => withTenant(scope, value)),
  );
}

/** The same of any number of rows of which all name the same columns: a parameter for each column, and no answer. */
export const insertMany = <T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  values: readonly Insertable<T>[],
): Promise<void> =>
  insertManyOwned<T>(
    tx,
    bare(table),
    values.map((value) => withTenant(scope, value)),
  );

function withTenant<V extends { tenantId?: string }>(scope: Scope, value: V): V & { tenantId: string } {
  if (scope.kind === 'tenant') return { ...value, tenantId: scope.tenantId };
  if (scope.kind === 'platform' && value.tenantId) return { ...value, tenantId: value.tenantId };
  throw new Error('an insert needs one tenant');
}

export const update = <T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: Where<T>,
  set: Changes<T>,
): Promise<T['$inferSelect'][]> => updateOwned<T>(tx, bare(table), tenantOf(scope, table), where, set);

export const updateLocked = <T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: Match<T>,
  set: Changes<T>,
): Promise<void> => updateHeld<T>(tx, bare(table), tenantOf(scope, table), where, set);

export const remove = <T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: Where<T>,
): Promise<T['$inferSelect'][]> => deleteOwned<T>(tx, bare(table), tenantOf(scope, table), where);
