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
import { insertText, run, StatementText, setText, shapeOf } from './row-statements.ts';
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

/** Rows of players that belong to no merchant. */
export function playerTable<N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
) {
  const table = pgTable(name, { playerId: uuid('player_id').notNull(), ...columns });
  return table as unknown as PlayerTable<typeof table>;
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

/** Values that columns have; null is told too. */
export type Match<T extends AnyPgTable> = { [K in keyof T['$inferSelect']]?: T['$inferSelect'][K] };

/** ` where …` of the scope and of what is asked besides. */
function whereText<T extends AnyPgTable>(
  statement: StatementText,
  scope: Scope,
  table: TenantTable<T>,
  where: Match<T> | ((columns: T) => SQL | undefined),
): string {
  const target = bare(table);
  const plain = scope.kind === 'tenant' && (scope.siteIds === null || !siteColumnOf.has(table as object));
  const own = plain ? [`"tenant_id" = ${statement.parameter(scope.tenantId)}`] : [];
  const expression = and(
    plain ? undefined : condition(scope, table),
    typeof where === 'function' ? where(target) : undefined,
  );
  const parts = [
    ...own,
    // in brackets: an `or` of the caller must not reach past the tenant
    ...(expression ? [`(${statement.expression(expression)})`] : []),
    ...(typeof where === 'function' ? [] : statement.matches(shapeOf(target), where)),
  ];
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
}

/** Rows by what stands in their columns; `lock` keeps them for the rest of the transaction. */
export async function find<T extends AnyPgTable>(
  reader: Reader,
  scope: Scope,
  table: TenantTable<T>,
  where: Match<T> | ((columns: T) => SQL | undefined),
  lock?: 'update' | 'share',
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const text = `select ${shape.list()} from ${shape.name}${whereText(statement, scope, table, where)}`;
  // In the order of their ids: two who lock some of the same rows wait for each other, never crosswise.
  const ordered = lock && shape.columns.has('id') ? `${text} order by "id"` : text;
  const found = await run(reader, lock ? `${ordered} for ${lock}` : text, statement.parameters);
  return found.map((values) => shape.read(values)) as T['$inferSelect'][];
}

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
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const text = insertText(statement, shape, list);
  const written = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return written.map((row) => shape.read(row)) as T['$inferSelect'][];
}

/** A function sees the bare columns; the tenant condition is always added to it. */
export async function update<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: Match<T> | ((columns: T) => SQL | undefined),
  set: { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL },
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const changes = setText(statement, shape, set);
  const text = `update ${shape.name} set ${changes}${whereText(statement, scope, table, where)}`;
  const written = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return written.map((row) => shape.read(row)) as T['$inferSelect'][];
}

/** A row the transaction holds and knows: nothing of it is read again. */
export async function updateLocked<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: Match<T>,
  set: { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL },
): Promise<void> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const changes = setText(statement, shape, set);
  const text = `update ${shape.name} set ${changes}${whereText(statement, scope, table, where)} returning 1`;
  const { length } = await run(tx, text, statement.parameters);
  if (length !== 1) throw new Error(`${length} rows of ${shape.name} are where one is locked`);
}

export async function remove<T extends AnyPgTable>(
  tx: Tx,
  scope: Scope,
  table: TenantTable<T>,
  where: Match<T> | ((columns: T) => SQL | undefined),
): Promise<T['$inferSelect'][]> {
  const shape = shapeOf(bare(table));
  const statement = new StatementText();
  const text = `delete from ${shape.name}${whereText(statement, scope, table, where)}`;
  const removed = await run(tx, `${text} returning ${shape.list()}`, statement.parameters);
  return removed.map((row) => shape.read(row)) as T['$inferSelect'][];
}
