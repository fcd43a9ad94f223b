import { forbidden } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireReachable } from '../device-queries.ts';
import { gatekeeperOf } from '../hub.ts';
import { type CommandRequest, checkedCommand } from './request-command.ts';

/**
 * For commands that people send: what they let out is asked for, limited and recorded before. Answers what the command
 * is part of; undefined where nothing leaves the machine.
 */
export async function answerFor(
  tx: Tx,
  context: StaffContext,
  { device, command, parameters: given }: Pick<CommandRequest, 'device' | 'command' | 'parameters'>,
): Promise<{ kind: string; id: string } | undefined> {
  requireReachable(device);
  const { definition, parameters } = checkedCommand(device.type, command, given);
  const { lets } = definition;
  if (!lets) return undefined;
  const gatekeeper = gatekeeperOf(context.services);
  if (!gatekeeper) throw forbidden();
  return gatekeeper(tx, context, {
    device,
    command,
    parameters,
    what: lets.what,
    pieces: lets.pieces?.(parameters),
  });
}
