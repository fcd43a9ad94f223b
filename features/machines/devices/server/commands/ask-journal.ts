import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { limits } from '#kit/protocol/limits.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { update } from '#kit/server/tables.ts';
import { journalReachMs } from '../../rules/command-rules.ts';
import { deviceCommands } from '../../tables.ts';
import type { DeviceRef } from '../device-facts.ts';
import { sendToDevice } from '../send-message.ts';
import { type KnownCommand, selectUnanswered } from './command-queries.ts';
import type { SentCommand } from './request-command.ts';

/** Asks devices what became of commands; each device in one message or a few. */
export async function askJournals(services: Services, list: readonly KnownCommand[]): Promise<void> {
  const byDevice = Map.groupBy(list, ({ device }) => device.code);
  for (const [code, known] of byDevice)
    for (let start = 0; start < known.length; start += limits.maxJournalQuery)
      await askJournal(services, code, known.slice(start, start + limits.maxJournalQuery));
}

async function askJournal(services: Services, code: string, known: readonly KnownCommand[]): Promise<void> {
  const first = known[0];
  if (!first) return;
  const now = services.clock.now();
  const ids = known.map(({ command }) => command.id);
  await services.db.transaction((tx) =>
    update(
      tx,
      tenantScope(first.device.tenantId),
      deviceCommands,
      (columns) => and(inArray(columns.id, ids), eq(columns.deviceId, first.device.deviceId)),
      { askedJournalAt: now },
    ),
  );
  await sendToDevice(services, code, 'journal', {
    query: newId(now.getTime()),
    expiresAt: new Date(now.getTime() + limits.commandExpiryMs).toISOString(),
    ids,
  });
}

/** A command as it travels; sent again it is the same one, and the device takes it once. */
export async function sendCommand(services: Services, code: string, command: SentCommand): Promise<void> {
  await sendToDevice(services, code, 'command', {
    ...pick(command, 'id', 'command', 'parameters'),
    issuedAt: command.createdAt.toISOString(),
    expiresAt: command.expiresAt.toISOString(),
  });
}

/** Devices that just said hello: what was lost on its way is sent again in time, the rest is asked about. */
export async function resumeCommands(services: Services, devices: readonly DeviceRef[]): Promise<void> {
  const now = services.clock.now();
  const list = await selectUnanswered(services.db.read, devices, new Date(now.getTime() - journalReachMs));
  const inTime = ({ command }: KnownCommand) => command.state === 'sent' && command.expiresAt > now;
  for (const { command, device } of list.filter(inTime)) await sendCommand(services, device.code, command);
  await askJournals(
    services,
    list.filter((known) => !inTime(known)),
  );
}
