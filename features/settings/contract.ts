import { z } from 'zod';
import { deviceListed, thatDeviceChanged } from '#features/devices/contract/events.ts';
import { deviceType } from '#features/devices/contract/shared.ts';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  choiceOf,
  done,
  flagOf,
  id,
  ids,
  instant,
  int,
  pageInput,
  pageOf,
  text,
  timePeriod,
} from '#kit/contract/schemas.ts';
import { machineFields, maybeSiteFields, siteFields } from '#kit/contract/things.ts';
import { clearChoices } from '#kit/protocol/types/define.ts';
import { screenFunctions } from '#kit/protocol/types/groups.ts';
import {
  batchMoved,
  presetChanged,
  settingsChanged,
  thatBatchMoved,
  thatSettingsChanged,
} from './contract/events.ts';

const view = permit('settings.view');
const edit = permit('settings.edit');

/** Groups by name; checked against the device's type, which only the server knows for certain. */
const settingsInput = () => z.record(z.string().max(32), z.record(z.string().max(32), z.unknown()));
const settingsOutput = () => z.record(z.string(), z.record(z.string(), z.unknown()));

const difference = z.object({
  group: z.string(),
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type SettingDifference = z.infer<typeof difference>;

export const changeStates = ['pending', 'applied', 'failed'] as const;
export type ChangeState = (typeof changeStates)[number];
const changeState = () =>
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
] as const;
export type ChangeFailure = (typeof changeFailures)[number];
const changeFailure = () => choiceOf('settings:failure', changeFailures);

const change = z.object({
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

const deviceBrief = z.object({
  ...machineFields,
  /** every device of a fleet has one */
  equipmentNo: z.int(),
  code: z.string(),
  type: deviceType(),
  ...siteFields,
  online: flagOf('settings:online', { yes: 'good', no: 'quiet' }),
});
export type DeviceBrief = z.infer<typeof deviceBrief>;

const preset = z.object({
  id: z.string(),
  name: z.string(),
  type: deviceType(),
  /** without one: for all sites */
  ...maybeSiteFields,
  settings: settingsOutput(),
  updatedAt: instant(),
  /** how many values it rules */
  valueNumber: z.int(),
  /** devices it is meant for, and how many of them differ */
  deviceNumber: z.int(),
  driftNumber: z.int(),
  /** the site, or that it is for all */
  siteText: z.string(),
  agrees: flagOf('settings:agrees', { yes: 'good', no: 'waiting' }),
});
export type PresetRecord = z.infer<typeof preset>;

export const batchStates = ['running', 'finished'] as const;
export const batchKinds = ['modify', 'copy', 'preset', 'restore'] as const;
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

const screenFunction = () => choiceOf('settings:option.functions.order', screenFunctions);
const ofDevice = z.object({ equipmentId: id() });
const devicesAndSettings = z.object({ equipmentIds: ids(2000), settings: settingsInput() });
const switchEntry = z.object({ days: z.array(int(1, 7)).min(1).max(7), period: timePeriod() });
const base = '/api/blade-zdEquipment';

export const settingsContract = {
  readSettings: defineEndpoint({
    method: 'GET',
    path: `${base}/settings/detail`,
    access: view,
    input: ofDevice,
    output: z.object({
      device: deviceBrief,
      /** what the device confirmed last, and what it runs with unless it drifted */
      version: z.int(),
      settings: settingsOutput(),
      appliedAt: instant().nullable(),
      /** the change under way or the last one that ended */
      change: change.nullable(),
      /** changed at the machine itself: before = ours, after = the device's; null when it agrees or nothing is known */
      deviceDrift: z.array(difference).nullable(),
      /** before = preset, after = ours; null without a preset */
      presetDrift: z.array(difference).nullable(),
      presetId: z.string().nullable(),
      presetName: z.string().nullable(),
    }),
    refreshedBy: [thatSettingsChanged, thatDeviceChanged, presetChanged],
    summary: 'What a device runs with, the change under way, and where it differs from machine or preset',
  }),
  changeSettings: defineEndpoint({
    method: 'POST',
    path: `${base}/zdEquipment/updateEquipmentDollSettByParams`,
    access: edit,
    place: 'json',
    input: z.object({ equipmentId: id(), settings: settingsInput() }),
    output: z.object({ changeId: z.string().nullable(), version: z.int() }),
    emits: [settingsChanged],
    summary:
      'Sends the given values to the device; refused while it is offline; changeId null when nothing differs',
  }),
  listChanges: defineEndpoint({
    method: 'GET',
    path: `${base}/settings/changes`,
    access: view,
    input: pageInput({ equipmentId: id() }, ['startedAt']),
    output: pageOf(change),
    refreshedBy: [thatSettingsChanged],
    summary: 'Changes of settings of one device, newest first',
  }),
  compareSettings: defineEndpoint({
    method: 'GET',
    path: `${base}/settings/compare`,
    access: view,
    input: z.object({ equipmentId: id(), otherId: id() }),
    output: z.object({ device: deviceBrief, other: deviceBrief, differences: z.array(difference) }),
    refreshedBy: [settingsChanged],
    summary: 'Where a device (before) differs from another of its type (after)',
  }),
  copySettings: defineEndpoint({
    method: 'POST',
    path: `${base}/settings/copy`,
    access: edit,
    place: 'json',
    input: z.object({
      fromId: id(),
      equipmentIds: ids(2000),
      /** absent: all of the type */
      groups: z.array(z.string().max(32)).max(20).optional(),
    }),
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Gives devices the settings of a known-good one of the same type',
  }),
  mendDrift: defineEndpoint({
    method: 'POST',
    path: `${base}/settings/mend`,
    access: edit,
    place: 'json',
    input: z.object({
      equipmentIds: ids(2000),
      /** preset: what the preset says; last: what we last confirmed, against changes made at the machine */
      to: z.enum(['preset', 'last']),
    }),
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Brings drifted devices back with one call',
  }),
  acceptDrift: defineEndpoint({
    method: 'POST',
    path: `${base}/settings/accept`,
    access: edit,
    input: ofDevice,
    output: done(),
    emits: [settingsChanged],
    summary: 'Takes over what was changed at the machine itself',
  }),
  listPresets: defineEndpoint({
    method: 'GET',
    path: `${base}/preset/list`,
    access: view,
    input: pageInput({ type: deviceType().optional(), fieldId: id().optional() }, ['name']),
    output: pageOf(preset),
    refreshedBy: [presetChanged, settingsChanged, batchMoved, deviceListed],
    summary: 'Presets with how many devices follow and how many differ',
  }),
  readPreset: defineEndpoint({
    method: 'GET',
    path: `${base}/preset/detail`,
    access: view,
    input: z.object({ id: id() }),
    output: preset.extend({
      devices: z.array(z.object({ device: deviceBrief, differences: z.array(difference) })),
    }),
    refreshedBy: [presetChanged, settingsChanged, batchMoved, deviceListed],
    summary: 'One preset and the devices it is meant for, each with its differences',
  }),
  savePreset: defineEndpoint({
    method: 'POST',
    path: `${base}/preset/submit`,
    access: edit,
    place: 'json',
    input: z.object({
      id: id().optional(),
      name: text(30),
      type: deviceType(),
      fieldId: id().optional().nullable(),
      /** only the values that the preset rules */
      settings: settingsInput(),
    }),
    output: z.object({ id: z.string() }),
    emits: [presetChanged],
    summary: 'Adds or changes a preset; one per type and site, and one per type for all sites',
  }),
  removePresets: defineEndpoint({
    method: 'POST',
    path: `${base}/preset/remove`,
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    emits: [presetChanged],
    summary: 'Removes presets; devices keep what they run with',
  }),
  previewBatch: defineEndpoint({
    method: 'POST',
    path: `${base}/batch/preview`,
    access: edit,
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
  startBatch: defineEndpoint({
    method: 'POST',
    path: `${base}/batch/start`,
    access: edit,
    place: 'json',
    input: devicesAndSettings,
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Sends settings to many devices; every one ends applied or failed with a reason',
  }),
  readBatch: defineEndpoint({
    method: 'GET',
    path: `${base}/batch/detail`,
    access: view,
    input: pageInput({ id: id(), state: changeState().optional() }, ['equipmentNo']),
    output: z.object({ batch, items: pageOf(batchItem) }),
    refreshedBy: [thatBatchMoved],
    summary: 'Progress of a batch and its devices',
  }),
  retryBatch: defineEndpoint({
    method: 'POST',
    path: `${base}/batch/retry`,
    access: edit,
    input: z.object({ id: id() }),
    output: z.object({ retried: z.int() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Sends again to the devices of a batch that failed',
  }),
  listBatches: defineEndpoint({
    method: 'GET',
    path: `${base}/batch/list`,
    access: view,
    input: pageInput({}, ['createdAt']),
    output: pageOf(batch),
    refreshedBy: [batchMoved],
    summary: 'Batches, newest first',
  }),
  clearData: defineEndpoint({
    method: 'POST',
    path: `${base}/settings/clear`,
    access: permit('settings.clear'),
    input: z.object({
      equipmentId: id(),
      what: choiceOf('settings:clear.choice', clearChoices),
      /** the second confirmation: the device's code, typed by the person */
      confirmCode: text(24),
    }),
    output: z.object({ commandId: z.string() }),
    summary: 'Clears counters or restores factory settings of a device; logged',
  }),
  listScreenFunctions: defineEndpoint({
    method: 'GET',
    path: '/api/blade-equipmentPmGnSoft/equipmentPmGnSoft/selectEquipmentPmGnSoftByEquipmentId',
    access: view,
    input: ofDevice,
    output: z.array(z.object({ code: screenFunction(), sort: z.int(), ifShow: z.int() })),
    refreshedBy: [thatSettingsChanged],
    summary: "Buttons on a device's own screen, in their order",
  }),
  restoreScreenFunctions: defineEndpoint({
    method: 'GET',
    path: '/api/blade-equipmentPmGnSoft/equipmentPmGnSoft/equipmentPmGnSoftRestoreDefault',
    access: edit,
    changes: true,
    input: ofDevice,
    output: z.object({ changeId: z.string().nullable(), version: z.int() }),
    emits: [settingsChanged],
    summary: "Puts the buttons of a device's screen back to the usual order",
  }),
  saveScreenFunctions: defineEndpoint({
    method: 'POST',
    path: '/api/blade-equipmentPmGnSoft/equipmentPmGnSoft/batchSaveOrUpdateEquipmentPmGnSoft',
    access: edit,
    place: 'json',
    input: z.object({
      equipmentId: id(),
      list: z
        .array(z.object({ code: screenFunction(), sort: int(0, 99), ifShow: int(0, 1) }))
        .min(1)
        .max(screenFunctions.length),
    }),
    output: z.object({ changeId: z.string().nullable(), version: z.int() }),
    emits: [settingsChanged],
    summary: "Orders and hides buttons of a device's screen",
  }),
  listNoteSwitches: defineEndpoint({
    method: 'GET',
    path: '/api/blade-zcjOnOff/zcjOnOff/selectZcjOnOffList',
    access: view,
    input: ofDevice,
    output: z.object({
      enabled: z.boolean(),
      schedule: z.array(z.object({ days: z.array(z.int()), period: z.string() })),
    }),
    refreshedBy: [thatSettingsChanged],
    summary: 'When the note acceptor of a device works',
  }),
  saveNoteSwitches: defineEndpoint({
    method: 'POST',
    path: '/api/blade-zcjOnOff/zcjOnOff/batchSaveOrUpdateZcjOnOff',
    access: edit,
    place: 'json',
    input: z.object({ equipmentId: id(), enabled: bool(), schedule: z.array(switchEntry).max(14) }),
    output: z.object({ changeId: z.string().nullable(), version: z.int() }),
    emits: [settingsChanged],
    summary: 'Turns the note acceptor of a device on or off, or gives it hours',
  }),
};
