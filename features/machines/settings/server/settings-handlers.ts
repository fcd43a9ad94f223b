import { findDevice, requestCommand } from '#features/machines/devices/server/public.ts';
import { conflict, invalid, invalidField } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { parseSettings, settingsDifference } from '#kit/protocol/types/catalogue.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { settingsContract } from '../contract.ts';
import { departures, flatten } from '../rules/document-rules.ts';
import { deviceLabel } from './begin-changes.ts';
import { pageChanges, selectLatestChange, selectPending } from './change-queries.ts';
import { toChange } from './change-records.ts';
import { changeSettings } from './change-settings.ts';
import { type Confirmed, lockConfirmed, selectConfirmed } from './confirmed-queries.ts';
import { briefOf, briefsOf } from './device-records.ts';
import { presetFor, selectPresets } from './preset-queries.ts';
import { takeOver } from './take-over.ts';

type Contract = Pick<
  typeof settingsContract,
  'readSettings' | 'changeSettings' | 'listChanges' | 'compareSettings' | 'acceptDrift' | 'clearData'
>;

export const settingsHandlers: Handlers<Contract> = {
  async readSettings(context, input) {
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
      ...pick(confirmed, 'version', 'settings', 'appliedAt'),
      change: change ? toChange(change) : null,
      deviceDrift: isDriftKnown ? settingsDifference(confirmed.settings, confirmed.reported ?? {}) : null,
      presetDrift: preset ? departures(preset.settings, confirmed.settings) : null,
      presetId: preset?.id ?? null,
      presetName: preset?.name ?? null,
    };
  },

  async changeSettings(context, { equipmentId, settings }) {
    const device = await findDevice(context.db.read, context.session.scope, equipmentId);
    return changeSettings(context, device, settings);
  },

  async listChanges({ db, session }, input) {
    const device = await findDevice(db.read, session.scope, input.equipmentId);
    return mapPage(await pageChanges(db.read, device, input), toChange);
  },

  async compareSettings(context, input) {
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
  },

  async acceptDrift(context, { equipmentId }) {
    const { session } = context;
    const now = context.clock.now();
    await context.db.transaction(async (tx) => {
      const device = await findDevice(tx, session.scope, equipmentId);
      const confirmed = (await lockConfirmed(tx, [device])).get(device.deviceId) as Confirmed;
      if ((await selectPending(tx, [device])).length > 0) throw conflict('settings:error.changePending');
      const { reported, reportedHash: hash, reportedVersion: version } = confirmed;
      if (!reported || hash === null || version === null) throw invalid('settings:error.noDrift');
      const parsed = parseSettings(device.type, reported);
      if ('problems' in parsed) throw invalid('settings:error.reportUnusable');
      const differences = await takeOver(tx, {
        device,
        confirmed,
        // the device's own hash: what it keeps beyond our knowledge is part of it
        next: { settings: parsed.settings, hash, version },
        user: { id: session.userId, name: session.name },
        now,
        services: context.services,
      });
      await audit(tx, context, {
        action: 'settings.accept',
        entity: 'device',
        entityId: device.deviceId,
        siteId: device.siteId,
        label: deviceLabel(device),
        before: flatten(differences, 'before'),
        after: flatten(differences, 'after'),
      });
    });
  },

  async clearData(context, input) {
    const { session, services } = context;
    return context.db.transaction(async (tx) => {
      const device = await findDevice(tx, session.scope, input.equipmentId);
      if (input.confirmCode.toUpperCase() !== device.code)
        throw invalidField('confirmCode', 'settings:error.wrongCode');
      const { id } = await requestCommand(tx, services, {
        device,
        command: 'clear',
        parameters: { what: input.what },
        user: { id: session.userId, name: session.name },
        subject: { kind: 'settings.clear', id: device.deviceId },
      });
      await audit(tx, context, {
        action: 'settings.clear',
        entity: 'device',
        entityId: device.deviceId,
        siteId: device.siteId,
        label: deviceLabel(device),
        after: { what: input.what, commandId: id },
      });
      return { commandId: id };
    });
  },
};
