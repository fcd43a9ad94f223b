import { pick } from '#kit/kernel/pick.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { inStep, type Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { updateLocked } from '#kit/server/tables.ts';
import { deviceCommanded } from '../../contract/events.ts';
import { answerByOnceAccepted, isSettled, type Step } from '../../rules/command-rules.ts';
import { deviceCommands } from '../../tables.ts';
import { logDeviceEvents } from '../device-log.ts';
import { factListeners } from '../hub.ts';
import type { CommandRow, KnownCommand } from './command-queries.ts';

/** Takes a locked command one step on and tells everybody who has a part in it, all in the caller's transaction. */
export async function moveCommand(
  tx: Tx,
  services: Services,
  { command, device }: KnownCommand,
  step: Step,
): Promise<void> {
  const now = services.clock.now();
  const changes = {
    ...pick(step, 'state', 'counted', 'reason'),
    ...(step.state === 'accepted' && acceptance(command, device.type, now)),
    ...(isSettled(step.state) && { settledAt: now }),
  };
  const moved = { ...command, ...changes };
  const written = inStep(
    updateLocked(tx, tenantScope(command.tenantId), deviceCommands, { id: command.id }, changes),
  );
  await tellCommand(tx, moved, device.siteId);
  if (!isSettled(step.state)) return written;
  const late = command.state === 'unknown';
  await logDeviceEvents(tx, [{ device, kind: 'command', data: logged(moved, late), at: now }]);
  for (const listener of factListeners(services))
    await listener.commandSettled?.(tx, {
      ...device,
      ...pick(moved, 'id', 'command', 'parameters'),
      state: step.state,
      ...pick(moved, 'asked', 'counted', 'reason', 'subjectKind', 'subjectId'),
      late,
    });
  await written;
}

function acceptance(command: CommandRow, type: KnownCommand['device']['type'], now: Date) {
  const withinMs = definitionOf(type).commands[command.command]?.withinMs ?? 0;
  return { acceptedAt: now, answerBy: answerByOnceAccepted(now, withinMs, command.giveUpAt) };
}

const logged = (command: CommandRow, late: boolean) => ({
  ...pick(command, 'id', 'command', 'state', 'asked', 'counted', 'reason', 'userName'),
  ...(late && { late }),
});

/** The live event of every step. */
export async function tellCommand(
  tx: Tx,
  command: Pick<CommandRow, 'tenantId' | 'id' | 'deviceId' | 'state' | 'asked' | 'counted' | 'reason'>,
  siteId: string,
): Promise<void> {
  const { id, deviceId, state, asked, counted, reason } = command;
  await emit(tx, siteTopic(command.tenantId, siteId), deviceCommanded, {
    id,
    deviceId,
    state,
    asked,
    counted,
    reason,
  });
}
