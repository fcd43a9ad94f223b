import type { EventDeclaration } from '#kit/contract/event.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { type Gathering, gathered } from '#kit/server/gathered-writes.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { insertManyText } from '#kit/server/row-statements.ts';
import { shapeOfTenant } from '#kit/server/tables.ts';
import { deviceLogged } from '../contract/events.ts';
import { deviceEvents } from '../tables.ts';
import type { DeviceRef } from './hub.ts';

export interface LogLine {
  device: Pick<DeviceRef, 'tenantId' | 'deviceId'>;
  /** a kind of your own; its name is the translation `devices:event.<kind>` */
  kind: string;
  data: Record<string, unknown>;
  at: Date;
}

const lines: Gathering<LogLine[]> = {
  empty: () => [],
  copy: (list) => [...list],
  writes: (list, statement) =>
    list.length === 0
      ? []
      : [
          {
            text: insertManyText(
              statement,
              shapeOfTenant(deviceEvents),
              list.map(({ device, kind, data, at }) => ({
                tenantId: device.tenantId,
                id: newId(at.getTime()),
                deviceId: device.deviceId,
                at,
                receivedAt: at,
                kind,
                data,
              })),
            ),
          },
        ],
};

/** Lines in the logs of devices; open pages hear of them after commit. */
export async function logDeviceEvents(tx: Tx, list: readonly LogLine[]): Promise<void> {
  if (list.length === 0) return;
  gathered(tx, lines).push(...list);
  await emitAll(
    tx,
    eventsByTenant(
      deviceLogged,
      list.map(({ device }) => device),
    ),
  );
}

const idsPerEvent = 500;

/** One live event for many devices of a tenant: `{ ids }`. */
export function eventsByTenant(
  event: EventDeclaration<{ ids: string[] }>,
  devices: Iterable<Pick<DeviceRef, 'tenantId' | 'deviceId'>>,
) {
  const idsOf = new Map<string, Set<string>>();
  for (const { tenantId, deviceId } of devices) {
    const ids = idsOf.get(tenantId) ?? new Set();
    ids.add(deviceId);
    idsOf.set(tenantId, ids);
  }
  return [...idsOf].flatMap(([tenantId, found]) => {
    const ids = [...found];
    return Array.from({ length: Math.ceil(ids.length / idsPerEvent) }, (_, part) =>
      told(tenantTopic(tenantId), event, { ids: ids.slice(part * idsPerEvent, (part + 1) * idsPerEvent) }),
    );
  });
}
