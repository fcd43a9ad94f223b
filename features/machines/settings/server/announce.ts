import { type DeviceRef, logDeviceEvents } from '#features/machines/devices/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, emitAll, siteTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { batchMoved, settingsChanged } from '../contract/events.ts';
import type { ChangeFailure, ChangeState } from '../contract.ts';
import type { ChangeRow } from './change-queries.ts';

/** A change that has just reached a state. */
export interface Step {
  change: Pick<ChangeRow, 'tenantId' | 'siteId' | 'id' | 'deviceId' | 'version' | 'batchId' | 'userName'>;
  state: ChangeState;
  reason?: ChangeFailure;
}

/** Open pages hear of every step; the device's log keeps the ends. A batch is told once, however many of its devices moved. */
export async function announce(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  const batches = new Map(
    steps.flatMap(({ change }) => (change.batchId ? [[change.batchId, change.tenantId] as const] : [])),
  );
  await emitAll(tx, [
    ...steps.map(({ change, state, reason }) =>
      told(siteTopic(change.tenantId, change.siteId), settingsChanged, {
        changeId: change.id,
        equipmentId: change.deviceId,
        batchId: change.batchId,
        state,
        reason: reason ?? null,
        version: change.version,
      }),
    ),
    ...[...batches].map(([batchId, tenantId]) => told(tenantTopic(tenantId), batchMoved, { batchId })),
  ]);
  await logDeviceEvents(
    tx,
    steps
      .filter(({ state }) => state !== 'pending')
      .map(({ change, state, reason }) => ({
        device: change,
        kind: 'settings',
        data: { version: change.version, state, reason: reason ?? null, userName: change.userName },
        at: now,
      })),
  );
}

/** Somebody changed settings at the machine itself, or put them back. */
export async function announceDrift(
  tx: Tx,
  { device, version }: { device: DeviceRef; version: number },
  state: 'drifted' | 'agreed',
  now: Date,
): Promise<void> {
  await emit(tx, siteTopic(device.tenantId, device.siteId), settingsChanged, {
    changeId: null,
    equipmentId: device.deviceId,
    batchId: null,
    state,
    reason: null,
    version,
  });
  await logDeviceEvents(tx, [{ device, kind: 'settings', data: { version, state }, at: now }]);
}
