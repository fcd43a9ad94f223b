import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { assertSites } from '#features/sites/server/public.ts';
import { forbidden, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { presetChanged } from '../contract/events.ts';
import type { SettingDifference, settingsContract } from '../contract.ts';
import { checkValues, departures } from '../rules/document-rules.ts';
import { settingsPresets } from '../tables.ts';
import { selectConfirmed } from './confirmed-queries.ts';
import { briefsOf } from './device-records.ts';
import { type PlacedPreset, pagePresets, presetFor, selectPreset, selectPresets } from './preset-queries.ts';

type Contract = Pick<typeof settingsContract, 'listPresets' | 'readPreset' | 'savePreset' | 'removePresets'>;

const presetSubject = subjectOf(settingsPresets, {
  entity: 'settingsPreset',
  label: ({ name }) => name,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), presetChanged, { id })],
  taken: { settings_preset_range: { key: 'settings:error.presetExists' } },
});

interface Follower {
  device: DeviceView;
  differences: SettingDifference[];
}

/** The devices each preset is meant for, with what they do not follow. */
async function followersOf(
  reader: Reader,
  scope: Scope,
  shown: readonly PlacedPreset[],
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

const toPreset = (
  { services, language }: StaffContext,
  row: PlacedPreset,
  followers: readonly Follower[],
) => ({
  ...row,
  siteText: row.fieldName ?? services.texts.say(language, 'settings:preset.allSites'),
  agrees: followers.every(({ differences }) => differences.length === 0),
  valueNumber: Object.values(row.settings).reduce((sum, values) => sum + Object.keys(values).length, 0),
  deviceNumber: followers.length,
  driftNumber: followers.filter(({ differences }) => differences.length > 0).length,
});

/** A preset for all sites rules devices that an account limited to some sites does not see. */
function assertMayRule(scope: Scope, siteId: string | null): void {
  if (scope.kind === 'tenant' && scope.siteIds !== null && siteId === null)
    throw forbidden('settings:error.limitedAccount');
}

/** One of a site beyond the caller's reach is not there for them. */
function assertMayChange(scope: Scope, { siteId }: { siteId: string | null }): void {
  assertMayRule(scope, siteId);
  if (scope.kind === 'tenant' && siteId !== null && !(scope.siteIds?.includes(siteId) ?? true))
    throw missing();
}

export const presetHandlers: Handlers<Contract> = {
  async listPresets(context, input) {
    const { db, session } = context;
    const { scope } = session;
    const page = await pagePresets(db.read, scope, input);
    const followers = await followersOf(db.read, scope, page.records);
    const records = page.records.map((row) => toPreset(context, row, followers.get(row.id) ?? []));
    return { ...page, records };
  },

  async readPreset(context, { id }) {
    const { db, session } = context;
    const { scope } = session;
    const preset = await selectPreset(db.read, scope, id);
    if (!preset) throw missing();
    const followers = (await followersOf(db.read, scope, [preset])).get(id) ?? [];
    const devices = followers.map(({ device }) => device);
    const briefs = await briefsOf(db.read, scope, devices);
    return {
      ...toPreset(context, preset, followers),
      devices: followers.map(({ differences }, index) => ({ device: briefs[index]!, differences })),
    };
  },

  savePreset: (context, { id, fieldId, settings, ...fields }) =>
    context.db.transaction(async (tx) => {
      const { scope } = context.session;
      const siteId = fieldId ?? null;
      assertMayRule(scope, siteId);
      if (siteId) await assertSites(tx, scope, [siteId]);
      const values = {
        ...fields,
        siteId,
        settings: checkValues(fields.type, settings),
        updatedAt: context.clock.now(),
      };
      const action = 'settings.savePreset';
      if (!id) return addRow(tx, context, presetSubject, { action }, values);
      return changeRow(tx, context, presetSubject, { id, action }, (before) => {
        assertMayChange(scope, before);
        return values;
      });
    }),

  async removePresets(context, { ids }) {
    const reference = { ids, action: 'settings.removePreset' };
    await drop(context, presetSubject, reference, (found) => {
      for (const preset of found) assertMayChange(context.session.scope, preset);
    });
    return {};
  },
};
