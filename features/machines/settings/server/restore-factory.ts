import { listDevices, type SettledCommand } from '#features/machines/devices/server/public.ts';
import type { ClearChoice } from '#kit/protocol/types/define.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { factory } from '../rules/document-rules.ts';
import { lockConfirmed } from './confirmed-queries.ts';
import { takeOver } from './take-over.ts';

const restoring: readonly ClearChoice[] = ['factory', 'both'];

/** A device that was told to start over runs with what its type leaves the factory with. */
export async function restoreFactory(tx: Tx, services: Services, command: SettledCommand): Promise<void> {
  if (command.command !== 'clear' || command.state !== 'done') return;
  if (!restoring.includes(command.parameters.what as ClearChoice)) return;
  const [device] = await listDevices(tx, tenantScope(command.tenantId), { ids: [command.deviceId] });
  const confirmed = (await lockConfirmed(tx, [command])).get(command.deviceId);
  if (!device || !confirmed) return;
  const made = factory[device.type];
  // it may have told its number already; otherwise the next heartbeat brings it
  const told = confirmed.reportedHash === made.hash ? confirmed.reportedVersion : null;
  await takeOver(tx, {
    device,
    confirmed,
    next: { ...made, version: told ?? confirmed.version },
    user: null,
    now: services.clock.now(),
    services,
  });
}
