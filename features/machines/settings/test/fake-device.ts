import { deviceSecret } from '#features/machines/devices/server/device-keys.ts';
import { deviceIdentities, devices } from '#features/machines/devices/tables.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import { openSigned, settingsHash } from '#kit/protocol/signing.ts';
import { downFilter, downTopic, type UpKind, upTopic } from '#kit/protocol/topics.ts';
import { defaultSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';

export interface FakeOptions {
  type?: DeviceType;
  tenantId?: string;
  siteId?: string;
}

/** How a device takes the settings it is sent. mute: it applies them and nobody hears of it. */
export type Manner =
  | 'obeys'
  | 'silent'
  | 'mute'
  | 'garbles'
  | { refuses: NonNullable<UpMessage<'settings'>['reason']>; path?: string };

/** A device at the other end of the test's broker, as much of it as settings need. */
export class FakeDevice {
  readonly id = newId();
  readonly received: DownMessage<'settings'>[] = [];
  readonly commands: DownMessage<'command'>[] = [];
  manner: Manner = 'obeys';
  version = 0;
  settings: SettingsDocument;
  readonly server: TestServer;
  readonly code: string;
  readonly type: DeviceType;

  constructor(server: TestServer, code: string, type: DeviceType) {
    this.server = server;
    this.code = code;
    this.type = type;
    this.settings = defaultSettings(type);
  }

  get hash(): string {
    return settingsHash(this.settings);
  }

  publish<K extends UpKind>(kind: K, message: UpMessage<K>): Promise<void> {
    return this.server.services.mqtt.publish(upTopic(this.code, kind), JSON.stringify(message));
  }

  async connect(): Promise<void> {
    (await listenersOf(this.server)).set(this.code, this);
    await this.hello();
  }

  async hear(topic: string, payload: string): Promise<void> {
    if (topic === downTopic(this.code, 'settings')) await this.receive(topic, payload);
    if (topic === downTopic(this.code, 'command')) await this.obey(this.open<'command'>(topic, payload));
  }

  hello(): Promise<void> {
    return this.publish('hello', {
      session: 'only',
      protocol: 1,
      type: this.type,
      model: 'test',
      firmware: '1.0.0',
      boot: 1,
      epoch: 0,
      settingsVersion: this.version,
      settingsHash: this.hash,
      contentVersion: 0,
      faults: [],
      signal: { kind: 'wired' },
    });
  }

  heartbeat(): Promise<void> {
    return this.publish('heartbeat', {
      session: 'only',
      at: this.server.clock.now().toISOString(),
      uptimeS: 1,
      signal: { kind: 'wired' },
      settingsVersion: this.version,
      settingsHash: this.hash,
      busy: false,
    });
  }

  disconnect(): Promise<void> {
    return this.publish('offline', { session: 'only', reason: 'shutdown' });
  }

  report(settings: Record<string, unknown> = this.settings, hash = this.hash): Promise<void> {
    return this.publish('settings', { version: this.version, hash, state: 'report', settings });
  }

  /** Somebody turns a knob at the machine; it tells nobody until it is asked or says what it runs with. */
  touch(group: string, values: Record<string, unknown>): void {
    this.settings = { ...this.settings, [group]: { ...this.settings[group], ...values } };
  }

  private open<K extends 'settings' | 'command'>(topic: string, payload: string): DownMessage<K> {
    const secret = deviceSecret(this.server.services.secrets, this.code, 1);
    const message = openSigned(secret, topic, payload);
    if (!message) throw new Error('a wrong signature');
    return message as DownMessage<K>;
  }

  /** Whatever it is told, it starts over. */
  private async obey(command: DownMessage<'command'>): Promise<void> {
    this.commands.push(command);
    this.settings = defaultSettings(this.type);
    await this.report();
    const at = this.server.clock.now().toISOString();
    await this.publish('result', { id: command.id, state: 'done', at });
  }

  private async receive(topic: string, payload: string): Promise<void> {
    const message = this.open<'settings'>(topic, payload);
    if (!message.settings) return this.report();
    this.received.push(message);
    if (this.manner === 'silent') return;
    if (typeof this.manner === 'object') {
      const { refuses, path } = this.manner;
      return this.publish('settings', {
        version: message.version,
        hash: this.hash,
        state: 'refused',
        reason: refuses,
        path,
      });
    }
    this.version = message.version;
    this.settings = message.settings as SettingsDocument;
    if (this.manner === 'garbles') this.touch('sound', { volume: 1 });
    if (this.manner !== 'mute')
      await this.publish('settings', { version: this.version, hash: this.hash, state: 'applied' });
  }
}

const listeners = new WeakMap<TestServer, Map<string, FakeDevice>>();

/** One subscription for all of them: the test's broker looks at every one for every message. */
async function listenersOf(server: TestServer): Promise<Map<string, FakeDevice>> {
  const known = listeners.get(server);
  if (known) return known;
  const byCode = new Map<string, FakeDevice>();
  listeners.set(server, byCode);
  await server.services.mqtt.subscribe(downFilter('+'), (topic, payload) =>
    byCode.get(topic.split('/')[2] ?? '')?.hear(topic, payload.toString()),
  );
  return byCode;
}

let nextNumber = 5000;

/** Claimed devices of the merchant's first site that have not connected yet. */
export async function addDevices(
  server: TestServer,
  count: number,
  { type = 'claw', tenantId = demoTenants.merchant, siteId = demoId('site:merchant:1') }: FakeOptions = {},
): Promise<FakeDevice[]> {
  const scope = tenantScope(tenantId);
  const made = Array.from({ length: count }, () => new FakeDevice(server, `SETTEST${nextNumber++}`, type));
  await server.services.db.transaction(async (tx) => {
    await insert(
      tx,
      scope,
      devices,
      made.map(({ id, code }) => ({ id, siteId, code, type, number: Number(code.slice('SETTEST'.length)) })),
    );
    await tx.insert(deviceIdentities).values(
      made.map(({ id, code }) => ({
        code,
        type,
        model: 'test',
        claimPin: '000000',
        tenantId,
        deviceId: id,
      })),
    );
  });
  return made;
}

export async function connected(server: TestServer, options: FakeOptions = {}): Promise<FakeDevice> {
  const [device] = await addDevices(server, 1, options);
  await device!.connect();
  return device!;
}
