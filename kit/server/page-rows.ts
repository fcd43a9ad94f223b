import { and, asc, desc, eq, ilike, inArray, is, or, type SQL, Subquery, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgSelect } from 'drizzle-orm/pg-core';
import { maxCounted } from '#kit/contract/max-counted.ts';
import type { DeepPage, Page } from '#kit/contract/schemas.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from './database.ts';
import { isOnlyAbout } from './only-about.ts';

type Sortable = AnyPgColumn | SQL;

interface PageRequest {
  current: number;
  size: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** What a filter of the input means for a row. */
type Rule<V> = (value: V) => SQL | undefined;

/** Every filter that the input declares has its rule: one that nobody reads does not compile. */
export type Rules<I> = {
  [K in Exclude<keyof I, 'current' | 'size' | 'sort' | 'order' | 'after'>]-?: Rule<NonNullable<I[K]>>;
};

export const equals =
  (column: Sortable): Rule<string | number | boolean> =>
  (value) =>
    eq(column as SQL, value);

export const oneOf =
  (column: Sortable): Rule<readonly (string | number)[]> =>
  (values) =>
    values.length > 0 ? inArray(column as SQL, [...values]) : sql`false`;

/** From the beginning of a day and to the end of one, where the machines stand. */
export const since =
  (column: Sortable): Rule<string> =>
  (day) =>
    sql`${column} >= ${startOfDay(day).toISOString()}::timestamptz`;
export const until =
  (column: Sortable): Rule<string> =>
  (day) =>
    sql`${column} < ${endOfDay(day).toISOString()}::timestamptz`;

/** Days that stand as days in the table. */
export const sinceDay =
  (column: Sortable): Rule<string> =>
  (day) =>
    sql`${column} >= ${day}::date`;
export const untilDay =
  (column: Sortable): Rule<string> =>
  (day) =>
    sql`${column} <= ${day}::date`;

/** Makes user text literal inside a LIKE pattern. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** A piece of text that stands in one of the columns, large or small. */
export const search =
  (...columns: Sortable[]): Rule<string | number> =>
  (text) =>
    or(...columns.map((column) => ilike(column as AnyPgColumn, likePattern(String(text)))));

/** For what the handler itself does with an input. */
export const elsewhere: Rule<unknown> = () => undefined;

const isAsked = (value: unknown) => value !== undefined && value !== null && value !== '';

export function matching<I extends object>(input: I, rules: Rules<I>): SQL | undefined {
  return and(
    ...Object.entries(rules).map(([name, rule]) => {
      const value = (input as Record<string, unknown>)[name];
      return isAsked(value) ? (rule as Rule<unknown>)(value) : undefined;
    }),
  );
}

type SortName<I> = I extends { sort?: infer S } ? Extract<S, string> : never;

/** A selection that conditions, order and window can still be added to. */
interface Selection extends PromiseLike<unknown[]> {
  $dynamic(): PgSelect;
}

type PageOptions<I, Q> = ListOptions<I, Q> & (ById | ByTie);

/** Rows with an id, by which every order is total. */
interface ById {
  of: { id: Sortable };
  tie?: Sortable;
}

interface ByTie {
  of?: unknown;
  /** makes every order total, so that no row shows twice or never; the id of what the list is `of`, unless told */
  tie: Sortable;
}

interface ListOptions<I, Q> {
  /** what is selected from where; asked for twice, for the rows and for their number */
  from: () => Q;
  /**
   * What there is one row of for each that is listed: what else is joined neither adds nor drops any. It is counted alone
   * whenever no filter asks about the rest.
   */
  of?: unknown;
  /** the same rows in another way, where that is cheaper to count: what only sorts or is only shown is left out */
  counted?: () => Selection;
  /** besides the filters */
  where?: SQL | undefined;
  filters: Rules<I>;
  /** what each name of the input's allow-list sorts by */
  sort: { [K in SortName<I>]: Sortable };
  /** the order until somebody chooses one */
  usual: { by: SortName<I>; order: 'asc' | 'desc' } | readonly SQL[];
}

const tieOf = ({ of, tie }: ById | ByTie): Sortable => tie ?? (of as ById['of']).id;

function orderOf<I extends PageRequest, Q>(input: I, options: PageOptions<I, Q>): SQL[] {
  const { sort, usual } = options;
  const tie = tieOf(options);
  const chosen = input.sort as SortName<I> | undefined;
  if (!chosen && !('by' in usual)) return [...usual, asc(tie)];
  const by = chosen ?? (usual as { by: SortName<I> }).by;
  const direction = input.order ?? (chosen ? 'asc' : (usual as { order: 'asc' | 'desc' }).order);
  const inOrder = direction === 'asc' ? asc : desc;
  return [inOrder(sort[by]), inOrder(tie)];
}

function countedFrom<I, Q extends Selection>(
  reader: Reader,
  { of, counted, from }: PageOptions<I, Q>,
  where: SQL | undefined,
): PgSelect {
  if (is(of, Subquery) && isOnlyAbout(of, where))
    return reader.select({ one: sql`1` }).from(of).where(where).$dynamic() as unknown as PgSelect;
  return (counted ?? from)().$dynamic().where(where);
}

/**
 * A page of a list: the rows of the window and how many there are in all, asked side by side. Everything a list call
 * has in common stands here; a list itself says what it selects, what its filters mean and what it sorts by.
 */
export async function pageRows<I extends PageRequest, Q extends Selection>(
  reader: Reader,
  input: I,
  options: PageOptions<I, Q>,
): Promise<Page<Awaited<Q>[number]>> {
  const where = and(options.where, matching(input, options.filters));
  const [records, [found]] = await Promise.all([
    options
      .from()
      .$dynamic()
      .where(where)
      .orderBy(...orderOf(input, options))
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    reader.execute<{ total: number }>(
      sql`select count(*)::int as total from (${countedFrom(reader, options, where)}) as counted`,
    ),
  ]);
  return asPage(input, records as Awaited<Q>, found?.total ?? 0);
}

interface DeepRequest extends PageRequest {
  /** the id of the row behind which it goes on */
  after?: string | undefined;
}

type DeepOptions<I, Q> = PageOptions<I, Q> & {
  of: unknown;
  usual: { by: SortName<I>; order: 'asc' | 'desc' };
};

/**
 * A page of a list that may be very long (`deepPageInput`, `deepPageOf`). It is counted up to `maxCounted`; page numbers
 * reach as far, and `next` reads on behind the last row by the index of the order, which has no empty values. The tie is
 * the id of what the list is `of`, and rows have it as `id`.
 */
export async function pageDeep<I extends DeepRequest, Q extends Selection>(
  reader: Reader,
  input: I,
  options: DeepOptions<I, Q>,
): Promise<DeepPage<Awaited<Q>[number]>> {
  const { sort, usual, of } = options;
  const tie = tieOf(options);
  const where = and(options.where, matching(input, options.filters));
  const by = sort[(input.sort as SortName<I> | undefined) ?? usual.by];
  const ascending = (input.order ?? (input.sort ? 'asc' : usual.order)) === 'asc';
  const last = input.after && sql`(select ${by} from ${of} where ${tie} = ${input.after})`;
  const behind =
    last && sql`(${by}, ${tie}) ${sql.raw(ascending ? '>' : '<')} (${last}, ${input.after}::uuid)`;
  const [found, [counted]] = await Promise.all([
    options
      .from()
      .$dynamic()
      .where(and(where, behind || undefined))
      .orderBy(...orderOf(input, options))
      .limit(input.size + 1)
      .offset(input.after ? 0 : Math.min((input.current - 1) * input.size, maxCounted)),
    reader.execute<{ total: number }>(
      sql`select count(*)::int as total from (${countedFrom(reader, options, where).limit(maxCounted)}) as counted`,
    ),
  ]);
  const rows = found as { id: string }[];
  const records = rows.slice(0, input.size);
  return {
    ...asPage(input, records as Awaited<Q>, counted?.total ?? 0),
    next: rows.length > input.size ? (records.at(-1)?.id ?? null) : null,
  };
}

export const asPage = <R>(input: PageRequest, records: R[], total: number): Page<R> => ({
  records,
  total,
  size: input.size,
  current: input.current,
  pages: Math.ceil(total / input.size),
});

/** Each record of a page becomes what the contract says. */
export const mapPage = <R, S, P extends Page<R>>(
  page: P & Page<R>,
  present: (row: R) => S,
): Omit<P, 'records'> & Page<S> => ({
  ...page,
  records: page.records.map(present),
});

/** A page of a table that ships with the product and is in memory anyway; never of rows. */
export function pageOfShipped<R>(input: PageRequest, all: readonly R[]): Page<R> {
  const offset = (input.current - 1) * input.size;
  return asPage(input, all.slice(offset, offset + input.size), all.length);
}
