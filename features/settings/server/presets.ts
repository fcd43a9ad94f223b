import { eq, inArray } from 'drizzle-orm';
import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { assertSites, siteNames } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, forbidden, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { type Reader, sqlStateOf, type Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { insert, remove, update } from '#kit/server/tables.ts';
import type { PresetRecord, SettingDifference, settingsContract } from '../contract.ts';
import { settingsPresets } from '../tables.ts';
import { selectConfirmed } from './confirmed.ts';
import { checkValues, departures } from './documents.ts';
import {
  countPresets,
  lockPresets,
  type PresetRow,
  presetFor,
  selectPreset,
  selectPresetPage,
  selectPresets,
} from './preset-queries.ts';
import { briefsOf } from './records.ts';

interface Follower {
  device: DeviceView;
  differences: SettingDifference[];
}

/** The devices each preset is meant for, with what they do not follow. */
async function followersOf(
  reader: Reader,
  scope: Scope,
  shown: readonly PresetRow[],
): Promise<Map<string, Follower[]>> {
  const followers = new Map(shown.map(({ id }) => [id, [] as Follower[]]));
  const types = [...new Set(shown.map(({ type }) => type))];
  const [presets, all] = await Promise.all([
    selectPresets(reader, scope, types),
    listDevices(reader, scope, { types }),
  ]);
  const devices = all.filter(({ controlled }) => controlled);
  const confirmed = await selectConfirmed(reader, scope, devices);
  for (const device of devices) {
    const preset = presetFor(presets, device);
    const document = confirmed.get(device.deviceId)?.settings ?? {};
    if (preset)
      followers.get(preset.id)?.push({ device, differences: departures(preset.settings, document) });
  }
  return followers;
}

async function toRecords(reader: Reader, scope: Scope, shown: readonly PresetRow[]) {
  const siteIds = shown.flatMap(({ siteId }) => siteId ?? []);
  const [followers, sites] = await Promise.all([
    followersOf(reader, scope, shown),
    siteNames(reader, scope, siteIds),
  ]);
  return shown.map((preset) => {
    const list = followers.get(preset.id) ?? [];
    const record: PresetRecord = {
      id: preset.id,
      name: preset.name,
      type: preset.type,
      fieldId: preset.siteId,
      fieldName: preset.siteId ? (sites.get(preset.siteId) ?? '') : null,
      settings: preset.settings,
      updatedAt: preset.updatedAt.toISOString(),
      deviceNumber: list.length,
      driftNumber: list.filter(({ differences }) => differences.length > 0).length,
    };
    return { record, followers: list };
  });
}

export const listPresets: Handler<typeof settingsContract.listPresets> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const page = await selectPage(
    input,
    (window) => selectPresetPage(reader, scope, input, window),
    () => countPresets(reader, scope, input),
  );
  return { ...page, records: (await toRecords(reader, scope, page.records)).map(({ record }) => record) };
};

export const readPreset: Handler<typeof settingsContract.readPreset> = async (context, { id }) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const preset = await selectPreset(reader, scope, id);
  if (!preset) throw missing();
  const [shown] = await toRecords(reader, scope, [preset]);
  const { record, followers } = shown!;
  const briefs = await briefsOf(
    reader,
    scope,
    followers.map(({ device }) => device),
  );
  return {
    ...record,
    devices: followers.map(({ differences }, index) => ({ device: briefs[index]!, differences })),
  };
};

/** A preset for all sites rules devices that an account limited to some sites does not see. */
function assertMayRule(scope: Scope, siteId: string | null): void {
  if (scope.kind === 'tenant' && scope.siteIds !== null && siteId === null)
    throw forbidden('settings:error.limitedAccount');
}

type SaveInput = ParsedInputOf<typeof settingsContract.savePreset>;

async function writePreset(tx: Tx, context: StaffContext, input: SaveInput): Promise<string> {
  const { scope, tenantId } = context.session;
  const siteId = input.fieldId ?? null;
  assertMayRule(scope, siteId);
  if (siteId) await assertSites(tx, scope, [siteId]);
  const values = {
    name: input.name,
    type: input.type,
    siteId,
    settings: checkValues(input.type, input.settings),
    updatedAt: context.clock.now(),
  };
  const [before] = input.id ? await lockPresets(tx, scope, [input.id]) : [];
  if (input.id && !before) throw missing();
  if (before) assertMayRule(scope, before.siteId);
  const [after] = before
    ? await update(tx, scope, settingsPresets, (preset) => eq(preset.id, before.id), values)
    : await insert(tx, scope, settingsPresets, { id: newId(), ...values });
  if (!after) throw missing();
  await audit(tx, context, {
    action: 'settings.savePreset',
    entity: 'settingsPreset',
    entityId: after.id,
    label: after.name,
    before,
    after,
  });
  await emit(tx, tenantTopic(tenantId), 'settings.preset', { id: after.id });
  return after.id;
}

const uniqueViolation = '23505';

export const savePreset: Handler<typeof settingsContract.savePreset> = async (context, input) => {
  try {
    return { id: await context.db.transaction((tx) => writePreset(tx, context, input)) };
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) throw conflict('settings:error.presetExists');
    throw error;
  }
};

export const removePresets: Handler<typeof settingsContract.removePresets> = async (context, { ids }) => {
  const { scope, tenantId } = context.session;
  await context.db.transaction(async (tx) => {
    const found = await lockPresets(tx, scope, ids);
    if (found.length < new Set(ids).size) throw missing();
    for (const preset of found) {
      assertMayRule(scope, preset.siteId);
      await audit(tx, context, {
        action: 'settings.removePreset',
        entity: 'settingsPreset',
        entityId: preset.id,
        label: preset.name,
        before: preset,
      });
      await emit(tx, tenantTopic(tenantId), 'settings.preset', { id: preset.id });
    }
    await remove(tx, scope, settingsPresets, (preset) => inArray(preset.id, ids));
  });
  return {};
};
