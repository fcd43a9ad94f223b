import { assertSites } from '#features/base/sites/server/public.ts';
import { listDevices, presenceOf } from '#features/machines/devices/server/public.ts';
import { forbidden, invalid, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { presetChanged } from '../contract/events.ts';
import { largestBatch } from '../contract/shared.ts';
import type { settingsContract } from '../contract.ts';
import { checkValues, departures } from '../rules/document-rules.ts';
import { settingsPresets } from '../tables.ts';
import { countFollowers, type Following, nobody, pageDrifted, selectMendable } from './follower-queries.ts';
import { type PlacedPreset, pagePresets, selectPreset } from './preset-queries.ts';
import { startBatch } from './start-batch.ts';

type Contract = Pick<
  typeof settingsContract,
  'listPresets' | 'readPreset' | 'listDrifted' | 'mendToPreset' | 'savePreset' | 'removePresets'
>;

const presetSubject = subjectOf(settingsPresets, {
  entity: 'settingsPreset',
  label: ({ name }) => name,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), presetChanged, { id })],
  taken: { settings_preset_range: { key: 'settings:error.presetExists' } },
});

const toPreset = (
  { services, language }: StaffContext,
  row: PlacedPreset,
  { devices, drifted }: Following,
) => ({
  ...row,
  siteText: row.fieldName ?? services.texts.say(language, 'settings:preset.allSites'),
  agrees: drifted === 0,
  valueNumber: Object.values(row.settings).reduce((sum, values) => sum + Object.keys(values).length, 0),
  deviceNumber: devices,
  driftNumber: drifted,
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
    const followings = await countFollowers(db.read, scope, page.records);
    return mapPage(page, (row) => toPreset(context, row, followings.get(row.id) ?? nobody));
  },

  async readPreset(context, { id }) {
    const { db, session } = context;
    const preset = await selectPreset(db.read, session.scope, id);
    if (!preset) throw missing();
    const following = (await countFollowers(db.read, session.scope, [preset])).get(id) ?? nobody;
    return {
      ...toPreset(context, preset, following),
      mendableNumber: Math.min(following.reachable, largestBatch),
    };
  },

  async listDrifted({ db, session: { scope } }, input) {
    const preset = await selectPreset(db.read, scope, input.id);
    if (!preset) throw missing();
    const page = await pageDrifted(db.read, scope, preset, input);
    return mapPage(page, ({ settings, ...device }) => ({
      device: { ...device, ...presenceOf(device) },
      differences: departures(preset.settings, settings),
    }));
  },

  async mendToPreset(context, { id }) {
    const { db, session } = context;
    const preset = await selectPreset(db.read, session.scope, id);
    if (!preset) throw missing();
    const ids = await selectMendable(db.read, session.scope, preset, largestBatch);
    if (ids.length === 0) throw invalid('settings:error.nobodyDiffers');
    const devices = await listDevices(db.read, session.scope, { ids });
    return startBatch(context, 'preset', 'settings.preset', devices, () => preset.settings);
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
  },
};
