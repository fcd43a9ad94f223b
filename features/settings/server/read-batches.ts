import { missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { settingsContract } from '../contract.ts';
import {
  type BatchRow,
  countBatches,
  countBatchItems,
  selectBatch,
  selectBatches,
  selectBatchItems,
  type Tally,
  tallyBatches,
} from './batch-queries.ts';
import { toBatch, toBatchItems } from './records.ts';

const recordOf = (batch: BatchRow, tallies: Map<string, Tally>) =>
  toBatch(batch, tallies.get(batch.id) ?? { pending: 0, applied: 0, failed: 0 });

export const listBatches: Handler<typeof settingsContract.listBatches> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const page = await selectPage(
    input,
    (window) => selectBatches(reader, scope, input, window),
    () => countBatches(reader, scope),
  );
  const tallies = await tallyBatches(
    reader,
    scope,
    page.records.map(({ id }) => id),
  );
  return { ...page, records: page.records.map((batch) => recordOf(batch, tallies)) };
};

export const readBatch: Handler<typeof settingsContract.readBatch> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const batch = await selectBatch(reader, scope, input.id);
  if (!batch) throw missing();
  const filter = { batchId: batch.id, state: input.state };
  const [tallies, page] = await Promise.all([
    tallyBatches(reader, scope, [batch.id]),
    selectPage(
      input,
      (window) => selectBatchItems(reader, scope, filter, { ...window, descending: input.order === 'desc' }),
      () => countBatchItems(reader, scope, filter),
    ),
  ]);
  return {
    batch: recordOf(batch, tallies),
    items: { ...page, records: await toBatchItems(reader, scope, page.records) },
  };
};
