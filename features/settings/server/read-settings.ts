import { findDevice } from '#features/devices/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { settingsDifference } from '#kit/protocol/types/catalogue.ts';
import type { Handler } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { settingsContract } from '../contract.ts';
import { countChanges, selectChanges, selectLatestChange } from './change-queries.ts';
import { type Confirmed, selectConfirmed } from './confirmed.ts';
import { departures } from './documents.ts';
import { presetFor, selectPresets } from './preset-queries.ts';
import { briefOf, briefsOf, toChange } from './records.ts';

export const readSettings: Handler<typeof settingsContract.readSettings> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const device = await findDevice(reader, scope, input.equipmentId);
  const [brief, confirmedOf, change, presets] = await Promise.all([
    briefOf(reader, scope, device),
    selectConfirmed(reader, scope, [device]),
    selectLatestChange(reader, device),
    selectPresets(reader, scope, [device.type]),
  ]);
  const confirmed = confirmedOf.get(device.deviceId) as Confirmed;
  const preset = presetFor(presets, device);
  // while a change is under way the device may run with either document
  const isDriftKnown = change?.state !== 'pending' && confirmed.reported !== null;
  return {
    device: brief,
    version: confirmed.version,
    settings: confirmed.settings,
    appliedAt: confirmed.appliedAt?.toISOString() ?? null,
    change: change ? toChange(change) : null,
    deviceDrift: isDriftKnown ? settingsDifference(confirmed.settings, confirmed.reported ?? {}) : null,
    presetDrift: preset ? departures(preset.settings, confirmed.settings) : null,
    presetId: preset?.id ?? null,
    presetName: preset?.name ?? null,
  };
};

export const listChanges: Handler<typeof settingsContract.listChanges> = async (context, input) => {
  const reader = context.db.read;
  const device = await findDevice(reader, context.session.scope, input.equipmentId);
  const page = await selectPage(
    input,
    (window) => selectChanges(reader, device, input, window),
    () => countChanges(reader, device),
  );
  return { ...page, records: page.records.map(toChange) };
};

export const compareSettings: Handler<typeof settingsContract.compareSettings> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const device = await findDevice(reader, scope, input.equipmentId);
  const other = await findDevice(reader, scope, input.otherId);
  if (device.type !== other.type) throw invalidField('otherId', 'settings:error.otherType');
  const confirmed = await selectConfirmed(reader, scope, [device, other]);
  const [brief, otherBrief] = await briefsOf(reader, scope, [device, other]);
  return {
    device: brief!,
    other: otherBrief!,
    differences: settingsDifference(
      confirmed.get(device.deviceId)!.settings,
      confirmed.get(other.deviceId)!.settings,
    ),
  };
};
