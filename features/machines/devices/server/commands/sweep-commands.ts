import type { Services } from '#kit/server/services.ts';
import { mayBecome, type Step } from '../../rules/command-rules.ts';
import { askJournals } from './ask-journal.ts';
import { lockCommandOf, type OverdueCommand, selectOverdue, selectUnknown } from './command-queries.ts';
import { moveCommand } from './move-command.ts';

const perTurn = 500;

/** Deadlines: what never left expires, what is overdue is asked about, what nobody can tell ends as unknown. */
export async function sweepCommands(services: Services): Promise<void> {
  const now = services.clock.now();
  const overdue = await selectOverdue(services.db.read, now, perTurn);
  const ended: OverdueCommand[] = [];
  const asked: OverdueCommand[] = [];
  for (const known of overdue) {
    const over = known.command.state === 'queued' || known.command.giveUpAt <= now;
    (over ? ended : asked).push(known);
  }
  // one by one: a listener that refuses one command must not hold up the others
  for (const known of ended)
    await endCommand(services, known).catch((error: unknown) =>
      services.log.error({ err: error, commandId: known.command.id }, 'command deadline'),
    );
  const unknown = await selectUnknown(services.db.read, now, perTurn);
  await askJournals(services, [...asked, ...unknown]);
}

async function endCommand(services: Services, { command, device, online }: OverdueCommand): Promise<void> {
  await services.db.transaction(async (tx) => {
    const locked = await lockCommandOf(tx, device, command.id);
    // an answer came, or another process was quicker
    if (!locked || locked.state !== command.state) return;
    const step: Step =
      locked.state === 'queued'
        ? { state: 'expired', counted: locked.asked === null ? null : 0, reason: 'notExecuted' }
        : { state: 'unknown', counted: null, reason: online ? 'noAnswer' : 'offline' };
    if (mayBecome(locked.state, step.state))
      await moveCommand(tx, services, { command: locked, device }, step);
  });
}
