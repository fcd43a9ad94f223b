import {
  and,
  asc,
  count,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import { settingsContract } from '../contract.ts';
import { settingsBatches, settingsChanges } from '../tables.ts';
import type { ChangeRow } from './change-queries.ts';

type Batches = ColumnsOf<typeof settingsBatches>;
type Changes = ColumnsOf<typeof settingsChanges>;
export type BatchRow = RowOf<typeof settingsBatches>;

/** A batch is seen by those who see at least one of its devices. */
function reached(reader: Reader, scope: Scope, batch: Batches): SQL {
  const change = rows(scope, settingsChanges);
  return exists(
    reader
      .select({ id: change.id })
      .from(change)
      .where(and(eq(change.tenantId, batch.tenantId), eq(change.batchId, batch.id))),
  );
}

export const pageBatches = listing(settingsContract.listBatches, (reader, scope, input) => {
  const batch = rows(scope, settingsBatches);
  return pageRows(reader, input, {
    from: () => reader.select().from(batch),
    where: reached(reader, scope, batch),
    filters: {},
    ...newestFirst(batch),
  });
});

export async function selectBatch(reader: Reader, scope: Scope, id: string): Promise<BatchRow | undefined> {
  const batch = rows(scope, settingsBatches);
  const [found] = await reader
    .select()
    .from(batch)
    .where(and(eq(batch.id, id), reached(reader, scope, batch)));
  return found;
}

/** Two people who retry the same batch do so one after the other. */
export async function lockBatch(tx: Tx, scope: Scope, id: string): Promise<void> {
  await find(tx, scope, settingsBatches, { id }, 'update');
}

/**
 * What failed and may succeed another time: a device of another type never will, what others have changed since is theirs,
 * and a value that was not even sent is not better the second time.
 */
const mayBeRetried = (change: Changes) =>
  and(
    eq(change.state, 'failed'),
    notInArray(change.reason, ['wrongType', 'changedSince']),
    or(ne(change.reason, 'invalid'), isNotNull(change.sentAt)),
  );

export async function selectRetryable(reader: Reader, scope: Scope, batchId: string): Promise<ChangeRow[]> {
  const change = rows(scope, settingsChanges);
  return reader
    .select()
    .from(change)
    .where(and(eq(change.batchId, batchId), isNull(change.retriedAt), mayBeRetried(change)))
    .orderBy(asc(change.id));
}

/** What the devices of a batch took. */
export async function selectChanged(reader: Reader, scope: Scope, batchId: string): Promise<ChangeRow[]> {
  const change = rows(scope, settingsChanges);
  return reader
    .select()
    .from(change)
    .where(and(eq(change.batchId, batchId), isNull(change.retriedAt), eq(change.state, 'applied')))
    .orderBy(asc(change.id));
}

export const pageBatchItems = listing(settingsContract.readBatch, (reader, scope, input) => {
  const change = rows(scope, settingsChanges);
  return pageRows(reader, input, {
    from: () => reader.select().from(change),
    where: isNull(change.retriedAt),
    filters: { id: equals(change.batchId), state: equals(change.state) },
    sort: { equipmentNo: change.deviceNumber },
    usual: { by: 'equipmentNo', order: 'asc' },
    tie: change.id,
  });
});

export interface Tally {
  pending: number;
  applied: number;
  failed: number;
  /** of those that failed */
  retryable: number;
}

/** How far each batch is, counting the devices the scope reaches. */
export async function tallyBatches(
  reader: Reader,
  scope: Scope,
  batchIds: readonly string[],
): Promise<Map<string, Tally>> {
  const tallies = new Map(batchIds.map((id) => [id, { pending: 0, applied: 0, failed: 0, retryable: 0 }]));
  if (batchIds.length === 0) return tallies;
  const change = rows(scope, settingsChanges);
  const retryable = sql<number>`(count(*) filter (where ${mayBeRetried(change)}))::int`;
  const counts = await reader
    .select({ batchId: change.batchId, state: change.state, number: count(), retryable })
    .from(change)
    .where(and(inArray(change.batchId, [...batchIds]), isNull(change.retriedAt)))
    .groupBy(change.batchId, change.state);
  for (const { batchId, state, number, retryable } of counts) {
    const tally = tallies.get(batchId as string);
    if (!tally) continue;
    tally[state] = number;
    tally.retryable += retryable;
  }
  return tallies;
}
