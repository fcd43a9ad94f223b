import {
  type DeviceView,
  listDevices,
  type RegisteredDevice,
} from '#features/machines/devices/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { parseSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { hasPlayPrice, playPriceOf } from '#kit/protocol/types/price.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { checkValues, mergeSettings } from '../rules/document-rules.ts';
import { announce } from './announce.ts';
import { beginChanges } from './begin-changes.ts';
import type { ChangeRow } from './change-queries.ts';
import { type Confirmed, lockConfirmed, notePresetDue } from './confirmed-queries.ts';
import type { Word } from './judge-word.ts';
import { createPlanner } from './plan-change.ts';
import { type PresetRow, presetFor, selectPresets } from './preset-queries.ts';
import { takeOver } from './take-over.ts';

/** Machines get their presets when they are registered. They take them when they speak first: now they may be switched off. */
export async function expectPresets(tx: Tx, list: readonly RegisteredDevice[]): Promise<void> {
  await lockConfirmed(tx, list);
  for (const { by, priceFen, ...device } of list)
    await notePresetDue(tx, [device], priceFen === null ? by : { ...by, priceFen });
}

/** A device that waits for its preset and has just told what it runs with. */
export interface Newcomer {
  word: Word;
  drifted: boolean;
  confirmed: Confirmed;
}

/** The confirmed rows must be locked, and no change may be under way. What is begun is sent by the caller after commit. */
export async function givePresets(
  tx: Tx,
  services: Services,
  newcomers: readonly Newcomer[],
): Promise<ChangeRow[]> {
  if (newcomers.length === 0) return [];
  const ids = newcomers.map(({ word }) => word.device.deviceId);
  const devices = new Map(
    (await listDevices(tx, platformScope, { ids })).map((device) => [device.deviceId, device]),
  );
  const presets = await selectPresets(tx, platformScope, [
    ...new Set([...devices.values()].map(({ type }) => type)),
  ]);
  const begun: ChangeRow[] = [];
  for (const newcomer of newcomers) {
    const device = devices.get(newcomer.word.device.deviceId);
    if (device) begun.push(...(await givePreset(tx, services, device, newcomer, presetFor(presets, device))));
  }
  return begun;
}

async function givePreset(
  tx: Tx,
  services: Services,
  device: DeviceView,
  newcomer: Newcomer,
  preset: PresetRow | undefined,
): Promise<ChangeRow[]> {
  const giver = newcomer.confirmed.presetDue;
  const wanted = wantedOf(device, preset, giver?.priceFen);
  if (!giver || !wanted) {
    await notePresetDue(tx, [device], null);
    return [];
  }
  const now = services.clock.now();
  const plan = createPlanner()(device, await asItRuns(tx, services, device, newcomer), wanted);
  if (plan.blocked === 'unchanged') await notePresetDue(tx, [device], null);
  if (plan.blocked) return [];
  const actor = { session: { ...giver, tenantId: device.tenantId }, address: '' };
  const begun = await beginChanges(tx, [plan], { actor, action: 'settings.preset', now });
  await announce(
    tx,
    begun.map((change) => ({ change, state: 'pending' })),
    now,
  );
  return begun;
}

/** What the preset rules, and the price that was named with the registration. */
function wantedOf(
  device: DeviceView,
  preset: PresetRow | undefined,
  priceFen: number | undefined,
): SettingsDocument | undefined {
  const ruled = preset && usable(device, preset.settings);
  if (priceFen === undefined || !hasPlayPrice(device.type)) return ruled;
  return mergeSettings(ruled ?? {}, playPriceOf(device.type, priceFen));
}

/** A preset may be older than the limits of its type. */
function usable(device: DeviceView, settings: SettingsDocument): SettingsDocument | undefined {
  try {
    return checkValues(device.type, settings);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** A preset rules some values; the rest stays as the machine came, so that is what the preset is laid over. */
async function asItRuns(
  tx: Tx,
  services: Services,
  device: DeviceView,
  { word, drifted, confirmed }: Newcomer,
): Promise<Confirmed> {
  if (!drifted || word.said !== 'report') return confirmed;
  const parsed = parseSettings(device.type, word.settings);
  if ('problems' in parsed || settingsHash(parsed.settings) !== word.hash) return confirmed;
  const next = { settings: parsed.settings, hash: word.hash, version: word.version };
  await takeOver(tx, { device, confirmed, next, user: null, now: services.clock.now(), services });
  return { ...confirmed, ...next, reported: null, reportedHash: null, reportedVersion: null };
}
