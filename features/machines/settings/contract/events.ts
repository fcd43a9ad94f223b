import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import type { ChangeFailure, ChangeState } from './shared.ts';

/** A change of a device's settings took a step, or the device itself left what was confirmed and came back to it. */
export const settingsChanged = defineEvent<{
  changeId: string | null;
  equipmentId: string;
  batchId: string | null;
  state: ChangeState | 'drifted' | 'agreed';
  reason: ChangeFailure | null;
  version: number;
}>('settings.change');
/** Told once, however many devices of the batch moved. */
export const batchMoved = defineEvent<{ batchId: string }>('settings.batch');
export const presetChanged = defineEvent<{ id: string }>('settings.preset');

export const thatBatchMoved = refresherOf(batchMoved, ({ batchId }, { id }) => batchId === id);
/** For answers about the one device that the input names. */
export const thatSettingsChanged = refresherOf(
  settingsChanged,
  (data, { equipmentId }) => data.equipmentId === equipmentId,
);
