import { and, desc, eq, inArray } from 'drizzle-orm';
import {
  type CommandRow,
  commandRows,
  type DeviceRef,
  eventRows,
  openStates,
} from '#features/machines/devices/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { days, listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, equals, oneOf, pageDeep } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { controlContract } from '../contract/control.ts';

/** The device was found within the caller's scope before; here its own tenant is enough. */
const scopeOf = (device: DeviceRef): Scope => tenantScope(device.tenantId);

export async function selectOpenCommand(reader: Reader, device: DeviceRef): Promise<CommandRow | undefined> {
  const command = commandRows(scopeOf(device));
  const [found] = await reader
    .select()
    .from(command)
    .where(and(eq(command.deviceId, device.deviceId), inArray(command.state, [...openStates])))
    .orderBy(desc(command.createdAt))
    .limit(1);
  return found;
}

export const pageCommands = listing(controlContract.listCommands, (reader, device: DeviceRef, input) => {
  const command = commandRows(scopeOf(device));
  return pageDeep(reader, input, {
    of: command,
    from: () => reader.select().from(command).$dynamic(),
    where: eq(command.deviceId, device.deviceId),
    filters: { equipmentId: elsewhere, state: equals(command.state) },
    ...newestFirst(command),
  });
});

export const pageRecords = listing(controlContract.listRecords, (reader, device: DeviceRef, input) => {
  const event = eventRows(scopeOf(device));
  return pageDeep(reader, input, {
    of: event,
    from: () => reader.select().from(event).$dynamic(),
    where: eq(event.deviceId, device.deviceId),
    filters: {
      equipmentId: elsewhere,
      kinds: oneOf(event.kind),
      ...days(event.at),
    },
    sort: { at: event.at },
    usual: { by: 'at', order: 'desc' },
    tie: event.id,
  });
});
