import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import {
  type DeviceView,
  listDevices,
  type PresenceChange,
  requestCommand,
  type SettledCommand,
} from '#features/machines/devices/server/public.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import { vendingLanes } from '../tables.ts';
import type { Mover } from './book.ts';

const tellCommand = 'setLaneStock';

/** Only machines that keep their own count can be told one, and can disagree with ours. */
export const countsItself = (type: DeviceType): boolean =>
  Object.hasOwn(definitionOf(type).commands, tellCommand);

/** Tells a device what staff put into its lanes. One that can not hear is told when it comes back. */
export async function tellDevice(
  tx: Tx,
  services: Services,
  device: DeviceView,
  mover?: Mover,
): Promise<void> {
  if (!countsItself(device.type) || !device.online || !device.controlled) return;
  const scope = tenantScope(device.tenantId);
  const lane = rows(scope, vendingLanes);
  const untold = await tx
    .select({ lane: lane.lane, stock: lane.stock })
    .from(lane)
    .where(and(eq(lane.deviceId, device.deviceId), eq(lane.untold, true), isNull(lane.toldCommandId)))
    .orderBy(asc(lane.lane));
  if (untold.length === 0) return;
  const { id } = await requestCommand(tx, services, {
    device,
    command: tellCommand,
    parameters: { lanes: untold },
    ...(mover && { user: { id: mover.userId, name: mover.userName } }),
  });
  await update(
    tx,
    scope,
    vendingLanes,
    (held) => and(eq(held.deviceId, device.deviceId), eq(held.untold, true), isNull(held.toldCommandId)),
    { toldCommandId: id },
  );
}

/** A device that was told knows; one that did not answer is told again when it comes back. */
export async function takeTold(tx: Tx, services: Services, command: SettledCommand): Promise<void> {
  if (command.command !== tellCommand) return;
  const scope = tenantScope(command.tenantId);
  const told = command.state === 'done';
  await update(tx, scope, vendingLanes, (held) => eq(held.toldCommandId, command.id), {
    toldCommandId: null,
    ...(told && { untold: false }),
  });
  // What moved while the command was under way needs another one. After a failure that would only fail again.
  if (!told) return;
  const [device] = await listDevices(tx, scope, { ids: [command.deviceId] });
  if (device) await tellDevice(tx, services, device);
}

/** Machines that came back and still have to hear something. */
export async function tellReturned(
  tx: Tx,
  services: Services,
  changes: readonly PresenceChange[],
): Promise<void> {
  const back = changes.filter(({ online, type }) => online && countsItself(type));
  for (const [tenantId, ofTenant] of Map.groupBy(back, (change) => change.tenantId)) {
    const scope = tenantScope(tenantId);
    const lane = rows(scope, vendingLanes);
    const waiting = await tx
      .selectDistinct({ deviceId: lane.deviceId })
      .from(lane)
      .where(
        and(
          eq(lane.untold, true),
          inArray(
            lane.deviceId,
            ofTenant.map(({ deviceId }) => deviceId),
          ),
        ),
      );
    const ids = waiting.map(({ deviceId }) => deviceId);
    for (const device of await listDevices(tx, scope, { ids })) await tellDevice(tx, services, device);
  }
}
