import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import mqtt, { type IClientOptions, type IConnackPacket, type IPublishPacket, type MqttClient } from 'mqtt';
import { generate, type Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { soon } from '#kit/server/testing/patience.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from './broker.ts';
import { createPacketReader } from './mqtt5-wire.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A device may do what it likes below its own name. */
async function startBroker(): Promise<EmbeddedBroker> {
  const own = (topic: string, name: string) => topic === name || topic.startsWith(`${name}/`);
  const broker = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    authenticate: async (_, username, password) => username !== undefined && password?.toString() === 'right',
    authorizePublish: async ({ username }, topic) => own(topic, username) || own(topic, 'all'),
    authorizeSubscribe: async ({ username }, topic) => own(topic, username) || own(topic, 'all'),
    log: () => undefined,
  });
  cleanUps.push(() => broker.stop());
  return broker;
}

async function connect(
  { url }: EmbeddedBroker,
  name: string,
  protocolVersion: 4 | 5,
  more: IClientOptions = {},
): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    url,
    {
      protocolVersion,
      clientId: name,
      username: name,
      password: 'right',
      reconnectPeriod: 0,
      keepalive: 0,
      ...more,
    },
    false,
  );
  client.on('error', () => undefined);
  cleanUps.push(() => client.endAsync(true));
  return client;
}

const nextMessage = (client: MqttClient): Promise<IPublishPacket> =>
  new Promise((done) => client.once('message', (_topic, _payload, packet) => done(packet)));

const nextPacket = (client: MqttClient, cmd: Packet['cmd']): Promise<Packet & { reasonCode?: number }> =>
  new Promise((done) => {
    const listen = (packet: Packet) => {
      if (packet.cmd !== cmd) return;
      client.off('packetreceive', listen);
      done(packet as Packet & { reasonCode?: number });
    };
    client.on('packetreceive', listen);
  });

/** A client that says whatever it likes. */
async function rawClient(broker: EmbeddedBroker) {
  const socket = connectSocket(broker.port, '127.0.0.1');
  socket.on('error', () => undefined);
  cleanUps.push(async () => socket.destroy());
  await once(socket, 'connect');
  const read = createPacketReader(5);
  const packets: Packet[] = [];
  socket.on('data', (chunk: Buffer) => packets.push(...read(chunk)));
  const closed = once(socket, 'close');
  return {
    socket,
    answers: closed.then(() => packets),
    async answered(count: number): Promise<Packet[]> {
      while (packets.length < count) await Promise.race([once(socket, 'data'), closed]);
      return packets;
    },
  };
}

const connectPacket = (more: object = {}): Packet => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 5,
  clean: true,
  clientId: 'raw',
  keepalive: 0,
  username: 'raw',
  password: Buffer.from('right'),
  ...more,
});
const bytes = (...packets: Packet[]) =>
  Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion: 5 })));

/** Turns the user's name into a password: 3.1.1 knows no password without a user, and mqtt-packet will not write one. */
function passwordOnly(packet: Packet): Buffer {
  const flagsAt = 9;
  const written = bytes(packet);
  written[flagsAt]! ^= 0xc0;
  return written;
}

const reasonCodes = (packets: Packet[]) =>
  packets.map((packet) => [packet.cmd, (packet as { reasonCode?: number }).reasonCode]);

describe('MQTT 5 on the embedded broker', () => {
  it('announces at login what it offers and keeps', async () => {
    const broker = await startBroker();
    const client = mqtt.connect(broker.url, {
      protocolVersion: 5,
      clientId: '',
      clean: true,
      username: 'a',
      password: 'right',
      reconnectPeriod: 0,
      properties: { sessionExpiryInterval: 3600 },
    });
    cleanUps.push(() => client.endAsync(true));
    const connack = await new Promise<IConnackPacket>((done) => client.once('connect', done));
    expect(connack).toMatchObject({
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        sessionExpiryInterval: 0,
        retainAvailable: true,
        wildcardSubscriptionAvailable: true,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
        topicAliasMaximum: 0,
        maximumPacketSize: expect.any(Number),
        receiveMaximum: expect.any(Number),
        assignedClientIdentifier: expect.stringMatching(/.+/),
      },
    });
    expect(broker.clients()).toBe(1);
  });

  it('refuses a wrong password, a password without a user and an unknown way to log in with their reasons', async () => {
    const broker = await startBroker();
    await expect(connect(broker, 'a', 5, { password: 'wrong' })).rejects.toMatchObject({ code: 0x86 });
    const noUser = await rawClient(broker);
    noUser.socket.write(passwordOnly(connectPacket({ password: undefined })));
    expect(reasonCodes(await noUser.answers)).toEqual([['connack', 0x86]]);
    const strangeWay = await rawClient(broker);
    strangeWay.socket.write(bytes(connectPacket({ properties: { authenticationMethod: 'SCRAM' } })));
    expect(reasonCodes(await strangeWay.answers)).toEqual([['connack', 0x8c]]);
    expect(broker.clients()).toBe(0);
  });

  it('takes what is written where it may not be, says so, and lets nobody read it', async () => {
    const broker = await startBroker();
    const client = await connect(broker, 'a', 5);
    const other = await connect(broker, 'b', 5);
    const heard: string[] = [];
    await other.subscribeAsync(['b/#', 'all/#'], { qos: 1 });
    other.on('message', (topic) => heard.push(topic));
    const acknowledged = nextPacket(client, 'puback');
    client.publish('b/secret', 'x', { qos: 1, retain: true }, () => undefined);
    expect((await acknowledged).reasonCode).toBe(0x87);
    const allowed = nextPacket(client, 'puback');
    const arrived = new Promise<void>((done) => other.once('message', () => done()));
    await client.publishAsync('all/x', 'x', { qos: 1 });
    expect((await allowed).reasonCode ?? 0).toBe(0);
    await arrived;
    expect(heard).toEqual(['all/x']);
    const later = await connect(broker, 'b', 4);
    const kept: string[] = [];
    later.on('message', (topic) => kept.push(topic));
    await later.subscribeAsync(['b/#'], { qos: 1 });
    await later.publishAsync('b/own', 'x', { qos: 1 });
    await expect.poll(() => kept, soon).toEqual(['b/own']);
  });

  it('does not cut a client of MQTT 3.1.1 off for it, which would come back with the same', async () => {
    const broker = await startBroker();
    const client = await connect(broker, 'a', 4);
    let ended = false;
    client.on('close', () => {
      ended = true;
    });
    for (const topic of ['b/secret', '$SYS/x', 'a/own']) await client.publishAsync(topic, 'x', { qos: 1 });
    expect(ended).toBe(false);
    expect(client.connected).toBe(true);
  });

  it('answers each filter of a subscription for itself', async () => {
    const broker = await startBroker();
    const client = await connect(broker, 'a', 5);
    const suback = nextPacket(client, 'suback');
    await client
      .subscribeAsync({
        'a/x': { qos: 1 },
        'b/x': { qos: 1 },
        '$share/group/a/x': { qos: 1 },
        'a/#': { qos: 2 },
      })
      .catch(() => undefined);
    expect(await suback).toMatchObject({ granted: [1, 0x87, 0x9e, 2] });
    const unsuback = nextPacket(client, 'unsuback');
    await client.unsubscribeAsync(['a/x', 'a/never']).catch(() => undefined);
    expect(await unsuback).toMatchObject({ granted: [0, 0x11] });
    const raw = await rawClient(broker);
    const filters = ['raw/#/x', 'raw/a+', 'raw/x', 'raw/x'].map((topic) => ({ topic, qos: 1 as const }));
    raw.socket.write(
      bytes(
        connectPacket(),
        { cmd: 'subscribe', messageId: 7, subscriptions: filters },
        { cmd: 'subscribe', messageId: 8, subscriptions: filters.slice(0, 1) },
      ),
    );
    const answers = await raw.answered(3);
    expect(answers).toContainEqual(
      expect.objectContaining({ cmd: 'suback', messageId: 7, granted: [0x8f, 0x8f, 1, 1] }),
    );
    expect(answers).toContainEqual(expect.objectContaining({ cmd: 'suback', messageId: 8, granted: [0x8f] }));
  });

  it('carries messages of every quality between 3.1.1 and 5, both ways', async () => {
    const broker = await startBroker();
    for (const [from, to] of [
      [5, 4],
      [4, 5],
      [5, 5],
    ] as const) {
      const sender = await connect(broker, `sender${from}${to}`, from);
      const receiver = await connect(broker, `receiver${from}${to}`, to);
      await receiver.subscribeAsync('all/+', { qos: 2 });
      for (const qos of [0, 1, 2] as const) {
        const message = nextMessage(receiver);
        await sender.publishAsync('all/news', `by ${qos}`, { qos });
        const { topic, payload, qos: received } = await message;
        expect([topic, payload.toString(), received]).toEqual(['all/news', `by ${qos}`, qos]);
      }
      await Promise.all([sender.endAsync(), receiver.endAsync()]);
    }
  });

  it('delivers each message of QoS 1 and 2 once to a client that takes only one at a time', async () => {
    const broker = await startBroker();
    const sender = await connect(broker, 'sender', 4);
    const receiver = await connect(broker, 'slow', 5, { properties: { receiveMaximum: 1 } });
    const received: string[] = [];
    const all = new Promise<void>((done) =>
      receiver.on('message', (_, payload) => {
        received.push(payload.toString());
        if (received.length === 60) done();
      }),
    );
    let unfinished = 0;
    let most = 0;
    receiver.on('packetreceive', ({ cmd }) => {
      if (cmd === 'publish') most = Math.max(most, ++unfinished);
    });
    receiver.on('packetsend', ({ cmd }) => {
      if (cmd === 'puback' || cmd === 'pubcomp') unfinished--;
    });
    await receiver.subscribeAsync('all/#', { qos: 2 });
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(
      numbers.map((index) => sender.publishAsync('all/x', String(index), { qos: index % 2 ? 1 : 2 })),
    );
    await all;
    expect(received.map(Number).sort((a, b) => a - b)).toEqual(numbers);
    expect(most).toBe(1);
  });

  it('publishes the last will when the cable is pulled and when a goodbye asks for it, and not after an ordinary one', async () => {
    const broker = await startBroker();
    const listener = await connect(broker, 'listener', 4);
    await listener.subscribeAsync('all/#', { qos: 1 });
    const heard: string[] = [];
    listener.on('message', (_, payload) => heard.push(payload.toString()));
    const dying = (name: string) =>
      connect(broker, name, 5, {
        will: {
          topic: 'all/wills',
          payload: Buffer.from(name),
          qos: 1,
          retain: false,
          properties: { willDelayInterval: 10 },
        },
      });
    const polite = await dying('polite');
    await polite.endAsync();
    const pulled = await dying('pulled');
    const first = nextMessage(listener);
    pulled.stream.destroy();
    await first;
    const leaving = await dying('leaving');
    const second = nextMessage(listener);
    await leaving.endAsync(false, { reasonCode: 0x04 });
    await second;
    expect(heard).toEqual(['pulled', 'leaving']);
  });

  it('keeps retained messages, and gives them to those who want them', async () => {
    const broker = await startBroker();
    const sender = await connect(broker, 'sender', 5);
    await sender.publishAsync('all/kept', 'old', { qos: 1, retain: true });
    const wants = await connect(broker, 'wants', 5);
    const kept = nextMessage(wants);
    await wants.subscribeAsync('all/#', { qos: 1 });
    expect(await kept).toMatchObject({ retain: true, topic: 'all/kept' });
    const declines = await connect(broker, 'declines', 5);
    const heard: string[] = [];
    declines.on('message', (_, payload, { retain }) => heard.push(`${payload} ${retain}`));
    await declines.subscribeAsync('all/#', { qos: 2, rh: 2 });
    await declines.subscribeAsync('declines', { qos: 1 });
    const own = nextMessage(declines);
    await declines.publishAsync('declines', 'later', { qos: 1 });
    await own;
    expect(heard).toEqual(['later false']);
    const curious = await connect(broker, 'curious', 5);
    await curious.subscribeAsync('all/live', { qos: 1, rap: true });
    const live = nextMessage(curious);
    await sender.publishAsync('all/live', 'new', { qos: 1, retain: true });
    expect(await live).toMatchObject({ retain: true });
  });

  it('does not send back a client’s own messages when it asked so', async () => {
    const broker = await startBroker();
    const client = await connect(broker, 'a', 5);
    const other = await connect(broker, 'other', 5);
    await client.subscribeAsync('all/#', { qos: 1, nl: true });
    const heard = nextMessage(client);
    await client.publishAsync('all/x', 'mine', { qos: 1 });
    await other.publishAsync('all/x', 'yours', { qos: 1 });
    expect((await heard).payload.toString()).toBe('yours');
  });

  it('takes a message of the largest size, refuses a larger one, and spares a client what is too large for it', async () => {
    const broker = await startBroker();
    const sender = await connect(broker, 'sender', 5);
    const receiver = await connect(broker, 'receiver', 5);
    const small = await connect(broker, 'small', 5, { properties: { maximumPacketSize: 1000 } });
    for (const client of [receiver, small]) await client.subscribeAsync('all/#', { qos: 2 });
    const heardBySmall = nextMessage(small);
    const payload = Buffer.alloc(128 * 1024, 'x');
    for (const qos of [0, 1, 2] as const) {
      const message = nextMessage(receiver);
      await sender.publishAsync('all/large', payload, { qos });
      expect((await message).payload).toEqual(payload);
    }
    await sender.publishAsync('all/small', 'fits', { qos: 2 });
    expect((await heardBySmall).payload.toString()).toBe('fits');
    const raw = await rawClient(broker);
    raw.socket.write(bytes(connectPacket()));
    await raw.answered(1);
    raw.socket.write(bytes({ ...publish('raw/x'), payload: Buffer.alloc(1024 * 1024) } as Packet));
    expect(reasonCodes(await raw.answers).at(-1)).toEqual(['disconnect', 0x95]);
  });

  it('hands the connection over to a second one under the same name', async () => {
    const broker = await startBroker();
    const first = await connect(broker, 'a', 5);
    const goodbye = nextPacket(first, 'disconnect');
    await connect(broker, 'a', 5);
    expect((await goodbye).reasonCode).toBe(0x8e);
  });

  it('says goodbye when it stops', async () => {
    const broker = await startBroker();
    const client = await connect(broker, 'a', 5);
    const goodbye = nextPacket(client, 'disconnect');
    await broker.stop();
    expect((await goodbye).reasonCode).toBe(0x8b);
  });

  it('names the mistake of a client that breaks the rules', async () => {
    const broker = await startBroker();
    const mistakes: [string, Packet[], number][] = [
      ['a second CONNECT', [connectPacket()], 0x82],
      ['an answer nobody asked for', [{ cmd: 'pingresp' }], 0x82],
      ['AUTH', [{ cmd: 'auth', reasonCode: 0x18, properties: {} }], 0x82],
      ['a topic alias', [publish('raw/x', { properties: { topicAlias: 3 } })], 0x94],
      ['a wildcard', [publish('raw/+')], 0x90],
      ['too many levels', [publish(Array(200).fill('raw').join('/'))], 0x90],
      [
        'a subscription identifier',
        [
          {
            cmd: 'subscribe',
            messageId: 1,
            subscriptions: [{ topic: 'raw/x', qos: 0 }],
            properties: { subscriptionIdentifier: 3 },
          },
        ],
        0xa1,
      ],
      [
        'a session prolonged at its end',
        [{ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 60 } }],
        0x82,
      ],
    ];
    for (const [mistake, packets, reasonCode] of mistakes) {
      const { socket, answers } = await rawClient(broker);
      socket.write(bytes(connectPacket(), ...packets));
      expect(reasonCodes(await answers), mistake).toEqual([
        ['connack', 0],
        ['disconnect', reasonCode],
      ]);
    }
  });

  it('lives through garbage, before and after the login, in either version', async () => {
    const broker = await startBroker();
    const random = seeded(20261117);
    const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
    const spoiled = (given: Buffer) => {
      const copy = Buffer.from(given);
      for (let times = 0; times < 3; times++) copy[Math.floor(random() * copy.length)] = noise(1)[0]!;
      return copy.subarray(0, 1 + Math.floor(random() * copy.length));
    };
    const older = (packet: Packet) => generate({ ...packet, protocolVersion: 4 } as Packet);
    const samples = [
      connectPacket({ will: { topic: 'raw/x', payload: Buffer.from('x'), qos: 1, retain: false } }),
      publish('raw/x'),
      { cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: 'raw/x', qos: 2 }] },
      { cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['raw/x'] },
      { cmd: 'pubrel', messageId: 3 },
      { cmd: 'disconnect', reasonCode: 4 },
    ] as Packet[];
    for (let round = 0; round < 150; round++) {
      const { socket } = await rawClient(broker);
      const sample = samples[round % samples.length]!;
      if (round % 3 > 0) socket.write(round % 2 ? bytes(connectPacket()) : older(connectPacket()));
      socket.write(round % 5 === 0 ? noise(40) : spoiled(bytes(sample)));
      if (round % 2) socket.end(noise(round % 30));
      else socket.resetAndDestroy();
    }
    const survivor = await connect(broker, 'survivor', 5);
    await survivor.publishAsync('survivor', 'still here', { qos: 2 });
  });

  it('understands a login that comes byte by byte', async () => {
    const broker = await startBroker();
    const { socket, answers, answered } = await rawClient(broker);
    socket.setNoDelay(true);
    for (const byte of bytes(connectPacket())) {
      socket.write(Buffer.of(byte));
      await new Promise((done) => setImmediate(done));
    }
    await answered(1);
    socket.end(bytes({ cmd: 'disconnect', reasonCode: 0 }));
    expect(reasonCodes(await answers)).toEqual([['connack', 0]]);
  });
});

function publish(topic: string, more: object = {}): Packet {
  return { cmd: 'publish', topic, payload: 'x', qos: 1, messageId: 5, retain: false, dup: false, ...more };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
