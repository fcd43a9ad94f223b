import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, type Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import { type EmbeddedBrokerOptions, startEmbeddedBroker } from './embedded/broker.ts';
import { freePort } from './embedded/postgres-process.ts';
import { connectMqtt, type MqttConnection, type MqttOptions, topicMatches } from './mqtt.ts';
import { soon } from './testing/patience.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function startBroker(overrides: Partial<EmbeddedBrokerOptions> = {}) {
  const broker = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    authenticate: async () => false,
    log: () => undefined,
    ...overrides,
  });
  cleanUps.push(() => broker.stop());
  return broker;
}

async function connectTo(options: MqttOptions): Promise<MqttConnection> {
  const connection = await connectMqtt(options);
  cleanUps.push(() => connection.close());
  return connection;
}

function nextMessage(connection: MqttConnection, filter: string) {
  let arrived: (message: { topic: string; text: string }) => void = () => undefined;
  const message = new Promise<{ topic: string; text: string }>((done) => {
    arrived = done;
  });
  const subscribed = connection.subscribe(filter, (topic, payload) =>
    arrived({ topic, text: payload.toString() }),
  );
  return { subscribed, message };
}

describe('the embedded broker', () => {
  it('carries messages between connections of the server', async () => {
    const { url, credentials, clients } = await startBroker();
    const one = await connectTo({ url, ...credentials, clientId: 'one' });
    const two = await connectTo({ url, ...credentials, clientId: 'two' });
    const { subscribed, message } = nextMessage(one, 'devices/+/status');
    await subscribed;
    await two.publish('devices/7/status', 'online');
    expect(await message).toEqual({ topic: 'devices/7/status', text: 'online' });
    expect(clients()).toBe(2);
  });

  it('lets a handler publish and wait for the broker', async () => {
    const { url, credentials } = await startBroker();
    const server = await connectTo({ url, ...credentials, clientId: 'one' });
    const { subscribed, message } = nextMessage(server, 'answers');
    await subscribed;
    await server.subscribe('questions', () => server.publish('answers', 'yes'));
    await server.publish('questions', '?');
    expect((await message).text).toBe('yes');
  });

  it('refuses a wrong password, no password, and an unknown user', async () => {
    const { url, credentials, clients } = await startBroker();
    const attempts = [{ ...credentials, password: 'guess' }, {}, { username: 'someone', password: 'x' }];
    for (const attempt of attempts) {
      await expect(connectMqtt({ url, ...attempt, clientId: 'x' })).rejects.toMatchObject({
        code: 'mqttUnreachable',
      });
    }
    expect(clients()).toBe(0);
  });

  it('lets a device do only what its rules allow', async () => {
    const { url } = await startBroker({
      authenticate: async (client, username) => username === client.id,
      authorizePublish: async (client, topic) => topic === `devices/${client.username}/up`,
      authorizeSubscribe: async (client, topic) => topic === `devices/${client.username}/down`,
    });
    const device = await connectTo({ url, username: 'd1', password: 'x', clientId: 'd1' });
    await device.publish('devices/d1/up', 'hello');
    await device.subscribe('devices/d1/down', () => undefined);
    await expect(device.subscribe('devices/d2/down', () => undefined)).rejects.toThrow();
    await expect(device.subscribe('#', () => undefined)).rejects.toThrow();
  });

  describe.each([4, 5] as const)('in version %i of MQTT', (protocolVersion) => {
    const open = async (overrides: Partial<EmbeddedBrokerOptions> = {}) => {
      const lines: string[] = [];
      const broker = await startBroker({
        authenticate: async (_, username, password) => username === 'd1' && password?.toString() === 'right',
        authorizePublish: async () => true,
        log: (line) => lines.push(line),
        ...overrides,
      });
      const socket = connect(broker.port, '127.0.0.1');
      socket.on('error', () => undefined);
      cleanUps.push(async () => socket.destroy());
      return { socket, lines, closed: once(socket, 'close') };
    };
    const written = (packet: Packet) => generate(packet, { protocolVersion });
    const login = (password: string, will?: { topic: string; payload: Buffer }): Buffer =>
      written({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion,
        clean: true,
        clientId: 'd1',
        keepalive: 0,
        username: 'd1',
        password: Buffer.from(password),
        ...(will && { will: { ...will, qos: 0, retain: false } }),
      });
    /** a head that promises 200 MB, with nothing behind it */
    const huge = (type: number, rest: Buffer) =>
      Buffer.concat([Buffer.of(type, 0x80, 0x84, 0xaf, 0x5f), rest]);
    const reading = (socket: Socket) => socket.resume();

    it('ends who announces more than a login needs before any of it is kept', async () => {
      const { socket, lines, closed } = await open();
      reading(socket).write(huge(0x10, login('right').subarray(2)));
      await closed;
      expect(lines.join()).toMatch(/too large|a packet of \d+ bytes/);
    });

    it('ends a login with a last will beyond its limit', async () => {
      const { socket, lines, closed } = await open();
      reading(socket).write(login('right', { topic: 'w', payload: Buffer.alloc(limits.maxConnectBytes) }));
      await closed;
      expect(lines.join()).toMatch(/too large|a packet of \d+ bytes/);
    });

    it('takes the largest message of a device that is logged in, and ends it at a larger one', async () => {
      const { socket, lines, closed } = await open();
      socket.write(login('right'));
      await once(socket, 'data');
      const publish = (payload: Buffer) =>
        written({ cmd: 'publish', topic: 'd1/up', payload, qos: 1, messageId: 1, retain: false, dup: false });
      socket.write(publish(Buffer.alloc(limits.maxMessageBytes)));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer[0]! >> 4).toBe(4);
      reading(socket).write(huge(0x32, Buffer.alloc(100)));
      await closed;
      expect(lines.join()).toMatch(/too large|a packet of \d+ bytes/);
    });

    it('closes connections that say nothing, half a login, or nothing more', async () => {
      const patience = { firstWordsMs: 50, silentMs: 100 };
      for (const words of [Buffer.alloc(0), login('right').subarray(0, 14), login('right')]) {
        const { socket, closed } = await open({ patience });
        reading(socket).write(words);
        await closed;
      }
    });
  });

  it('answers a health check until it stops', async () => {
    const broker = await startBroker();
    const server = await connectTo({ url: broker.url, ...broker.credentials, clientId: 'one' });
    expect(await server.ping()).toBe(true);
    await broker.stop();
    expect(await server.ping(200)).toBe(false);
  });

  it('is reached again after it was away and after it refused, and each turn is told once', async () => {
    const port = await freePort();
    let known = true;
    const start = () =>
      startBroker({ port, authenticate: async () => known, authorizeSubscribe: async () => true });
    const first = await start();
    const told: string[] = [];
    const device = await connectTo({
      url: first.url,
      clientId: 'd1',
      username: 'd1',
      password: 'x',
      reconnectMs: 20,
      onLine: (state) => told.push(state),
    });
    await first.stop();
    await expect.poll(() => told, soon).toEqual(['lost']);
    known = false;
    const second = await start();
    await expect.poll(() => told, soon).toEqual(['lost', 'refused']);
    known = true;
    await expect.poll(() => told, soon).toEqual(['lost', 'refused', 'back']);
    expect(await device.ping()).toBe(true);
    await second.stop();
    await expect.poll(() => told, soon).toEqual(['lost', 'refused', 'back', 'lost']);
  });

  it('names a busy port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    cleanUps.push(async () => holder.close());
    const { port } = holder.address() as { port: number };
    await expect(startBroker({ port })).rejects.toMatchObject({
      code: 'portInUse',
      problems: [{ params: { port } }],
    });
  });
});

describe('a connection to a broker that is not there', () => {
  it('is refused with its address and without its password', async () => {
    const port = await freePort();
    const error = await connectMqtt({ url: `mqtt://user:hunter2@127.0.0.1:${port}`, clientId: 'x' }).catch(
      (reason: Error) => reason,
    );
    expect(String(error)).toContain(`127.0.0.1:${port}`);
    expect(String(error)).not.toContain('hunter2');
  });
});

function mosquittoPath(): string | undefined {
  const folders = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v mosquitto'], { env: { PATH: folders } })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

const mosquitto = mosquittoPath();

describe.skipIf(!mosquitto)(
  `Mosquitto as an external broker${mosquitto ? '' : ' (skipped: not installed)'}`,
  () => {
    async function startMosquitto() {
      const folder = await mkdtemp(join(tmpdir(), 'coinyard-mosquitto-'));
      const port = await freePort();
      const file = join(folder, 'mosquitto.conf');
      await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
      const child = spawn(mosquitto!, ['-c', file], { stdio: 'ignore' });
      cleanUps.push(async () => {
        child.kill();
        await once(child, 'exit');
        await rm(folder, { recursive: true, force: true });
      });
      return `mqtt://127.0.0.1:${port}`;
    }

    async function connectSoon(options: MqttOptions): Promise<MqttConnection> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await connectTo(options);
        } catch (error) {
          if (attempt === 40) throw error;
          await new Promise((done) => setTimeout(done, 100));
        }
      }
    }

    it('divides messages among the servers of one group', async () => {
      const url = await startMosquitto();
      const received: string[][] = [[], []];
      let count = 0;
      let allArrived: () => void = () => undefined;
      const arrived = new Promise<void>((done) => {
        allArrived = done;
      });
      for (const [index, list] of received.entries()) {
        const server = await connectSoon({ url, clientId: `server-${index}`, sharedGroup: 'servers' });
        await server.subscribe('devices/+/up', (_, payload) => {
          list.push(payload.toString());
          if (++count === 20) allArrived();
        });
      }
      const device = await connectTo({ url, clientId: 'device' });
      for (let index = 0; index < 20; index++) await device.publish('devices/1/up', String(index));
      await arrived;
      expect(received.flat().sort()).toEqual(Array.from({ length: 20 }, (_, index) => String(index)).sort());
      expect(received[0]!.length).toBeGreaterThan(0);
      expect(received[1]!.length).toBeGreaterThan(0);
      expect(await device.ping()).toBe(true);
    });
  },
);

describe('topic filters', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/+', 'a/b', true],
    ['a/+', 'a/b/c', false],
    ['a/#', 'a/b/c', true],
    ['a/#', 'a', true],
    ['#', 'a/b', true],
    ['#', '$SYS/x', false],
    ['+/x', '$SYS/x', false],
    ['a/b', 'a', false],
    ['a', 'a/b', false],
  ])('%s against %s is %s', (filter, topic, expected) => {
    expect(topicMatches(filter, topic)).toBe(expected);
  });
});
