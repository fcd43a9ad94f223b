import { and, inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import { AppError, conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { type AuditRecord, auditMany } from './audit.ts';
import type { StaffContext } from './context.ts';
import type { Tx } from './database.ts';
import { sqlStateOf } from './database-away.ts';
import { emitAll, type Telling } from './outbox.ts';
import type { Match } from './owned-rows.ts';
import { find, insert, remove, siteOfRow, type TenantTable, update } from './tables.ts';

type Row<T extends AnyPgTable> = T['$inferSelect'];
type Changes<T extends AnyPgTable> = { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL };
type Values<T extends AnyPgTable> = Omit<T['$inferInsert'], 'tenantId' | 'id'> & { id?: string };

/** What the log and open pages are told of a change of these rows, and what a name that is taken means. */
export interface Subject<T extends AnyPgTable> {
  table: TenantTable<T>;
  /** name of the thing in the log */
  entity: string;
  /** what people call this one */
  label: (row: Row<T>) => string;
  /** what its rows that are still there have in common */
  alive?: Match<T>;
  /** columns that say nothing to a reader of the log, or that `note` says better */
  unlogged?: readonly (keyof Row<T>)[];
  /** events that every change of a row is told with: `told(tenantTopic(row.tenantId), siteChanged, { id: row.id })` */
  tells?: (row: Row<T>) => readonly Telling[];
  /** by unique index: the error, at a field where one is named; its parameters are the values that were to be written */
  taken?: Record<string, { key: string; field?: string }>;
}

export const subjectOf = <T extends AnyPgTable>(
  table: TenantTable<T>,
  options: Omit<Subject<T>, 'table'>,
): Subject<T> => ({ table, ...options });

const uniqueViolation = '23505';

/** The database says that such a row is there already: for who tries another way then. */
export const isTaken = (error: unknown): boolean => sqlStateOf(error) === uniqueViolation;

function constraintOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const name = (current as { constraint_name?: unknown }).constraint_name;
    if (typeof name === 'string') return name;
  }
  return undefined;
}

const shownValues = (values: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );

/** A write of which the database says that such a row is there already becomes an error people understand. */
export async function refusingTaken<R>(
  taken: Subject<AnyPgTable>['taken'],
  values: object,
  write: () => Promise<R>,
): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError || !isTaken(error)) throw error;
    const refusal = taken?.[constraintOf(error) ?? ''];
    if (!refusal) throw error;
    const params = shownValues(values);
    throw refusal.field ? invalidField(refusal.field, refusal.key, params) : conflict(refusal.key, params);
  }
}

function loggedOf<T extends AnyPgTable>(
  { unlogged = [] }: Subject<T>,
  values: object | null | undefined,
): Record<string, unknown> | null | undefined {
  if (!values || unlogged.length === 0) return values as Record<string, unknown> | null | undefined;
  const hidden: readonly PropertyKey[] = unlogged;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
}

async function report<T extends AnyPgTable>(
  tx: Tx,
  context: StaffContext,
  subject: Subject<T>,
  action: string,
  list: readonly { row: Row<T>; before?: object | null; after?: object | null; quiet?: boolean }[],
): Promise<void> {
  const lines = list
    .filter(({ quiet }) => !quiet)
    .map(({ row, before, after }): AuditRecord => {
      const { id, tenantId } = row as { id: string; tenantId: string };
      return {
        action,
        entity: subject.entity,
        entityId: id,
        label: subject.label(row),
        tenantId,
        siteId: siteOfRow(subject.table, row as object),
        before: loggedOf(subject, before),
        after: loggedOf(subject, after),
      };
    });
  await auditMany(tx, context, lines);
  await emitAll(
    tx,
    list.flatMap(({ row }) => subject.tells?.(row) ?? []),
  );
}

/** Locks rows for a change, in the order of their ids; one that is not there or beyond the scope is missing. */
export async function lockRows<T extends AnyPgTable>(
  tx: Tx,
  context: Pick<StaffContext, 'session'>,
  subject: Pick<Subject<T>, 'table' | 'alive'>,
  ids: readonly string[],
): Promise<Row<T>[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await find(
    tx,
    context.session.scope,
    subject.table,
    (columns) => inArray((columns as unknown as { id: AnyPgColumn }).id, wanted),
    'update',
  );
  const alive = Object.entries(subject.alive ?? {});
  const there = found.filter((row) =>
    alive.every(([key, value]) => sameValue((row as Record<string, unknown>)[key], value)),
  );
  if (there.length < wanted.length) throw missing();
  return there;
}

const sameValue = (a: unknown, b: unknown) =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

interface Reference {
  /** `<feature>.<verb>` in the log */
  action: string;
  /** said in the log besides what changed in the row */
  note?: Record<string, unknown> | undefined;
  /** the same as it was before, where the note is about what stands in other rows: names, places */
  was?: Record<string, unknown> | undefined;
}

type Work<T extends AnyPgTable> = (
  row: Row<T>,
  tx: Tx,
) => Changes<T> | undefined | Promise<Changes<T> | undefined>;

/**
 * Changes rows inside a transaction: locks them, asks `work` what shall be different (undefined: nothing), writes it,
 * logs the difference and tells the pages that show them. Answers the rows as they are afterwards.
 */
export async function changeRows<T extends AnyPgTable>(
  tx: Tx,
  context: StaffContext,
  subject: Subject<T>,
  { ids, action, note, was }: Reference & { ids: readonly string[] },
  work: Work<T>,
): Promise<Row<T>[]> {
  const changed: { row: Row<T>; before: object; after: object; quiet: boolean }[] = [];
  for (const before of await lockRows(tx, context, subject, ids)) {
    const changes = await work(before, tx);
    const { id } = before as { id: string };
    const row = hasContent(changes)
      ? (
          await refusingTaken(subject.taken, changes, () =>
            update(tx, context.session.scope, subject.table, { id } as Match<T>, changes),
          )
        )[0]
      : before;
    if (!row) throw missing();
    changed.push({
      row,
      before: { ...(before as object), ...was },
      after: { ...(row as object), ...note },
      quiet: changes === undefined && !note,
    });
  }
  await report(tx, context, subject, action, changed);
  return changed.map(({ row }) => row);
}

const hasContent = <C extends object>(changes: C | undefined): changes is C =>
  changes !== undefined && Object.values(changes).some((value) => value !== undefined);

export async function changeRow<T extends AnyPgTable>(
  tx: Tx,
  context: StaffContext,
  subject: Subject<T>,
  { id, ...reference }: Reference & { id: string },
  work: Work<T>,
): Promise<Row<T>> {
  const [row] = await changeRows(tx, context, subject, { ...reference, ids: [id] }, work);
  if (!row) throw missing();
  return row;
}

/** Writes a new row, logs it and tells of it. */
export async function addRow<T extends AnyPgTable>(
  tx: Tx,
  context: StaffContext,
  subject: Subject<T>,
  { action, note }: Reference,
  values: Values<T>,
): Promise<Row<T>> {
  const { scope } = context.session;
  const full = { id: newId(context.clock.now().getTime()), ...values };
  const [row] = await refusingTaken(subject.taken, values, () =>
    insert(tx, scope, subject.table, full as Parameters<typeof insert<T>>[3]),
  );
  if (!row) throw missing();
  await report(tx, context, subject, action, [{ row, after: { ...full, ...note } }]);
  return row;
}

/**
 * Takes rows away: with `set` (a time of removal, say) they stay for what names them, without it they are gone.
 * `check` refuses before anything is written.
 */
export async function dropRows<T extends AnyPgTable>(
  tx: Tx,
  context: StaffContext,
  subject: Subject<T>,
  { ids, action, note, was, set }: Reference & { ids: readonly string[]; set?: Changes<T> },
  check?: (rows: Row<T>[], tx: Tx) => void | Promise<void>,
): Promise<Row<T>[]> {
  const { scope } = context.session;
  const found = await lockRows(tx, context, subject, ids);
  await check?.(found, tx);
  const these = (columns: T) => and(inArray((columns as unknown as { id: AnyPgColumn }).id, [...ids]));
  if (found.length > 0) {
    if (set) await update(tx, scope, subject.table, these, set);
    else await remove(tx, scope, subject.table, these);
  }
  await report(
    tx,
    context,
    subject,
    action,
    found.map((row) => ({ row, before: { ...(row as object), ...was }, after: note ?? null })),
  );
  return found;
}

/** The whole of a call that changes one row: a transaction around `changeRow`. */
export const change = <T extends AnyPgTable>(
  context: StaffContext,
  subject: Subject<T>,
  reference: Reference & { id: string },
  work: Work<T>,
): Promise<Row<T>> => context.db.transaction((tx) => changeRow(tx, context, subject, reference, work));

/** The same of several rows; each is asked what shall be different of it. */
export const changeMany = <T extends AnyPgTable>(
  context: StaffContext,
  subject: Subject<T>,
  reference: Reference & { ids: readonly string[] },
  work: Work<T>,
): Promise<Row<T>[]> => context.db.transaction((tx) => changeRows(tx, context, subject, reference, work));

export const add = <T extends AnyPgTable>(
  context: StaffContext,
  subject: Subject<T>,
  reference: Reference,
  values: Values<T>,
): Promise<Row<T>> => context.db.transaction((tx) => addRow(tx, context, subject, reference, values));

export const drop = <T extends AnyPgTable>(
  context: StaffContext,
  subject: Subject<T>,
  reference: Reference & { ids: readonly string[]; set?: Changes<T> },
  check?: (rows: Row<T>[], tx: Tx) => void | Promise<void>,
): Promise<Row<T>[]> => context.db.transaction((tx) => dropRows(tx, context, subject, reference, check));
