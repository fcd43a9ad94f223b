/**
 * Machines as a process of their own, for tests that kill the server and not the machines. Forked; its first message is
 * `FleetProcessOptions`, its answer `{ready}`; then `{id, call, args}` asks for one of `calls`.
 */
import { join } from 'node:path';
import { DeviceClient } from '#simulators/devices/client.ts';
import type { DeviceIdentity } from '#simulators/devices/device-core.ts';
import { folderStorage } from '#simulators/devices/folder-storage.ts';
import type { JournalEntry } from '#simulators/devices/journal-entry.ts';
import { mqttLink, type OpenLink } from '#simulators/devices/link.ts';
import { createMachine } from '#simulators/devices/machines.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { SharedTimers } from '#simulators/devices/timers.ts';
import { answerCalls } from '../helper-process.ts';

export interface FleetProcessOptions {
  url: string;
  /** static for a broker with a password file */
  auth: 'timed' | 'static';
  folder: string;
  seed: string;
  identities: DeviceIdentity[];
  /** of a coin or a prize that gets stuck, so that some orders are delivered in part */
  jamPerPiece: number;
  pace: number;
}

export interface MachineTruth {
  code: string;
  /** what the machine itself counted for orders, without regard to commands */
  onlineCoins: number;
  entries: JournalEntry[];
}

const retryMs = 150;
const mendEveryMs = 1500;
const longestGoodbyeMs = 3000;

/**
 * Knocks until somebody opens. A device that waits a minute after some refusals, as it should, would sleep through a
 * test whose server is away for seconds again and again.
 */
const patient =
  (open: OpenLink): OpenLink =>
  async (request) => {
    for (;;) {
      try {
        return await open(request);
      } catch {
        await new Promise((done) => setTimeout(done, retryMs));
      }
    }
  };

async function start(options: FleetProcessOptions): Promise<Map<string, DeviceClient>> {
  const timers = new SharedTimers();
  const random = createRandom(options.seed);
  const clients = new Map<string, DeviceClient>();
  for (const identity of options.identities) {
    const client = new DeviceClient({
      identity: { ...identity, secret: Buffer.from(identity.secret) },
      url: options.url,
      auth: options.auth,
      storage: await folderStorage(join(options.folder, identity.code)),
      timers,
      pace: options.pace,
      random: random.fork(identity.code),
      // a login is good for some minutes, so it may be shown again while the server is away
      openLink: patient(mqttLink({ protocolVersion: 5, connectTimeoutMs: 2000 })),
      machine: (parts) =>
        createMachine({ ...parts, wear: { jamPerPiece: options.jamPerPiece, unseenPerPiece: 0 } }),
    });
    clients.set(identity.code, client);
    await client.plug();
  }
  // staff come by, or nothing would be sold any more after the first jams
  setInterval(() => {
    for (const { machine, controller } of clients.values()) {
      if (!machine || !controller || machine.busy) continue;
      for (const code of [...controller.memory.faults]) machine.mend(code);
      if (machine.low) machine.refill();
    }
  }, mendEveryMs).unref();
  return clients;
}

function createCalls(clients: Map<string, DeviceClient>) {
  return {
    online: () => [...clients.values()].filter(({ online }) => online).length,
    /** of these commands, what each machine has written down */
    truth: (ids: Record<string, string[]>): MachineTruth[] =>
      [...clients].map(([code, { controller }]) => ({
        code,
        onlineCoins: controller?.memory.counters.onlineCoins ?? 0,
        entries: (ids[code] ?? []).flatMap((id) => controller?.journal.find(id) ?? []),
      })),
  };
}

process.once('message', async (options: FleetProcessOptions) => {
  const clients = await start(options);
  answerCalls({ ready: true }, createCalls(clients), async () => {
    // switched off in order, so that the next start remembers everything
    await Promise.race([
      Promise.all([...clients.values()].map((client) => client.shutDown())),
      new Promise((done) => setTimeout(done, longestGoodbyeMs)),
    ]);
  });
});
