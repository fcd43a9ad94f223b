import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { logDeviceEvents } from '../device-log.ts';
import type { DeviceRow } from './queries.ts';

/** What people call a device in the operation log. */
export const labelOf = (device: Pick<DeviceRow, 'number' | 'name' | 'code'>) =>
  `${device.number} ${device.name ?? device.code}`;

export interface FleetChange {
  action: string;
  device: Pick<DeviceRow, 'tenantId' | 'id' | 'number' | 'name' | 'code'>;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** a line in the device's own log, where it is of interest there */
  event?: { kind: string; data: Record<string, unknown> };
}

/** Operation log, device logs and open pages hear of changes to the fleet, together with the changes. */
export async function tellChanges(tx: Tx, context: StaffContext, changes: FleetChange[]): Promise<void> {
  for (const { action, device, before, after } of changes)
    await audit(tx, context, {
      action,
      entity: 'device',
      entityId: device.id,
      label: labelOf(device),
      before,
      after,
      tenantId: device.tenantId,
    });
  await logDeviceEvents(
    tx,
    changes.flatMap(({ device, event }) =>
      event
        ? [
            {
              device: { tenantId: device.tenantId, deviceId: device.id },
              kind: event.kind,
              data: { ...event.data, user: context.session.name },
              at: context.clock.now(),
            },
          ]
        : [],
    ),
  );
  for (const tenantId of new Set(changes.map(({ device }) => device.tenantId)))
    await emit(tx, tenantTopic(tenantId), 'device.listed', {});
}
