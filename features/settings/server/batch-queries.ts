import { and, asc, count, desc, eq, exists, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { ChangeState, settingsContract } from '../contract.ts';
import { settingsBatches, settingsChanges } from '../tables.ts';
import type { ChangeRow, Changes } from './change-queries.ts';

type Batches = typeof settingsBatches extends TenantTable<infer T> ? T : never;
export type BatchRow = Batches['$inferSelect'];
type ListInput = ParsedInputOf<typeof settingsContract.listBatches>;
interface Window {
  limit: number;
  offset: number;
}

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

export async function selectBatches(
  reader: Reader,
  scope: Scope,
  input: ListInput,
  window: Window,
): Promise<BatchRow[]> {
  const batch = rows(scope, settingsBatches);
  const order = orderBy(
    input,
    { createdAt: batch.createdAt },
    { sort: 'createdAt', order: 'desc' },
    batch.id,
  );
  return reader
    .select()
    .from(batch)
    .where(reached(reader, scope, batch))
    .orderBy(...order)
    .limit(window.limit)
    .offset(window.offset);
}

export async function countBatches(reader: Reader, scope: Scope): Promise<number> {
  const batch = rows(scope, settingsBatches);
  const [found] = await reader
    .select({ total: count() })
    .from(batch)
    .where(reached(reader, scope, batch));
  return found?.total ?? 0;
}

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
  const batch = rows(scope, settingsBatches);
  await tx.select({ id: batch.id }).from(batch).where(eq(batch.id, id)).for('update');
}

/** What failed and may succeed another time: a device of another type never will. */
export async function selectRetryable(reader: Reader, scope: Scope, batchId: string): Promise<ChangeRow[]> {
  const change = rows(scope, settingsChanges);
  return reader
    .select()
    .from(change)
    .where(and(itemsOf(change, { batchId, state: 'failed' }), ne(change.reason, 'wrongType')))
    .orderBy(asc(change.id));
}

export async function countBatchItems(
  reader: Reader,
  scope: Scope,
  filter: { batchId: string; state?: ChangeState },
): Promise<number> {
  const change = rows(scope, settingsChanges);
  const [found] = await reader.select({ total: count() }).from(change).where(itemsOf(change, filter));
  return found?.total ?? 0;
}

export async function selectBatchItems(
  reader: Reader,
  scope: Scope,
  filter: { batchId: string; state?: ChangeState },
  page: { limit: number; offset: number; descending: boolean },
): Promise<ChangeRow[]> {
  const change = rows(scope, settingsChanges);
  const by = page.descending ? desc : (column: Changes['deviceNumber'] | Changes['id']) => column;
  return reader
    .select()
    .from(change)
    .where(itemsOf(change, filter))
    .orderBy(by(change.deviceNumber), by(change.id))
    .limit(page.limit)
    .offset(page.offset);
}

function itemsOf(change: Changes, { batchId, state }: { batchId: string; state?: ChangeState }) {
  return and(
    eq(change.batchId, batchId),
    isNull(change.retriedAt),
    state ? eq(change.state, state) : undefined,
  );
}

export interface Tally {
  pending: number;
  applied: number;
  failed: number;
}

/** How far each batch is, counting the devices the scope reaches. */
export async function tallyBatches(
  reader: Reader,
  scope: Scope,
  batchIds: readonly string[],
): Promise<Map<string, Tally>> {
  const tallies = new Map(batchIds.map((id) => [id, { pending: 0, applied: 0, failed: 0 }]));
  if (batchIds.length === 0) return tallies;
  const change = rows(scope, settingsChanges);
  const counts = await reader
    .select({ batchId: change.batchId, state: change.state, number: count() })
    .from(change)
    .where(and(inArray(change.batchId, [...batchIds]), isNull(change.retriedAt)))
    .groupBy(change.batchId, change.state);
  for (const { batchId, state, number } of counts) {
    const tally = tallies.get(batchId as string);
    if (tally) tally[state] = number;
  }
  return tallies;
}
