import { z } from 'zod';
import { thatDeviceChanged } from '#features/machines/devices/contract/events.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, id, ids, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { clearChoices } from '#kit/protocol/types/define.ts';
import { batchMoved, presetChanged, settingsChanged, thatSettingsChanged } from './events.ts';
import {
  base,
  change,
  deviceBrief,
  difference,
  edit,
  largestBatch,
  ofDevice,
  settingsInput,
  settingsOutput,
  view,
} from './shared.ts';

export const deviceSettingsContract = {
  readSettings: get(`${base}/settings/detail`, view, {
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
  changeSettings: post(`${base}/zdEquipment/updateEquipmentDollSettByParams`, edit, {
    place: 'json',
    input: z.object({ equipmentId: id(), settings: settingsInput() }),
    output: z.object({ changeId: z.string().nullable(), version: z.int() }),
    emits: [settingsChanged],
    summary:
      'Sends the given values to the device; refused while it is offline; changeId null when nothing differs',
  }),
  listChanges: get(`${base}/settings/changes`, view, {
    input: pageInput({ equipmentId: id() }, ['startedAt']),
    output: pageOf(change),
    refreshedBy: [thatSettingsChanged],
    summary: 'Changes of settings of one device, newest first',
  }),
  compareSettings: get(`${base}/settings/compare`, view, {
    input: z.object({ equipmentId: id(), otherId: id() }),
    output: z.object({ device: deviceBrief, other: deviceBrief, differences: z.array(difference) }),
    refreshedBy: [settingsChanged],
    summary: 'Where a device (before) differs from another of its type (after)',
  }),
  copySettings: post(`${base}/settings/copy`, edit, {
    place: 'json',
    input: z.object({
      fromId: id(),
      equipmentIds: ids(largestBatch),
      /** absent: all of the type */
      groups: z.array(z.string().max(32)).max(20).optional(),
    }),
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Gives devices the settings of a known-good one of the same type',
  }),
  mendDrift: post(`${base}/settings/mend`, edit, {
    place: 'json',
    input: z.object({
      equipmentIds: ids(largestBatch),
      /** preset: what the preset says; last: what we last confirmed, against changes made at the machine */
      to: z.enum(['preset', 'last']),
    }),
    output: z.object({ batchId: z.string() }),
    emits: [batchMoved, settingsChanged],
    summary: 'Brings drifted devices back with one call',
  }),
  acceptDrift: post(`${base}/settings/accept`, edit, {
    input: ofDevice,
    emits: [settingsChanged],
    summary: 'Takes over what was changed at the machine itself',
  }),
  clearData: post(`${base}/settings/clear`, permit('settings.clear'), {
    input: z.object({
      equipmentId: id(),
      what: choiceOf('settings:clear.choice', clearChoices),
      /** the second confirmation: the device's code, typed by the person */
      confirmCode: text(24),
    }),
    output: z.object({ commandId: z.string() }),
    summary: 'Clears counters or restores factory settings of a device; logged',
  }),
};
