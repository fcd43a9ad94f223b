import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';
import { startPump } from '#kit/server/pump.ts';
import { run } from '#kit/server/row-statements.ts';
import type { Services } from '#kit/server/services.ts';
import { shapeOfTenant } from '#kit/server/tables.ts';
import { deviceCommands } from '../../tables.ts';
import { sendCommand } from './ask-journal.ts';
import type { CommandRow, KnownCommand } from './command-queries.ts';
import { tellCommand } from './move-command.ts';
import { queuedChannel, sendAtOnce } from './request-command.ts';

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

const commandShape = shapeOfTenant(deviceCommands);

async function takeQueued(tx: Tx, now: Date): Promise<KnownCommand[]> {
  const found = await run(
    tx,
    `with queued as (
      select tenant_id, id from device_command where state = 'queued' and expires_at > $1
      order by created_at limit ${perTurn} for update skip locked
    )
    update device_command c set state = 'sent', sent_at = $1 from queued q, device d
    where c.tenant_id = q.tenant_id and c.id = q.id and d.tenant_id = c.tenant_id and d.id = c.device_id
    returning d.site_id, d.code, d.type, ${commandShape.list('c.')}`,
    [now.toISOString()],
  );
  const taken = found.map((values) => {
    const [siteId, code, type] = values as [string, string, DeviceType];
    const command = commandShape.read(values, 3) as CommandRow;
    const { tenantId, deviceId } = command;
    return { command, device: { tenantId, deviceId, siteId, code, type } };
  });
  for (const { command, device } of taken) await tellCommand(tx, command, device.siteId);
  return taken.toSorted((a, b) => a.command.createdAt.getTime() - b.command.createdAt.getTime());
}

const underWayOf = new WeakMap<Services, Set<Promise<void>>>();

/** Everything that was committed until now has left this process. */
export async function commandsLeft(services: Services): Promise<void> {
  await Promise.all(underWayOf.get(services) ?? []);
}

/**
 * Runs on every process. What its own transactions ask for is sent right after their commit; what others queued (a
 * script, a process that has no line to the devices) is taken by one of them.
 */
export async function startDispatcher(services: Services): Promise<{ stop(): Promise<void> }> {
  const underWay = new Set<Promise<void>>();
  underWayOf.set(services, underWay);
  sendAtOnce(services, (code, command) => {
    const sending = sendCommand(services, code, command)
      .catch((error: unknown) => services.log.error({ err: error, commandId: command.id }, 'device command'))
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  });
  const pump = await startPump({
    db: services.db,
    channel: queuedChannel,
    lookAgainMs,
    turn: async () => (await dispatchQueued(services)) === perTurn,
    onError: (error) => services.log.error({ err: error }, 'device commands'),
  });
  return {
    async stop() {
      sendAtOnce(services, undefined);
      await commandsLeft(services);
      await pump.stop();
    },
  };
}
