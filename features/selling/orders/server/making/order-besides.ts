import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import type { PlayerScope } from '#kit/server/scope.ts';
import { latestOwnOrder } from '../order-queries.ts';

/** What another order at the machine would stand beside. What staff look into keeps nobody from playing. */
export const orderBefore = (reader: Reader, scope: PlayerScope, { deviceId }: DeviceView) =>
  latestOwnOrder(reader, scope, { deviceId, withFaults: false });

/**
 * Two tabs, or two phones of one person: each order says which order there it knows of, and of two at the same moment
 * the second finds the first.
 */
export async function assertKnown(
  tx: Tx,
  scope: PlayerScope,
  device: DeviceView,
  besides: string | undefined,
): Promise<void> {
  if (besides === undefined) return;
  await holdName(tx, 'orders at machine', scope.playerId, device.deviceId);
  const before = await orderBefore(tx, scope, device);
  if (before && before.number !== besides) throw conflict('orders:error.openHere');
}
