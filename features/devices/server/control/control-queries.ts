import { and, asc, count, desc, eq, gte, ilike, inArray, lt, type SQL } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { dayMs, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { likePattern } from '#kit/server/paging.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { controlContract } from '../../contract/control.ts';
import { deviceCommands, deviceEvents, deviceRefusals } from '../../tables.ts';
import type { CommandRow } from '../commands/command-rows.ts';
import { openStates } from '../commands/command-states.ts';
import type { DeviceRef } from '../hub.ts';

interface Window {
  limit: number;
  offset: number;
}

const direction = (input: { order?: 'asc' | 'desc' }) => (input.order === 'asc' ? asc : desc);

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

type CommandsInput = ParsedInputOf<typeof controlContract.listCommands>;

export function commandsOf(reader: Reader, device: DeviceRef, input: CommandsInput) {
  const command = rows(scopeOf(device), deviceCommands);
  const where = and(eq(command.deviceId, device.deviceId), input.state && eq(command.state, input.state));
  const by = direction(input);
  return {
    list: ({ limit, offset }: Window) =>
      reader
        .select()
        .from(command)
        .where(where)
        .orderBy(by(command.createdAt), by(command.id))
        .limit(limit)
        .offset(offset),
    count: async () => (await reader.select({ total: count() }).from(command).where(where))[0]?.total ?? 0,
  };
}

type RecordsInput = ParsedInputOf<typeof controlContract.listRecords>;

export function recordsOf(reader: Reader, device: DeviceRef, input: RecordsInput) {
  const event = rows(scopeOf(device), deviceEvents);
  const where = and(
    eq(event.deviceId, device.deviceId),
    input.kinds && inArray(event.kind, input.kinds),
    input.from === undefined ? undefined : gte(event.at, startOfDay(input.from)),
    input.to === undefined ? undefined : lt(event.at, new Date(startOfDay(input.to).getTime() + dayMs)),
  );
  const by = direction(input);
  return {
    list: ({ limit, offset }: Window) =>
      reader
        .select()
        .from(event)
        .where(where)
        .orderBy(by(event.at), by(event.id))
        .limit(limit)
        .offset(offset),
    count: async () => (await reader.select({ total: count() }).from(event).where(where))[0]?.total ?? 0,
  };
}

type RefusalsInput = ParsedInputOf<typeof controlContract.listRefusals>;

export function refusalsOf(reader: Reader, input: RefusalsInput) {
  const conditions: (SQL | undefined)[] = [
    input.code ? ilike(deviceRefusals.code, likePattern(input.code)) : undefined,
    input.reason ? eq(deviceRefusals.reason, input.reason) : undefined,
  ];
  const where = and(...conditions);
  const by = direction(input);
  return {
    list: ({ limit, offset }: Window) =>
      reader
        .select()
        .from(deviceRefusals)
        .where(where)
        .orderBy(by(deviceRefusals.at), by(deviceRefusals.id))
        .limit(limit)
        .offset(offset),
    count: async () =>
      (await reader.select({ total: count() }).from(deviceRefusals).where(where))[0]?.total ?? 0,
  };
}
