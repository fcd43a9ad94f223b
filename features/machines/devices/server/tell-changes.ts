import { siteFilled } from '#features/base/sites/contract.ts';
import { auditMany } from '#kit/server/audit.ts';
import { subjectOf } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { deviceListed } from '../contract/events.ts';
import { devices } from '../tables.ts';
import { logDeviceEvents } from './device-log.ts';
import { factListeners } from './hub.ts';
import type { DeviceRow } from './machine-queries.ts';

/** What people call a device in the operation log. */
export const labelOf = (device: Pick<DeviceRow, 'number' | 'name' | 'code'>) =>
  `${device.number} ${device.name ?? device.code}`;

/** What people write about a device. */
export const deviceSubject = subjectOf(devices, {
  entity: 'device',
  label: labelOf,
  alive: { unboundAt: null },
  tells: ({ tenantId }) => [
    told(tenantTopic(tenantId), deviceListed),
    told(tenantTopic(tenantId), siteFilled),
  ],
});

export interface FleetChange {
  action: string;
  device: Pick<DeviceRow, 'tenantId' | 'siteId' | 'id' | 'number' | 'name' | 'code'>;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** a line in the device's own log, where it is of interest there */
  event?: { kind: string; data: Record<string, unknown> };
}

export const tellListed = (tx: Tx, tenantIds: Iterable<string>): Promise<void> =>
  emitAll(
    tx,
    [...new Set(tenantIds)].map((tenantId) => told(tenantTopic(tenantId), deviceListed)),
  );

/** Operation log, device logs and open pages hear of devices that come, go and move, together with the changes. */
export async function tellChanges(tx: Tx, context: StaffContext, changes: FleetChange[]): Promise<void> {
  await auditMany(
    tx,
    context,
    changes.map(({ action, device, before, after }) => ({
      action,
      entity: deviceSubject.entity,
      entityId: device.id,
      siteId: device.siteId,
      label: labelOf(device),
      before,
      after,
      tenantId: device.tenantId,
    })),
  );
  await logDeviceEvents(
    tx,
    changes.flatMap(({ device, event }) =>
      event
        ? [
            {
              device: { tenantId: device.tenantId, siteId: device.siteId, deviceId: device.id },
              kind: event.kind,
              data: { ...event.data, user: context.session.name },
              at: context.clock.now(),
            },
          ]
        : [],
    ),
  );
  const tenantIds = new Set(changes.map(({ device }) => device.tenantId));
  await tellListed(tx, tenantIds);
  await emitAll(
    tx,
    [...tenantIds].map((tenantId) => told(tenantTopic(tenantId), siteFilled)),
  );
}

/** Other features get to know machines that came; those without a controller of ours have nothing to be told. */
export async function tellRegistered(
  tx: Tx,
  context: StaffContext,
  list: readonly DeviceRow[],
): Promise<void> {
  const { userId, account, name } = context.session;
  const registered = list
    .filter(({ controlled }) => controlled)
    .map(({ tenantId, id, siteId, code, type, priceFen }) => ({
      tenantId,
      deviceId: id,
      siteId,
      code,
      type,
      priceFen,
      by: { userId, account, name },
    }));
  if (registered.length === 0) return;
  for (const listener of factListeners(context.services)) await listener.registered?.(tx, registered);
}
