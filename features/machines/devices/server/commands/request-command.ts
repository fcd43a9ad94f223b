import { fieldIssues } from '#kit/contract/issues.ts';
import { AppError, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { limits } from '#kit/protocol/limits.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { CommandDefinition } from '#kit/protocol/types/define.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';
import { afterCommit, announce } from '#kit/server/gathered-writes.ts';
import { insertWhereText, run, StatementText } from '#kit/server/row-statements.ts';
import type { Services } from '#kit/server/services.ts';
import { shapeOfTenant } from '#kit/server/tables.ts';
import { deadlinesOf } from '../../rules/command-rules.ts';
import { deviceCommands } from '../../tables.ts';
import { type DeviceView, requireReachable } from '../device-queries.ts';
import type { CommandRow } from './command-queries.ts';
import { tellCommand } from './move-command.ts';

export const queuedChannel = 'device_command_queued';

/** A command as it travels. */
export type SentCommand = Pick<
  CommandRow,
  'tenantId' | 'id' | 'command' | 'parameters' | 'createdAt' | 'expiresAt'
>;
type Sender = (code: string, command: SentCommand) => void;

const senders = new WeakMap<Services, Sender>();
const senderOf = (services: Services): Sender | undefined => senders.get(services);

/** From now on commands of this process leave right after their commit; without it they wait for a dispatcher. */
export function sendAtOnce(services: Services, sender: Sender | undefined): void {
  if (sender) senders.set(services, sender);
  else senders.delete(services);
}

export interface CommandRequest {
  device: DeviceView;
  command: string;
  parameters: Record<string, unknown>;
  user?: { id: string; name: string };
  /** what it is part of; commands that let something out have to be part of something */
  subject?: { kind: string; id: string } | undefined;
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
  const { definition, parameters } = checkedCommand(device.type, request.command, request.parameters);
  if (definition.lets && !request.subject)
    throw new Error(`${request.command} lets ${definition.lets.what} out, and nobody answers for it`);
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + (request.expiryMs ?? limits.commandExpiryMs));
  const send = senderOf(services);
  const command = {
    tenantId: device.tenantId,
    id: newId(now.getTime()),
    createdAt: now,
    deviceId: device.deviceId,
    command: request.command,
    parameters,
    // marked before it is sent, as the dispatcher does: a process that dies in between leaves what nobody received
    ...(send ? { state: 'sent' as const, sentAt: now } : { state: 'queued' as const, sentAt: null }),
    expiresAt,
    ...deadlinesOf(expiresAt, definition.withinMs),
    asked: definition.asked?.(parameters) ?? null,
    userId: request.user?.id ?? null,
    userName: request.user?.name ?? null,
    subjectKind: request.subject?.kind ?? null,
    subjectId: request.subject?.id ?? null,
  };
  if (!(await insertHeld(tx, command))) throw missing();
  await tellCommand(tx, { ...command, counted: null, reason: null }, device.siteId);
  if (send) afterCommit(tx, () => send(device.code, command));
  else announce(tx, queuedChannel);
  return { id: command.id, expiresAt };
}

/**
 * Writes the command and holds its device: who takes the device away waits for the command, and nobody steers what was
 * taken away.
 */
async function insertHeld(
  tx: Tx,
  command: Record<string, unknown> & { tenantId: string; deviceId: string },
): Promise<boolean> {
  const statement = new StatementText();
  const device = `select 1 from device where tenant_id = ${statement.parameter(command.tenantId)}
    and id = ${statement.parameter(command.deviceId)} and unbound_at is null for share`;
  const text = insertWhereText(statement, shapeOfTenant(deviceCommands), command, device);
  return (await run(tx, text, statement.parameters)).length > 0;
}

/** The command and its parameters as the type of the machine declares them. */
export function checkedCommand(type: DeviceType, name: string, given: Record<string, unknown>) {
  const definition = commandOf(type, name);
  return { definition, parameters: parametersOf(definition, given) };
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
