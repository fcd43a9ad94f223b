import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { expect, it } from 'vitest';
import { upMessages } from '#kit/protocol/messages.ts';
import { downTopic, upTopic } from '#kit/protocol/topics.ts';
import type { MqttConnection } from '#kit/server/mqtt.ts';
import { DeviceClient } from '../devices/client.ts';
import type { DeviceIdentity } from '../devices/device-core.ts';
import { mqttLink } from '../devices/link.ts';
import { createMachine } from '../devices/machines.ts';
import { createRandom } from '../devices/random.ts';
import { memoryStorage } from '../devices/storage.ts';
import { SharedTimers } from '../devices/timers.ts';
import { noWear } from './bench-device.ts';

export interface BrokerUnderTest {
  url: string;
  /** the server's own connection */
  server: MqttConnection;
  devices: readonly [DeviceIdentity, DeviceIdentity];
  passwordOf(identity: DeviceIdentity): string;
  auth: 'timed' | 'static';
}

/** Resolves when the broker let it in, rejects when it did not. */
export const connectAs = (url: string, options: IClientOptions): Promise<MqttClient> =>
  mqtt.connectAsync(url, { reconnectPeriod: 0, connectTimeout: 10_000, ...options }, false).then((client) => {
    client.on('error', () => undefined);
    return client;
  });

/** What holds for every broker: no device can read, write or be another. */
export function testBrokerAccess(protocolVersion: 4 | 5, broker: () => BrokerUnderTest): void {
  const connect = (identity: DeviceIdentity, more: IClientOptions = {}) =>
    connectAs(broker().url, {
      protocolVersion,
      clientId: identity.code,
      username: identity.code,
      password: broker().passwordOf(identity),
      ...more,
    });

  /** What reaches the server until a message that may reach it does. */
  async function heardByServer(attempt: () => Promise<void>): Promise<string[]> {
    const { server, devices } = broker();
    const heard: string[] = [];
    const marker = Promise.withResolvers<void>();
    const mark = `mark-${Math.random()}`;
    for (const { code } of devices)
      await server.subscribe(`coinyard/v1/${code}/up/+`, (topic, payload) => {
        if (payload.toString() === mark) marker.resolve();
        else heard.push(`${topic} ${payload}`);
      });
    await attempt();
    const witness = await connect(devices[1]);
    await witness.publishAsync(upTopic(devices[1].code, 'heartbeat'), mark, { qos: 1 });
    await marker.promise;
    await witness.endAsync();
    return heard;
  }

  it('a device speaks with the server and the server with it', async () => {
    const { server, devices } = broker();
    const [one] = devices;
    const device = await connect(one);
    await device.subscribeAsync(`coinyard/v1/${one.code}/down/+`, { qos: 1 });
    const received = new Promise<string>((done) =>
      device.once('message', (_, payload) => done(payload.toString())),
    );
    await server.publish(downTopic(one.code, 'ack'), 'for one');
    expect(await received).toBe('for one');
    const heard = await heardByServer(async () => {
      await device.publishAsync(upTopic(one.code, 'telemetry'), 'from one', { qos: 1 });
    });
    expect(heard).toEqual([`${upTopic(one.code, 'telemetry')} from one`]);
    await device.endAsync();
  });

  it('a device can not read what another is sent, nor what devices say', async () => {
    const { server, devices } = broker();
    const [thief, victim] = devices;
    const filters = [
      downTopic(victim.code, 'command'),
      `coinyard/v1/${victim.code}/down/#`,
      `coinyard/v1/${victim.code}/up/#`,
      'coinyard/v1/+/down/+',
      'coinyard/#',
      '#',
      `$share/x/coinyard/v1/${victim.code}/down/#`,
    ];
    const listener = await connect(victim);
    await listener.subscribeAsync(`coinyard/v1/${victim.code}/down/+`, { qos: 1 });
    for (const filter of filters) {
      const client = await connect(thief);
      const stolen: string[] = [];
      client.on('message', (topic) => stolen.push(topic));
      // some brokers refuse the subscription, others deliver nothing
      await client.subscribeAsync(filter, { qos: 1 }).catch(() => undefined);
      const arrived = new Promise((done) => listener.once('message', done));
      await server.publish(downTopic(victim.code, 'command'), 'secret');
      await arrived;
      // what comes after it on the thief's own topic proves that it would have come by now
      const own = async () => {
        await client.subscribeAsync(`coinyard/v1/${thief.code}/down/+`, { qos: 1 });
        const came = new Promise((done) => client.once('message', done));
        await server.publish(downTopic(thief.code, 'ack'), 'own');
        await came;
      };
      const shown = new Promise<void>((done) => client.once('close', () => done()));
      // a broker that shows the door may do so while it is asked
      if (client.connected) await Promise.race([own().catch(() => shown), shown]);
      expect(
        stolen.filter((topic) => topic.includes(victim.code)),
        filter,
      ).toEqual([]);
      await client.endAsync(true);
    }
    await listener.endAsync();
  });

  it('a device can not write as another, nor as the server, nor leave a last will in its name', async () => {
    const { devices } = broker();
    const [thief, victim] = devices;
    const listener = await connect(victim);
    await listener.subscribeAsync(`coinyard/v1/${victim.code}/down/+`, { qos: 1 });
    const received: string[] = [];
    listener.on('message', (topic) => received.push(topic));
    const heard = await heardByServer(async () => {
      for (const topic of [
        upTopic(victim.code, 'telemetry'),
        upTopic(victim.code, 'offline'),
        downTopic(victim.code, 'command'),
        downTopic(thief.code, 'command'),
      ]) {
        const client = await connect(thief);
        const gone = new Promise<void>((done) => client.once('close', done));
        // acknowledged and dropped, or cut off
        await Promise.race([client.publishAsync(topic, 'forged', { qos: 1 }).catch(() => undefined), gone]);
        await client.endAsync(true);
      }
      const dying = await connect(thief, {
        will: {
          topic: upTopic(victim.code, 'offline'),
          payload: Buffer.from('forged'),
          qos: 1,
          retain: false,
        },
      }).catch(() => undefined);
      dying?.stream.destroy();
      await dying?.endAsync(true);
    });
    expect(heard).toEqual([]);
    expect(received).toEqual([]);
    await listener.endAsync(true);
  });

  it('a device can not be another: neither by name nor by client id', async () => {
    const { url, devices, passwordOf } = broker();
    const [thief, victim] = devices;
    const real = await connect(victim);
    let thrownOut = false;
    real.on('close', () => {
      thrownOut = true;
    });
    const asVictim = { protocolVersion, clientId: victim.code, username: victim.code };
    for (const password of [passwordOf(thief), 'guess', ''])
      await expect(connectAs(url, { ...asVictim, password })).rejects.toThrow();
    await expect(connectAs(url, { protocolVersion, clientId: victim.code })).rejects.toThrow();
    const masked = await connect(thief, { clientId: victim.code }).catch(() => undefined);
    await masked?.endAsync(true);
    await real.publishAsync(upTopic(victim.code, 'heartbeat'), 'still here', { qos: 1 });
    expect(thrownOut).toBe(false);
    await real.endAsync(true);
  });
  it('carries the reference client, and its last will', async () => {
    const { url, server, devices, auth } = broker();
    const [identity] = devices;
    const hello = Promise.withResolvers<unknown>();
    const will = Promise.withResolvers<unknown>();
    await server.subscribe(upTopic(identity.code, 'hello'), (_, payload) =>
      hello.resolve(JSON.parse(payload.toString())),
    );
    await server.subscribe(upTopic(identity.code, 'offline'), (_, payload) =>
      will.resolve(JSON.parse(payload.toString())),
    );
    const client = new DeviceClient({
      identity,
      url,
      storage: memoryStorage(),
      timers: new SharedTimers(),
      random: createRandom(`over ${protocolVersion}`),
      auth,
      openLink: mqttLink({ protocolVersion }),
      machine: (parts) => createMachine({ ...parts, wear: noWear }),
    });
    await client.plug();
    const said = upMessages.hello.parse(await hello.promise);
    client.unplug();
    expect(upMessages.offline.parse(await will.promise)).toEqual({ session: said.session, reason: 'lost' });
  });
}
