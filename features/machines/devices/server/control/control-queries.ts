import { and, desc, eq, inArray } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { days, listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, equals, oneOf, pageDeep, pageRows, search } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { controlContract } from '../../contract/control.ts';
import { openStates } from '../../rules/command-rules.ts';
import { deviceCommands, deviceEvents, deviceRefusals } from '../../tables.ts';
import type { CommandRow } from '../commands/command-queries.ts';
import type { DeviceRef } from '../device-facts.ts';

/** The device was found within the caller's scope before; here its own tenant is enough. */
const scopeOf = (device: DeviceRef): Scope => tenantScope(device.tenantId);

export async function selectOpenCommand(reader: Reader, device: DeviceRef): Promise<CommandRow | undefined> {
  const command = rows(scopeOf(device), deviceCommands);
  const [found] = await reader
    .select()
    .from(command)
    .where(and(eq(command.deviceId, device.deviceId), inArray(command.state, [...openStates])))
    .orderBy(desc(command.createdAt))
    .limit(1);
  return found;
}

export const pageCommands = listing(controlContract.listCommands, (reader, device: DeviceRef, input) => {
  const command = rows(scopeOf(device), deviceCommands);
  return pageDeep(reader, input, {
    of: command,
    from: () => reader.select().from(command).$dynamic(),
    where: eq(command.deviceId, device.deviceId),
    filters: { equipmentId: elsewhere, state: equals(command.state) },
    ...newestFirst(command),
  });
});

export const pageRecords = listing(controlContract.listRecords, (reader, device: DeviceRef, input) => {
  const event = rows(scopeOf(device), deviceEvents);
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

export const pageRefusals = (reader: Reader, input: ParsedInputOf<typeof controlContract.listRefusals>) =>
  pageRows(reader, input, {
    from: () => reader.select().from(deviceRefusals).$dynamic(),
    filters: { code: search(deviceRefusals.code), reason: equals(deviceRefusals.reason) },
    sort: { at: deviceRefusals.at },
    usual: { by: 'at', order: 'desc' },
    tie: deviceRefusals.id,
  });
