import { emitAll } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { deviceChanged, deviceLogged } from '../../contract/events.ts';
import type { DeviceRef } from '../device-facts.ts';
import { eventsBySite } from '../device-log.ts';

const gatherMs = 300;

export interface LiveNews {
  changed(devices: readonly DeviceRef[]): void;
  logged(devices: readonly DeviceRef[]): void;
  flush(): Promise<void>;
}

/** Pages hear a few times a second which devices moved, not of every coin of every machine. */
export function createLiveNews(services: Services): LiveNews {
  let changed = new Map<string, DeviceRef>();
  let logged = new Map<string, DeviceRef>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const events = [
      ...eventsBySite(deviceChanged, changed.values()),
      ...eventsBySite(deviceLogged, logged.values()),
    ];
    changed = new Map();
    logged = new Map();
    if (events.length === 0) return;
    await services.db
      .transaction((tx) => emitAll(tx, events))
      .catch((error: unknown) => services.log.error({ err: error }, 'device news'));
  }

  const gather = (into: Map<string, DeviceRef>, devices: readonly DeviceRef[]) => {
    for (const device of devices) into.set(device.deviceId, device);
    if (devices.length > 0) timer ??= setTimeout(() => void flush(), gatherMs);
  };
  return {
    changed: (devices) => gather(changed, devices),
    logged: (devices) => gather(logged, devices),
    flush,
  };
}
