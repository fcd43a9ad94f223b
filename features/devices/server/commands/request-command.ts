import { sql } from 'drizzle-orm';
import { fieldIssues } from '#kit/contract/issues.ts';
import { AppError, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { limits } from '#kit/protocol/limits.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { CommandDefinition } from '#kit/protocol/types/define.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert } from '#kit/server/tables.ts';
import { deadlinesOf } from '../../rules/command-rules.ts';
import { deviceCommands, devices } from '../../tables.ts';
import { type DeviceView, requireReachable } from '../device-queries.ts';
import { tellCommand } from './move-command.ts';

export const queuedChannel = 'device_command_queued';

export interface CommandRequest {
  device: DeviceView;
  command: string;
  parameters: Record<string, unknown>;
  user?: { id: string; name: string };
  subject?: { kind: string; id: string };
  expiryMs?: number;
}

/** Writes the command with whatever asked for it; it leaves after commit and never before. */
export async function requestCommand(
  tx: Tx,
  services: Services,
  request: CommandRequest,
): Promise<{ id: string; expiresAt: Date }> {
  const { device } = request;
  requireReachable(device);
  await holdDevice(tx, device);
  const definition = commandOf(device.type, request.command);
  const parameters = parametersOf(definition, request.parameters);
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + (request.expiryMs ?? limits.commandExpiryMs));
  const id = newId(now.getTime());
  const [row] = await insert(tx, tenantScope(device.tenantId), deviceCommands, {
    id,
    createdAt: now,
    deviceId: device.deviceId,
    command: request.command,
    parameters,
    state: 'queued',
    expiresAt,
    ...deadlinesOf(expiresAt, definition.withinMs),
    asked: definition.asked?.(parameters) ?? null,
    userId: request.user?.id ?? null,
    userName: request.user?.name ?? null,
    subjectKind: request.subject?.kind ?? null,
    subjectId: request.subject?.id ?? null,
  });
  if (!row) throw new Error(`command ${id} was not written`);
  await Promise.all([tellCommand(tx, row), tx.execute(sql`select pg_notify(${queuedChannel}, '')`)]);
  return { id, expiresAt };
}

/** Who takes the device away waits for the command, and nobody steers what was taken away. */
async function holdDevice(tx: Tx, { tenantId, deviceId }: DeviceView): Promise<void> {
  const held = await find(tx, tenantScope(tenantId), devices, { id: deviceId, unboundAt: null }, 'share');
  if (held.length === 0) throw missing();
}

function commandOf(type: DeviceType, name: string): CommandDefinition {
  const { commands } = definitionOf(type);
  const definition = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!definition) throw invalid('devices:error.unknownCommand');
  return definition;
}

function parametersOf(definition: CommandDefinition, given: Record<string, unknown>) {
  const parsed = definition.parameters.safeParse(given);
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const issues = fieldIssues(parsed.error).map((issue) => ({ ...issue, path: `parameters.${issue.path}` }));
  const first = issues[0];
  throw new AppError(first?.key ?? 'kit:error.badInput', 'invalid', first?.params, issues);
}
