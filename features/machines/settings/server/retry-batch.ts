import { listDevices } from '#features/machines/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { batchMoved } from '../contract/events.ts';
import { lockBatch, selectBatch, selectRetryable } from './batch-queries.ts';
import { beginChanges, markRetried } from './begin-changes.ts';
import { type Confirmed, lockConfirmed } from './confirmed-queries.ts';
import { createPlanner } from './plan-change.ts';
import { wakeQueue } from './send-queue.ts';

/** Sends again to the devices of a batch that failed and may succeed another time. */
export async function retryBatch(context: StaffContext, id: string): Promise<{ retried: number }> {
  const { scope, tenantId } = context.session;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await selectBatch(tx, scope, id))) throw missing();
    await lockBatch(tx, scope, id);
    const candidates = await selectRetryable(tx, scope, id);
    const ids = candidates.map(({ deviceId }) => deviceId);
    const devices = await listDevices(tx, scope, { ids });
    const confirmed = await lockConfirmed(tx, devices);
    // read again: a late answer may have come while the locks were waited for
    const failed = new Map((await selectRetryable(tx, scope, id)).map((change) => [change.deviceId, change]));
    const again = devices.filter(({ deviceId }) => failed.has(deviceId));
    const planOf = createPlanner();
    const plans = again.map((device) =>
      planOf(
        device,
        confirmed.get(device.deviceId) as Confirmed,
        failed.get(device.deviceId)?.wanted ?? null,
      ),
    );
    const attemptOf = (deviceId: string) => (failed.get(deviceId)?.attempt ?? 0) + 1;
    const replaced = again.flatMap(({ deviceId }) => failed.get(deviceId)?.id ?? []);
    if (replaced.length > 0) await markRetried(tx, tenantId, replaced, now);
    await beginChanges(tx, plans, {
      actor: context,
      action: 'settings.retry',
      now,
      batch: { id, attemptOf },
    });
    await emit(tx, tenantTopic(tenantId), batchMoved, { batchId: id });
    await wakeQueue(tx);
    return { retried: plans.length };
  });
}
