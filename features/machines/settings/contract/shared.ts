import { z } from 'zod';
import { deviceType, presence } from '#features/machines/devices/contract/shared.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, id, instant } from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';

export const view = permit('settings.view');
export const edit = permit('settings.edit');

/** Groups by name; checked against the device's type, which only the server knows for certain. */
export const settingsInput = () => z.record(z.string().max(32), z.record(z.string().max(32), z.unknown()));
export const settingsOutput = () => z.record(z.string(), z.record(z.string(), z.unknown()));

export const difference = z.object({
  group: z.string(),
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type SettingDifference = z.infer<typeof difference>;

export const changeStates = ['pending', 'applied', 'failed'] as const;
export type ChangeState = (typeof changeStates)[number];
export const changeState = () =>
  choiceOf('settings:batch.item', changeStates, { pending: 'waiting', applied: 'good', failed: 'bad' });
/** Why a change did not reach the device. */
export const changeFailures = [
  'offline',
  'noAnswer',
  'signature',
  'expired',
  'old',
  'invalid',
  'busy',
  'wrongType',
  'superseded',
  'unchanged',
  'changedSince',
] as const;
export type ChangeFailure = (typeof changeFailures)[number];
export const changeFailure = () => choiceOf('settings:failure', changeFailures);

export const change = z.object({
  id: z.string(),
  equipmentId: z.string(),
  version: z.int(),
  state: changeState(),
  reason: changeFailure().nullable(),
  /** which value the device refused */
  path: z.string().nullable(),
  differences: z.array(difference),
  userName: z.string().nullable(),
  startedAt: instant(),
  endedAt: instant().nullable(),
  batchId: z.string().nullable(),
});
export type SettingsChange = z.infer<typeof change>;

export const deviceBrief = z.object({
  ...machineFields,
  /** every device of a fleet has one */
  equipmentNo: z.int(),
  code: z.string(),
  type: deviceType(),
  ...siteFields,
  ...presence,
});
export type DeviceBrief = z.infer<typeof deviceBrief>;

/** So many devices a batch may have. */
export const largestBatch = 2000;
export const ofDevice = z.object({ equipmentId: id() });
export const base = '/api/blade-zdEquipment';
