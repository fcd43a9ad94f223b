import type { EventDeclaration } from '#kit/contract/event.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { type Gathering, gathered } from '#kit/server/gathered-writes.ts';
import { emitAll, siteTopic, told } from '#kit/server/outbox.ts';
import { insertManyText } from '#kit/server/row-statements.ts';
import { shapeOfTenant } from '#kit/server/tables.ts';
import { deviceLogged } from '../contract/events.ts';
import { deviceEvents } from '../tables.ts';
import type { DeviceRef } from './device-facts.ts';

export interface LogLine {
  device: Pick<DeviceRef, 'tenantId' | 'siteId' | 'deviceId'>;
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
    eventsBySite(
      deviceLogged,
      list.map(({ device }) => device),
    ),
  );
}

const idsPerEvent = 500;

/** One live event for many devices of a site: `{ ids }`. */
export function eventsBySite(
  event: EventDeclaration<{ ids: string[] }>,
  devices: Iterable<Pick<DeviceRef, 'tenantId' | 'siteId' | 'deviceId'>>,
) {
  return [...Map.groupBy(devices, ({ siteId }) => siteId)].flatMap(([siteId, found]) => {
    const { tenantId } = found[0]!;
    const ids = [...new Set(found.map(({ deviceId }) => deviceId))];
    return Array.from({ length: Math.ceil(ids.length / idsPerEvent) }, (_, part) =>
      told(siteTopic(tenantId, siteId), event, {
        ids: ids.slice(part * idsPerEvent, (part + 1) * idsPerEvent),
      }),
    );
  });
}
