import type { UpMessage } from '#kit/protocol/messages.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { type CommandAnswer, stepOf } from '../../rules/command-rules.ts';
import type { DeviceRef } from '../device-facts.ts';
import { logDeviceEvents } from '../device-log.ts';
import { lockCommandOf } from './command-queries.ts';
import { moveCommand } from './move-command.ts';

/** What a machine counted in one command can not be more than this. */
const maxCounted = 1_000_000;

/** A result counts once, however often it comes; one for a command that was never given is only noted. */
export async function takeResult(
  services: Services,
  device: DeviceRef,
  message: UpMessage<'result'>,
): Promise<void> {
  const state = message.state === 'repeat' ? message.journal : message.state;
  // a repeat without what the journal holds says nothing new
  if (!state) return;
  const { id, counted, reason } = message;
  await services.db.transaction((tx) => takeAnswer(tx, services, device, { id, state, counted, reason }));
}

export async function takeJournal(
  services: Services,
  device: DeviceRef,
  message: UpMessage<'journal'>,
): Promise<void> {
  const queriedAt = timeOfId(message.query);
  // always in the same order, so that two journals of one device do not wait for each other
  const entries = message.entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, state, counted, reason } of entries)
    await services.db.transaction((tx) =>
      takeAnswer(tx, services, device, { id, state, counted, reason, queriedAt }),
    );
}

async function takeAnswer(
  tx: Tx,
  services: Services,
  device: DeviceRef,
  answer: CommandAnswer,
): Promise<void> {
  const command = await lockCommandOf(tx, device, answer.id);
  const plausible = (answer.counted ?? 0) <= maxCounted;
  const step = command && plausible ? stepOf(command, answer) : 'contradiction';
  if (step === undefined) return;
  if (step !== 'contradiction' && command) {
    await moveCommand(tx, services, { command, device }, step);
    return;
  }
  const { id, state, counted, reason } = answer;
  const known = command?.state ?? null;
  await logDeviceEvents(tx, [
    {
      device,
      kind: 'commandOdd',
      data: { id, command: command?.command ?? null, known, state, counted, reason },
      at: services.clock.now(),
    },
  ]);
}

/** Queries carry an id of ours, and such an id carries its time; no table has to remember when each was asked. */
function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
