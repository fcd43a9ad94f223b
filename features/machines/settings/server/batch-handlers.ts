import { findDevice } from '#features/machines/devices/server/public.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { settingsContract } from '../contract.ts';
import { commonValues } from '../rules/current-rules.ts';
import { hasGroup } from '../rules/document-rules.ts';
import { pageBatches, pageBatchItems, selectBatch, tallyBatches } from './batch-queries.ts';
import { toBatch, toBatchItems } from './batch-records.ts';
import { type Confirmed, selectConfirmed } from './confirmed-queries.ts';
import { briefsOf } from './device-records.ts';
import { createPlanner } from './plan-change.ts';
import { presetFor, selectPresets } from './preset-queries.ts';
import { previewPutBack, putBatchBack } from './put-batch-back.ts';
import { retryBatch } from './retry-batch.ts';
import { findAll, startBatch, valuesFor } from './start-batch.ts';

type Contract = Pick<
  typeof settingsContract,
  | 'readCurrentValues'
  | 'previewBatch'
  | 'startBatch'
  | 'copySettings'
  | 'mendDrift'
  | 'retryBatch'
  | 'previewPutBack'
  | 'putBatchBack'
  | 'listBatches'
  | 'readBatch'
>;

export const batchHandlers: Handlers<Contract> = {
  async readCurrentValues(context, { equipmentIds }) {
    const reader = context.db.read;
    const devices = await findAll(reader, context, equipmentIds);
    const confirmed = [...(await selectConfirmed(reader, context.session.scope, devices)).values()];
    // Most devices run with the same document: each is looked at once.
    const documents = new Map(
      confirmed.map((own) => [own.reportedHash ?? own.hash, own.reported ?? own.settings]),
    );
    return commonValues([...documents.values()]);
  },

  async previewBatch(context, input) {
    const reader = context.db.read;
    const { scope } = context.session;
    const devices = await findAll(reader, context, input.equipmentIds);
    const wanted = valuesFor(devices, input.settings);
    const [confirmed, briefs] = await Promise.all([
      selectConfirmed(reader, scope, devices),
      briefsOf(reader, scope, devices),
    ]);
    const planOf = createPlanner();
    return {
      items: devices.map((device, index) => {
        const { differences, blocked } = planOf(
          device,
          confirmed.get(device.deviceId) as Confirmed,
          wanted(device),
        );
        return { device: briefs[index]!, differences, blocked };
      }),
    };
  },

  async startBatch(context, input) {
    const devices = await findAll(context.db.read, context, input.equipmentIds);
    return startBatch(context, 'modify', 'settings.change', devices, valuesFor(devices, input.settings));
  },

  async copySettings(context, input) {
    const reader = context.db.read;
    const { scope } = context.session;
    const from = await findDevice(reader, scope, input.fromId);
    if (input.groups?.some((group) => !hasGroup(from.type, group)))
      throw invalidField('groups', 'settings:error.unknownGroup');
    const devices = await findAll(reader, context, input.equipmentIds);
    const document = (await selectConfirmed(reader, scope, [from])).get(from.deviceId)?.settings ?? {};
    const chosen = Object.entries(document).filter(([group]) => input.groups?.includes(group) ?? true);
    if (chosen.length === 0) throw invalidField('groups', 'settings:error.nothingChosen');
    const values = Object.fromEntries(chosen);
    return startBatch(context, 'copy', 'settings.copy', devices, ({ type }) =>
      type === from.type ? values : null,
    );
  },

  async mendDrift(context, input) {
    const reader = context.db.read;
    const devices = await findAll(reader, context, input.equipmentIds);
    if (input.to === 'last') {
      const nothing = {};
      return startBatch(context, 'restore', 'settings.mend', devices, () => nothing);
    }
    const types = [...new Set(devices.map(({ type }) => type))];
    const presets = await selectPresets(reader, context.session.scope, types);
    const ruled = devices.filter((device) => presetFor(presets, device));
    if (ruled.length === 0) throw invalid('settings:error.noPreset');
    return startBatch(
      context,
      'preset',
      'settings.preset',
      ruled,
      (device) => presetFor(presets, device)?.settings ?? null,
    );
  },

  retryBatch: (context, { id }) => retryBatch(context, id),

  previewPutBack,
  putBatchBack,

  async listBatches({ db, session: { scope } }, input) {
    const page = await pageBatches(db.read, scope, input);
    const ids = page.records.map(({ id }) => id);
    const tallies = await tallyBatches(db.read, scope, ids);
    return mapPage(page, (batch) => toBatch(batch, tallies));
  },

  async readBatch({ db, session: { scope } }, input) {
    const batch = await selectBatch(db.read, scope, input.id);
    if (!batch) throw missing();
    // first the sums: a batch that is said to be finished has no device among its lines that is still waited for
    const tallies = await tallyBatches(db.read, scope, [batch.id]);
    const page = await pageBatchItems(db.read, scope, input);
    const records = await toBatchItems(db.read, scope, page.records);
    return { batch: toBatch(batch, tallies), items: { ...page, records } };
  },
};
