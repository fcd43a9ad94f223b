import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert } from '#kit/server/tables.ts';
import { batchMoved } from '../contract/events.ts';
import type { BatchKind } from '../contract.ts';
import { checkValues, hasGroups } from '../rules/document-rules.ts';
import { settingsBatches } from '../tables.ts';
import { beginChanges } from './begin-changes.ts';
import { type Confirmed, lockConfirmed } from './confirmed-queries.ts';
import { createPlanner, type Plan } from './plan-change.ts';
import { wakeQueue } from './send-queue.ts';

/** What each device is to get; null: it is of a type that can not have it. */
type Wanted = (device: DeviceView) => SettingsDocument | null;

export async function findAll(
  reader: Reader,
  context: StaffContext,
  ids: readonly string[],
): Promise<DeviceView[]> {
  const wanted = [...new Set(ids)];
  const found = await listDevices(reader, context.session.scope, { ids: wanted });
  if (found.length < wanted.length) throw missing();
  return found;
}

/** The same values for all; refused as a whole when a type that has these settings does not allow a value. */
export function valuesFor(devices: readonly DeviceView[], given: SettingsDocument): Wanted {
  const types = [...new Set(devices.map(({ type }) => type))];
  if (Object.values(given).every((values) => Object.keys(values).length === 0))
    throw invalidField('settings', 'settings:error.nothingChosen');
  const checked = new Map(
    types.filter((type) => hasGroups(type, given)).map((type) => [type, checkValues(type, given)]),
  );
  return ({ type }) => checked.get(type) ?? null;
}

/** Plans and queues the changes of a batch; devices are sent to wave by wave. */
export const startBatch = (
  context: StaffContext,
  kind: BatchKind,
  action: string,
  devices: readonly DeviceView[],
  wanted: Wanted,
): Promise<{ batchId: string }> =>
  startPlanned(context, kind, action, devices, (_tx, confirmed) => {
    const planOf = createPlanner();
    return devices.map((device) =>
      planOf(device, confirmed.get(device.deviceId) as Confirmed, wanted(device)),
    );
  });

/** For other features: what each device gets depends on what it runs with. `action` is theirs in the log. */
export const startBatchFrom = (
  context: StaffContext,
  action: string,
  devices: readonly DeviceView[],
  wanted: (settings: SettingsDocument) => SettingsDocument,
): Promise<{ batchId: string }> =>
  startPlanned(context, 'modify', action, devices, (_tx, confirmed) => {
    const planOf = createPlanner();
    return devices.map((device) => {
      const own = confirmed.get(device.deviceId) as Confirmed;
      return planOf(device, own, checkValues(device.type, wanted(own.settings)));
    });
  });

/** The same with plans of the caller, made while the settings of all devices are held. */
export async function startPlanned(
  context: StaffContext,
  kind: BatchKind,
  action: string,
  devices: readonly DeviceView[],
  plansOf: (tx: Tx, confirmed: ReadonlyMap<string, Confirmed>) => Plan[] | Promise<Plan[]>,
): Promise<{ batchId: string }> {
  const { session } = context;
  const now = context.clock.now();
  const batchId = newId(now.getTime());
  await context.db.transaction(async (tx) => {
    const confirmed = await lockConfirmed(tx, devices);
    const plans = await plansOf(tx, confirmed);
    await insert(tx, session.scope, settingsBatches, {
      id: batchId,
      createdAt: now,
      userId: session.userId,
      userName: session.name,
      kind,
    });
    await beginChanges(tx, plans, {
      actor: context,
      action,
      now,
      batch: { id: batchId, attemptOf: () => 1 },
    });
    await emit(tx, tenantTopic(session.tenantId), batchMoved, { batchId });
    await wakeQueue(tx);
  });
  return { batchId };
}
