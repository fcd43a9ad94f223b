import { type DeviceRef, onDeviceMessage } from '#features/machines/devices/server/public.ts';
import { businessDay, hourMs } from '#kit/kernel/time.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import type { Services } from '#kit/server/services.ts';
import { recordTraffic } from './record-traffic.ts';

const recordEveryMs = hourMs;
const monthLength = 'yyyy-mm'.length;

/** Devices tell the month's traffic with every heartbeat; once an hour is enough for a page that shows the month. */
export async function listenToTraffic(services: Services): Promise<void> {
  const nextMs = new Map<string, number>();
  const listen = async (
    device: DeviceRef,
    { signal }: Pick<UpMessage<'heartbeat'>, 'signal'>,
  ): Promise<void> => {
    const now = services.clock.now();
    if (signal.trafficBytes === undefined || now.getTime() < (nextMs.get(device.deviceId) ?? 0)) return;
    nextMs.set(device.deviceId, now.getTime() + recordEveryMs);
    await services.db.transaction((tx) =>
      recordTraffic(tx, device.tenantId, {
        deviceId: device.deviceId,
        usedBytes: signal.trafficBytes as number,
        month: businessDay(now).slice(0, monthLength),
      }),
    );
  };
  onDeviceMessage(services, 'hello', listen);
  onDeviceMessage(services, 'heartbeat', listen);
}
