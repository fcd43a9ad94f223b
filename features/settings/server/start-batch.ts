import { type DeviceView, findDevice, listDevices } from '#features/devices/server/public.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert } from '#kit/server/tables.ts';
import type { BatchKind, settingsContract } from '../contract.ts';
import { settingsBatches } from '../tables.ts';
import { lockBatch, selectBatch, selectRetryable } from './batch-queries.ts';
import { beginChanges, markRetried } from './begin-changes.ts';
import { type Confirmed, lockConfirmed, selectConfirmed } from './confirmed.ts';
import { checkValues, hasGroup, hasGroups } from './documents.ts';
import { createPlanner } from './plan-change.ts';
import { presetFor, selectPresets } from './preset-queries.ts';
import { briefsOf } from './records.ts';
import { wakeQueue } from './send-queue.ts';

/** What each device is to get; null: it is of a type that can not have it. */
type Wanted = (device: DeviceView) => SettingsDocument | null;

async function findAll(reader: Reader, context: StaffContext, ids: readonly string[]): Promise<DeviceView[]> {
  const wanted = [...new Set(ids)];
  const found = await listDevices(reader, context.session.scope, { ids: wanted });
  if (found.length < wanted.length) throw missing();
  return found;
}

/** The same values for all; refused as a whole when a type that has these settings does not allow a value. */
function valuesFor(devices: readonly DeviceView[], given: SettingsDocument): Wanted {
  const types = [...new Set(devices.map(({ type }) => type))];
  if (Object.values(given).every((values) => Object.keys(values).length === 0))
    throw invalidField('settings', 'settings:error.nothingChosen');
  const checked = new Map(
    types.filter((type) => hasGroups(type, given)).map((type) => [type, checkValues(type, given)]),
  );
  return ({ type }) => checked.get(type) ?? null;
}

async function start(
  context: StaffContext,
  kind: BatchKind,
  action: string,
  devices: readonly DeviceView[],
  wanted: Wanted,
): Promise<{ batchId: string }> {
  const { session } = context;
  const now = context.clock.now();
  const batchId = newId(now.getTime());
  await context.db.transaction(async (tx) => {
    const confirmed = await lockConfirmed(tx, devices);
    await insert(tx, session.scope, settingsBatches, {
      id: batchId,
      createdAt: now,
      userId: session.userId,
      userName: session.name,
      kind,
    });
    const planOf = createPlanner();
    const plans = devices.map((device) =>
      planOf(device, confirmed.get(device.deviceId) as Confirmed, wanted(device)),
    );
    await beginChanges(tx, plans, {
      actor: context,
      action,
      now,
      batch: { id: batchId, attemptOf: () => 1 },
    });
    await emit(tx, tenantTopic(session.tenantId), 'settings.batch', { batchId });
    await wakeQueue(tx);
  });
  return { batchId };
}

export const previewBatch: Handler<typeof settingsContract.previewBatch> = async (context, input) => {
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
};

export const startBatch: Handler<typeof settingsContract.startBatch> = async (context, input) => {
  const devices = await findAll(context.db.read, context, input.equipmentIds);
  return start(context, 'modify', 'settings.change', devices, valuesFor(devices, input.settings));
};

export const copySettings: Handler<typeof settingsContract.copySettings> = async (context, input) => {
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
  return start(context, 'copy', 'settings.copy', devices, ({ type }) => (type === from.type ? values : null));
};

export const mendDrift: Handler<typeof settingsContract.mendDrift> = async (context, input) => {
  const reader = context.db.read;
  const devices = await findAll(reader, context, input.equipmentIds);
  if (input.to === 'last') {
    const nothing = {};
    return start(context, 'restore', 'settings.mend', devices, () => nothing);
  }
  const presets = await selectPresets(reader, context.session.scope);
  const ruled = devices.filter((device) => presetFor(presets, device));
  if (ruled.length === 0) throw invalid('settings:error.noPreset');
  return start(
    context,
    'preset',
    'settings.preset',
    ruled,
    (device) => presetFor(presets, device)?.settings ?? null,
  );
};

export const retryBatch: Handler<typeof settingsContract.retryBatch> = async (context, { id }) => {
  const { scope, tenantId } = context.session;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await selectBatch(tx, scope, id))) throw missing();
    await lockBatch(tx, scope, id);
    const candidates = await selectRetryable(tx, scope, id);
    const ids = candidates.map(({ deviceId }) => deviceId);
    const devices = await listDevices(tx, scope, { ids });
    const confirmed = await lockConfirmed(tx, devices);
    // read again: a late answer may have come while the locks were waited for
    const failed = new Map((await selectRetryable(tx, scope, id)).map((change) => [change.deviceId, change]));
    const again = devices.filter(({ deviceId }) => failed.has(deviceId));
    const planOf = createPlanner();
    const plans = again.map((device) =>
      planOf(
        device,
        confirmed.get(device.deviceId) as Confirmed,
        failed.get(device.deviceId)?.wanted ?? null,
      ),
    );
    const attemptOf = (deviceId: string) => (failed.get(deviceId)?.attempt ?? 0) + 1;
    const replaced = again.flatMap(({ deviceId }) => failed.get(deviceId)?.id ?? []);
    if (replaced.length > 0) await markRetried(tx, tenantId, replaced, now);
    await beginChanges(tx, plans, {
      actor: context,
      action: 'settings.retry',
      now,
      batch: { id, attemptOf },
    });
    await emit(tx, tenantTopic(tenantId), 'settings.batch', { batchId: id });
    await wakeQueue(tx);
    return { retried: plans.length };
  });
};
