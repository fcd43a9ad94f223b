import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { startPump } from '#kit/server/pump.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import { deviceCommands, devices } from '../../tables.ts';
import { sendCommand } from './ask-journal.ts';
import { type KnownCommand, ofDevice, refOf } from './command-queries.ts';
import { tellCommand } from './move-command.ts';
import { queuedChannel } from './request-command.ts';

const perTurn = 200;
const lookAgainMs = 2000;

/**
 * Publishes queued commands after their transactions committed. A process that dies between marking and publishing leaves
 * a command that nobody received: its journal says so, and it ends as expired.
 */
export async function dispatchQueued(services: Services): Promise<number> {
  const taken = await services.db.transaction((tx) => takeQueued(tx, services.clock.now()));
  await Promise.all(taken.map(({ command, device }) => sendCommand(services, device.code, command)));
  return taken.length;
}

async function takeQueued(tx: Tx, now: Date): Promise<KnownCommand[]> {
  const command = rows(platformScope, deviceCommands);
  const queued = await tx
    .select({ id: command.id })
    .from(command)
    .where(and(eq(command.state, 'queued'), gt(command.expiresAt, now)))
    .orderBy(asc(command.createdAt))
    .limit(perTurn)
    .for('update', { skipLocked: true });
  if (queued.length === 0) return [];
  const ids = queued.map(({ id }) => id);
  const sent = await update(tx, platformScope, deviceCommands, (columns) => inArray(columns.id, ids), {
    state: 'sent',
    sentAt: now,
  });
  for (const row of sent) await tellCommand(tx, row);
  const device = rows(platformScope, devices);
  const owners = await tx
    .select()
    .from(device)
    .innerJoin(command, ofDevice(command, device))
    .where(inArray(command.id, ids));
  const refOfCommand = new Map(owners.map((row) => [row.device_command.id, refOf(row.device)]));
  return sent
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap((row) => {
      const ref = refOfCommand.get(row.id);
      return ref ? [{ command: row, device: ref }] : [];
    });
}

/** Runs on every process; each command is taken by one of them. */
export const startDispatcher = (services: Services): Promise<{ stop(): Promise<void> }> =>
  startPump({
    db: services.db,
    channel: queuedChannel,
    lookAgainMs,
    turn: async () => (await dispatchQueued(services)) === perTurn,
    onError: (error) => services.log.error({ err: error }, 'device commands'),
  });
