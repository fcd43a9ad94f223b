import type { DeviceIdentity } from './device-core.ts';
import { mqttLink, type OpenLink } from './link.ts';
import { untilPowerLost } from './power.ts';
import type { Profile } from './profiles.ts';
import { createRandom } from './random.ts';
import { SimulatedDevice } from './simulated-device.ts';
import { type DeviceStorage, memoryStorage } from './storage.ts';
import { SharedTimers, type Timers } from './timers.ts';

export interface FleetOptions {
  url: string;
  identities: readonly DeviceIdentity[];
  profileOf(identity: DeviceIdentity): Profile;
  seed: string;
  /** how many times faster than real time the days go by */
  speed?: number;
  /** memory when absent */
  storage?(code: string): Promise<DeviceStorage>;
  openLink?: OpenLink;
  auth?: 'timed' | 'static';
  httpBase?: string;
  timers?: Timers;
  /** connections opened per second while the fleet comes up */
  connectPerSecond?: number;
  /** false for machines that start unplugged */
  plugged?(code: string): boolean;
  onTrouble?(code: string, error: unknown): void;
}

export interface FleetFigures {
  devices: number;
  online: number;
  visits: number;
  sent: number;
  received: number;
  sentBytes: number;
}

/** Many devices behind one timer. The same seed and clock give the same days. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #timers: Timers;
  readonly #devices = new Map<string, SimulatedDevice>();
  readonly #traffic = { sent: 0, received: 0, sentBytes: 0 };
  #stopped = false;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#timers = options.timers ?? new SharedTimers();
  }

  /** Resolves when every device is plugged in; they connect in their own time. */
  async start(): Promise<void> {
    const { identities, connectPerSecond = 200, plugged = () => true } = this.#options;
    const random = createRandom(this.#options.seed);
    for (const [index, identity] of identities.entries()) {
      if (this.#stopped) return;
      const device = await this.#create(identity, random);
      this.#devices.set(identity.code, device);
      device.life.begin();
      if (!plugged(identity.code)) continue;
      untilPowerLost(device.plug(), (error) => this.#trouble(identity.code, error));
      if (index % connectPerSecond === connectPerSecond - 1)
        await new Promise<void>((done) => this.#timers.after(1000, done));
    }
  }

  device(code: string): SimulatedDevice {
    const device = this.#devices.get(code);
    if (!device) throw new Error(`no simulated device ${code}`);
    return device;
  }

  find(code: string): SimulatedDevice | undefined {
    return this.#devices.get(code);
  }

  figures(): FleetFigures {
    let online = 0;
    let visits = 0;
    for (const device of this.#devices.values()) {
      if (device.online) online++;
      visits += device.life.visits;
    }
    return { devices: this.#devices.size, online, visits, ...this.#traffic };
  }

  /** Every device switches off in order. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const devices = [...this.#devices.values()];
    for (const device of devices) device.life.end();
    await Promise.all(
      devices.map((device) =>
        device.client.shutDown().catch((error: unknown) => this.#trouble(device.identity.code, error)),
      ),
    );
  }

  async #create(identity: DeviceIdentity, random: ReturnType<typeof createRandom>) {
    const { url, profileOf, speed = 1, storage, openLink = mqttLink(), auth, httpBase } = this.#options;
    return new SimulatedDevice({
      identity,
      url,
      profile: profileOf(identity),
      random,
      timers: this.#timers,
      speed,
      storage: (await storage?.(identity.code)) ?? memoryStorage(),
      openLink: this.#counted(openLink),
      ...(auth && { auth }),
      ...(httpBase && { httpBase }),
      onTrouble: (error) => this.#trouble(identity.code, error),
    });
  }

  #counted(open: OpenLink): OpenLink {
    return async (request) => {
      const link = await open({
        ...request,
        onMessage: (topic, payload) => {
          this.#traffic.received++;
          request.onMessage(topic, payload);
        },
      });
      return {
        ...link,
        publish: (topic, payload) => {
          this.#traffic.sent++;
          this.#traffic.sentBytes += payload.length;
          return link.publish(topic, payload);
        },
      };
    };
  }

  #trouble(code: string, error: unknown): void {
    if (this.#options.onTrouble) this.#options.onTrouble(code, error);
    else console.error(code, error);
  }
}
