import { listDevices, sendToDevice } from '#features/machines/devices/server/public.ts';
import { limits } from '#kit/protocol/limits.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { announce } from './announce.ts';
import {
  type ChangeOutline,
  type ChangeRow,
  markFailed,
  markSent,
  takeOverdue,
  takeQueued,
} from './change-queries.ts';

/** So many devices are asked at once: their answers come back together. */
export const waveSize = 50;
const overduePerSweep = 500;

/** After commit. What does not get through ends by its deadline. */
export async function transmit(
  services: Services,
  changes: readonly Pick<ChangeRow, 'deviceCode' | 'version' | 'deadlineAt' | 'settings'>[],
): Promise<void> {
  await Promise.all(
    changes.map(async ({ deviceCode, version, deadlineAt, settings }) => {
      try {
        await sendToDevice(services, deviceCode, 'settings', {
          version,
          expiresAt: deadlineAt.toISOString(),
          settings: settings ?? undefined,
        });
      } catch (error) {
        services.log.warn({ err: error, code: deviceCode }, 'settings not sent');
      }
    }),
  );
}

/** Sends the next wave of changes that batches left; answers how many it took up. */
export async function sendWave(services: Services): Promise<number> {
  const now = services.clock.now();
  const { taken, sent } = await services.db.transaction(async (tx) => {
    const queued = await takeQueued(tx, now, waveSize);
    if (queued.length === 0) return { taken: 0, sent: [] };
    const devices = await listDevices(tx, platformScope, { ids: queued.map(({ deviceId }) => deviceId) });
    const online = new Set(devices.filter((device) => device.online).map(({ deviceId }) => deviceId));
    const [there, gone] = divide(queued, ({ deviceId }) => online.has(deviceId));
    await markFailed(
      tx,
      gone.map(({ tenantId, id }) => ({ tenantId, id, reason: 'offline' })),
      now,
    );
    const deadlineAt = new Date(now.getTime() + limits.settingsAnswerMs);
    const marked = await markSent(tx, there, now, deadlineAt);
    await announce(
      tx,
      [
        ...gone.map((change) => ({ change, state: 'failed' as const, reason: 'offline' as const })),
        ...there.map((change) => ({ change, state: 'pending' as const })),
      ],
      now,
    );
    return { taken: queued.length, sent: marked };
  });
  await transmit(services, sent);
  return taken;
}

/** Ends what was not answered in time, and what was never sent because no server ran. Answers how many. */
export async function endOverdue(services: Services): Promise<number> {
  const now = services.clock.now();
  return services.db.transaction(async (tx) => {
    const overdue = await takeOverdue(tx, now, overduePerSweep);
    const reasonOf = (change: ChangeOutline) =>
      change.sentAt ? ('noAnswer' as const) : ('expired' as const);
    await markFailed(
      tx,
      overdue.map((change) => ({ tenantId: change.tenantId, id: change.id, reason: reasonOf(change) })),
      now,
    );
    await announce(
      tx,
      overdue.map((change) => ({ change, state: 'failed', reason: reasonOf(change) })),
      now,
    );
    return overdue.length;
  });
}

function divide<T>(list: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [list.filter(fits), list.filter((item) => !fits(item))];
}
