import { z } from 'zod';
import { deviceListed } from '#features/machines/devices/contract/events.ts';
import { deviceType } from '#features/machines/devices/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { flagOf, id, ids, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { maybeSiteFields } from '#kit/contract/things.ts';
import { batchMoved, presetChanged, settingsChanged } from './events.ts';
import { base, deviceBrief, difference, edit, settingsInput, settingsOutput, view } from './shared.ts';

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

export const presetContract = {
  listPresets: get(`${base}/preset/list`, view, {
    input: pageInput({ type: deviceType().optional(), fieldId: id().optional() }, ['name']),
    output: pageOf(preset),
    refreshedBy: [presetChanged, settingsChanged, batchMoved, deviceListed],
    summary: 'Presets with how many devices follow and how many differ',
  }),
  readPreset: get(`${base}/preset/detail`, view, {
    input: z.object({ id: id() }),
    output: preset.extend({
      /** devices that differ and are online: as many of them as one batch takes */
      mendableNumber: z.int(),
    }),
    refreshedBy: [presetChanged, settingsChanged, batchMoved, deviceListed],
    summary: 'One preset, how many devices follow it and how many differ',
  }),
  listDrifted: get(`${base}/preset/drifted`, view, {
    input: pageInput({ id: id() }, ['equipmentNo']),
    output: pageOf(z.object({ device: deviceBrief, differences: z.array(difference) })),
    refreshedBy: [presetChanged, settingsChanged, batchMoved, deviceListed],
    summary: 'Devices that a preset is meant for and that do not follow it, each with its differences',
  }),
  mendToPreset: post(`${base}/preset/mend`, edit, {
    input: z.object({ id: id() }),
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary:
      'Brings the devices that differ from a preset and are online back to it, as many as one batch takes',
  }),
  savePreset: post(`${base}/preset/submit`, edit, {
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
  removePresets: post(`${base}/preset/remove`, edit, {
    input: z.object({ ids: ids() }),
    emits: [presetChanged],
    summary: 'Removes presets; devices keep what they run with',
  }),
};
