import { DeviceClient } from '../devices/client.ts';
import type { ControllerOptions, DeviceIdentity } from '../devices/device-core.ts';
import type { Wear } from '../devices/machine.ts';
import { createMachine } from '../devices/machines.ts';
import { createRandom } from '../devices/random.ts';
import { type DeviceStorage, memoryStorage } from '../devices/storage.ts';
import { ManualTimers } from '../devices/timers.ts';
import { PretendServer, testIdentity } from './pretend-server.ts';

export const noWear: Wear = { jamPerPiece: 0, unseenPerPiece: 0 };
export const testStart = new Date('2026-11-16T04:00:00Z');

export interface Bench {
  client: DeviceClient;
  server: PretendServer;
  timers: ManualTimers;
  identity: DeviceIdentity;
  storage: DeviceStorage;
}

/** One device on a bench: its plug, a server that answers, and time in our hands. */
export async function deviceOnBench(
  type: DeviceIdentity['type'],
  options: Partial<ControllerOptions> & { wear?: Wear; seed?: string; plug?: boolean } = {},
): Promise<Bench> {
  const { wear = noWear, seed = 'bench', plug = true, ...given } = options;
  const identity = given.identity ?? testIdentity(type);
  const timers = new ManualTimers(testStart);
  const server = new PretendServer(identity, timers);
  const storage = given.storage ?? memoryStorage();
  const client = new DeviceClient({
    identity,
    url: 'mqtt://bench',
    storage,
    timers,
    random: createRandom(seed),
    openLink: server.open,
    machine: (parts) => createMachine({ ...parts, wear }),
    onTrouble: (error) => {
      throw error;
    },
    ...given,
  });
  if (plug) {
    await client.plug();
    await timers.advance(1000);
  }
  return { client, server, timers, identity, storage };
}
