import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { choiceOf, id, ids, instant, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { batchMoved, settingsChanged, thatBatchMoved } from './events.ts';
import {
  base,
  changeFailure,
  changeState,
  deviceBrief,
  difference,
  edit,
  largestBatch,
  settingsInput,
  view,
} from './shared.ts';

export const batchStates = ['running', 'finished'] as const;
export const batchKinds = ['modify', 'copy', 'preset', 'restore', 'putBack'] as const;
export type BatchKind = (typeof batchKinds)[number];
const batch = z.object({
  id: z.string(),
  createdAt: instant(),
  userName: z.string().nullable(),
  kind: choiceOf('settings:batch.kind', batchKinds),
  state: choiceOf('settings:batch.state', batchStates, { running: 'waiting', finished: 'good' }),
  total: z.int(),
  pending: z.int(),
  applied: z.int(),
  failed: z.int(),
  /** of those that failed: may succeed another time */
  retryable: z.int(),
});
export type BatchRecord = z.infer<typeof batch>;
const batchItem = z.object({
  device: deviceBrief,
  state: changeState(),
  reason: changeFailure().nullable(),
  path: z.string().nullable(),
  differences: z.array(difference),
  attempt: z.int(),
});
export type BatchItem = z.infer<typeof batchItem>;
const devicesAndSettings = z.object({ equipmentIds: ids(largestBatch), settings: settingsInput() });

export const batchContract = {
  readCurrentValues: post(`${base}/batch/current`, edit, {
    changes: false,
    place: 'json',
    input: z.object({ equipmentIds: ids(largestBatch) }),
    output: z.array(
      z.object({
        group: z.string(),
        name: z.string(),
        /** how many different values the devices run with */
        different: z.int(),
        /** the one they share; null where they do not */
        value: z.unknown(),
      }),
    ),
    refreshedBy: [settingsChanged],
    summary: 'What devices run with now, setting by setting: one value, or how many different ones',
  }),
  previewBatch: post(`${base}/batch/preview`, edit, {
    changes: false,
    place: 'json',
    input: devicesAndSettings,
    output: z.object({
      items: z.array(
        z.object({
          device: deviceBrief,
          differences: z.array(difference),
          /** why nothing would be sent: offline, wrongType, unchanged */
          blocked: changeFailure().nullable(),
        }),
      ),
    }),
    summary: 'What a batch would change on each device; changes nothing',
  }),
  startBatch: post(`${base}/batch/start`, edit, {
    place: 'json',
    input: devicesAndSettings,
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Sends settings to many devices; every one ends applied or failed with a reason',
  }),
  readBatch: get(`${base}/batch/detail`, view, {
    input: pageInput({ id: id(), state: changeState().optional() }, ['equipmentNo']),
    output: z.object({ batch, items: pageOf(batchItem) }),
    refreshedBy: [thatBatchMoved],
    summary: 'Progress of a batch and its devices',
  }),
  retryBatch: post(`${base}/batch/retry`, edit, {
    input: z.object({ id: id() }),
    output: z.object({ retried: z.int() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Sends again to the devices of a batch that failed',
  }),
  previewPutBack: get(`${base}/batch/putBackPreview`, edit, {
    input: z.object({ id: id() }),
    output: z.object({
      items: z.array(
        z.object({
          device: deviceBrief,
          /** from what the batch set back to what was there before it */
          differences: z.array(difference),
          /** what somebody has changed since, from the value of the batch to the one of now: it stays */
          changedSince: z.array(difference),
          /** why nothing would be sent: offline, unchanged, changedSince */
          blocked: changeFailure().nullable(),
        }),
      ),
      /** devices of the batch that are no longer of this merchant */
      gone: z.int(),
    }),
    refreshedBy: [thatBatchMoved, settingsChanged],
    summary: 'What putting a batch back would change on each device; changes nothing',
  }),
  putBatchBack: post(`${base}/batch/putBack`, edit, {
    input: z.object({ id: id() }),
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary:
      'A new batch that gives the devices of a batch the values they had before it, where they still have those of the batch',
  }),
  listBatches: get(`${base}/batch/list`, view, {
    input: pageInput({}, ['createdAt']),
    output: pageOf(batch),
    refreshedBy: [batchMoved],
    summary: 'Batches, newest first',
  }),
};
