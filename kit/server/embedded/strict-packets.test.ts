import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedBroker, startEmbeddedBroker } from './broker.ts';
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import { createPacketReader, PacketSplitter } from './mqtt5-wire.ts';
import { StrictPackets } from './strict-packets.ts';

const limits = { firstBytes: 1000, laterBytes: 60_000 };
const { malformedPacket, protocolError, topicNameInvalid } = reasons;

const connect = (protocolVersion: 4 | 5, more: object = {}): Packet =>
  ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    clientId: 'strict',
    keepalive: 0,
    username: 'strict',
    password: Buffer.from('right'),
    ...more,
  }) as Packet;
const bytesOf = (packet: Packet, protocolVersion: 4 | 5) => generate(packet, { protocolVersion });

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** `10 .. 00 04 MQTT`, level, flags, keep alive 60, then what follows */
const login = (level: number, flags: number, rest: string) => {
  const body = Buffer.concat([hex('0004 4d515454'), Buffer.of(level, flags, 0, 60), hex(rest)]);
  return Buffer.concat([Buffer.of(0x10, body.length), body]);
};

/** What a client may not say, by the clause of the specification. 4: of 3.1.1; 5: of 5, with the reason it is told. */
type Wrong = [clause: string, bytes: Buffer, reason?: number];
const wrong4: readonly Wrong[] = [
  ['2.2.2-2 flags of SUBSCRIBE', hex('80 06 0001 0001 61 00')],
  ['2.2.2-2 flags of UNSUBSCRIBE', hex('a0 05 0001 0001 61')],
  ['2.2.2-2 flags of PUBREL', hex('60 02 0001')],
  ['2.2.2-2 flags of PUBACK', hex('41 02 0001')],
  ['2.2.2-2 flags of PUBREC', hex('52 02 0001')],
  ['2.2.2-2 flags of PUBCOMP', hex('78 02 0001')],
  ['2.2.2-2 flags of PINGREQ', hex('c4 00')],
  ['2.2.2-2 flags of DISCONNECT', hex('e1 00')],
  ['2.2.1 type 0', hex('00 00')],
  ['2.2.1 type 15', hex('f0 00')],
  ['2.2.1 CONNACK from a client', hex('20 02 0000')],
  ['2.2.1 SUBACK from a client', hex('90 03 0001 00')],
  ['2.2.1 UNSUBACK from a client', hex('b0 02 0001')],
  ['2.2.1 PINGRESP from a client', hex('d0 00')],
  ['2.2.3 a length of five bytes', hex('30 ff ff ff ff 01')],
  ['3.1.0-2 a second CONNECT', login(4, 2, '0001 61')],
  ['3.3.1-4 QoS 3', hex('36 06 0001 61 0001 00')],
  ['3.3.1-2 DUP with QoS 0', hex('38 03 0001 61')],
  ['2.3.1-1 PUBLISH of QoS 1 with the id 0', hex('32 05 0001 61 0000')],
  ['2.3.1-1 PUBLISH of QoS 2 with the id 0', hex('34 05 0001 61 0000')],
  ['2.3.1-1 PUBLISH of QoS 1 without an id', hex('32 03 0001 61')],
  ['3.3.2-1 PUBLISH that ends in its topic', hex('30 03 0005 61')],
  ['3.3.2-2 + in the topic of PUBLISH', hex('30 05 0003 61 2f 2b')],
  ['3.3.2-2 # in the topic of PUBLISH', hex('30 05 0003 61 2f 23')],
  ['4.7.3-1 PUBLISH without a topic', hex('30 02 0000')],
  ['4.7.3-2 NUL in the topic of PUBLISH', hex('30 05 0003 61 00 62')],
  ['1.5.3-1 a surrogate in the topic of PUBLISH', hex('30 05 0003 ed a0 80')],
  ['1.5.3-1 an overlong text', hex('30 04 0002 c0 80')],
  ['1.5.3-1 a text that breaks off', hex('30 03 0001 c3')],
  ['3.4.1 PUBACK that is too short', hex('40 01 00')],
  ['3.4.1 PUBACK that is too long', hex('40 03 0001 00')],
  ['2.3.1-1 PUBACK with the id 0', hex('40 02 0000')],
  ['3.5.1 PUBREC without an id', hex('50 00')],
  ['3.6.1 PUBREL that is too long', hex('62 04 0001 0000')],
  ['3.7.1 PUBCOMP with the id 0', hex('70 02 0000')],
  ['2.3.1-1 SUBSCRIBE with the id 0', hex('82 06 0000 0001 61 00')],
  ['3.8.3-3 SUBSCRIBE to nothing', hex('82 02 0001')],
  ['3.8.3-4 SUBSCRIBE with QoS 3', hex('82 06 0001 0001 61 03')],
  ['3.8.3-4 SUBSCRIBE with reserved bits', hex('82 06 0001 0001 61 80')],
  ['3.8.3-4 SUBSCRIBE with options of MQTT 5', hex('82 06 0001 0001 61 04')],
  ['3.8.3 SUBSCRIBE without a QoS', hex('82 05 0001 0001 61')],
  ['4.7.3-1 SUBSCRIBE to an empty filter', hex('82 05 0001 0000 00')],
  ['4.7.3-2 SUBSCRIBE to a filter with NUL', hex('82 06 0001 0001 00 00')],
  ['4.7.1-2 SUBSCRIBE to a/#/b', hex('82 0a 0001 0005 612f232f62 00')],
  ['4.7.1-2 SUBSCRIBE to a#', hex('82 07 0001 0002 6123 00')],
  ['4.7.1-3 SUBSCRIBE to a+', hex('82 07 0001 0002 612b 00')],
  ['1.5.3-1 SUBSCRIBE to a surrogate', hex('82 08 0001 0003 edbfbf 00')],
  ['3.10.3-2 UNSUBSCRIBE from nothing', hex('a2 02 0001')],
  ['2.3.1-1 UNSUBSCRIBE with the id 0', hex('a2 05 0000 0001 61')],
  ['4.7.1-2 UNSUBSCRIBE from #/a', hex('a2 07 0001 0003 232f61')],
  ['3.12 PINGREQ with a body', hex('c0 01 00')],
  ['3.14 DISCONNECT with a body', hex('e0 01 00')],
];
const wrong5: readonly Wrong[] = [
  ['2.1.3-1 flags of SUBSCRIBE', hex('80 07 0001 00 0001 61 00'), malformedPacket],
  ['2.1.3-1 flags of DISCONNECT', hex('e2 00'), malformedPacket],
  ['2.1.2 type 0', hex('00 00'), protocolError],
  ['2.1.2 SUBACK from a client', hex('90 04 0001 00 00'), protocolError],
  ['1.5.5-1 a length in too many bytes', hex('c0 80 00'), malformedPacket],
  ['1.5.5-1 a length of properties in too many bytes', hex('30 05 0001 61 80 00'), malformedPacket],
  ['3.1.0-2 a second CONNECT', login(5, 2, '00 0001 61'), protocolError],
  ['3.3.1-2 DUP with QoS 0', hex('38 04 0001 61 00'), malformedPacket],
  ['3.3.1-4 QoS 3', hex('36 06 0001 61 0001 00'), malformedPacket],
  ['2.2.1-3 PUBLISH with the id 0', hex('32 06 0001 61 0000 00'), malformedPacket],
  ['3.3.2-2 # in the topic of PUBLISH', hex('30 06 0003 61 2f 23 00'), topicNameInvalid],
  ['1.5.4-1 a surrogate in the topic of PUBLISH', hex('30 06 0003 ed a0 80 00'), malformedPacket],
  ['1.5.4-2 NUL in the topic of PUBLISH', hex('30 06 0003 61 00 62 00'), malformedPacket],
  ['3.3.2.3 PUBLISH without properties', hex('30 03 0001 61'), malformedPacket],
  ['3.3.2.3 properties beyond the end', hex('30 04 0001 61 05'), malformedPacket],
  ['3.3.2.3 a payload format of 2', hex('30 06 0001 61 02 01 02'), protocolError],
  ['3.3.2.3 a payload format twice', hex('30 08 0001 61 04 01 00 01 00'), protocolError],
  ['3.3.2.3 an expiry twice', hex('30 0e 0001 61 0a 02 00000001 02 00000001'), protocolError],
  ['3.3.2.3 a property of CONNECT', hex('30 07 0001 61 03 21 0001'), malformedPacket],
  ['3.3.2.3 an unknown property', hex('30 06 0001 61 02 7e 00'), malformedPacket],
  ['3.3.2-8 an alias of 0', hex('30 07 0001 61 03 23 0000'), protocolError],
  ['3.3.2-14 a response topic with #', hex('30 08 0001 61 04 08 0001 23'), topicNameInvalid],
  ['3.3.2-15 two response topics', hex('30 0c 0001 61 08 08 0001 61 08 0001 61'), protocolError],
  ['1.5.4-1 a user property that is no UTF-8', hex('30 0b 0001 61 07 26 0001 ff 0001 61'), malformedPacket],
  ['3.4.2 PUBACK that is too short', hex('40 01 00'), malformedPacket],
  ['3.4.2.1 PUBACK with a reason that does not exist', hex('40 03 0001 55'), protocolError],
  ['3.4.2.2 two reasons in words', hex('40 0c 0001 00 08 1f 0001 61 1f 0001 61'), protocolError],
  ['3.6.2.1 PUBREL with a reason of PUBACK', hex('62 03 0001 87'), protocolError],
  ['2.2.1-3 SUBSCRIBE with the id 0', hex('82 07 0000 00 0001 61 00'), malformedPacket],
  ['3.8.3-2 SUBSCRIBE to nothing', hex('82 03 0001 00'), protocolError],
  ['3.8.3-5 SUBSCRIBE with reserved bits', hex('82 07 0001 00 0001 61 40'), malformedPacket],
  ['3.8.3 SUBSCRIBE with QoS 3', hex('82 07 0001 00 0001 61 03'), malformedPacket],
  ['3.8.3 SUBSCRIBE with a retain handling of 3', hex('82 07 0001 00 0001 61 30'), protocolError],
  ['3.8.3-4 no local and shared', hex('82 10 0001 00 000a 2473686172652f672f61 04'), protocolError],
  ['3.8.2.1.2 a subscription identifier of 0', hex('82 09 0001 02 0b 00 0001 61 00'), protocolError],
  ['3.8.2.1.2 two subscription identifiers', hex('82 0b 0001 04 0b 01 0b 02 0001 61 00'), protocolError],
  ['3.10.3-2 UNSUBSCRIBE from nothing', hex('a2 03 0001 00'), protocolError],
  ['3.10.2.1 UNSUBSCRIBE with an identifier', hex('a2 08 0001 02 0b 01 0001 61'), malformedPacket],
  ['3.12 PINGREQ with a body', hex('c0 01 00'), malformedPacket],
  ['3.14.2.1 DISCONNECT with a reason that does not exist', hex('e0 01 42'), protocolError],
  ['3.14.2.2 two expiries of a session', hex('e0 0c 00 0a 11 00000000 11 00000000'), protocolError],
  ['3.14.2.2 DISCONNECT that names a server', hex('e0 06 00 04 1c 0001 61'), malformedPacket],
  ['3.15 AUTH with flags', hex('f1 00'), malformedPacket],
];
/** Logins: nothing came before. */
const wrongLogins: readonly [clause: string, bytes: Buffer, version: 4 | 5][] = [
  ['3.1.0-1 something else first', hex('c0 00'), 4],
  ['3.1.2-3 the reserved flag', login(4, 3, '0001 61'), 4],
  ['3.1.2-13 a QoS without a will', login(4, 0x0a, '0001 61'), 4],
  ['3.1.2-15 retained without a will', login(4, 0x22, '0001 61'), 4],
  ['3.1.2-14 a will of QoS 3', login(4, 0x1e, '0001 61 0001 61 0001 61'), 4],
  ['3.1.2-22 a password without a user', login(4, 0x42, '0001 61 0001 61'), 4],
  ['3.1.3-4 a client id that is no UTF-8', login(4, 2, '0001 ff'), 4],
  ['1.5.3-2 a client id with NUL', login(4, 2, '0001 00'), 4],
  ['3.1.3 bytes to spare', login(4, 2, '0001 61 00'), 4],
  ['3.1.3 a user that is not there', login(4, 0x82, '0001 61'), 4],
  ['3.1.3-10 a will with a wildcard', login(4, 6, '0001 61 0001 23 0001 61'), 4],
  ['2.2.2-1 flags of CONNECT', Buffer.concat([Buffer.of(0x11), login(4, 2, '0001 61').subarray(1)]), 4],
  ['3.1.2-3 the reserved flag', login(5, 3, '00 0001 61'), 5],
  ['3.1.2.11 a receive maximum of 0', login(5, 2, '03 21 0000 0001 61'), 5],
  ['3.1.2.11 a receive maximum twice', login(5, 2, '06 21 0001 21 0001 0001 61'), 5],
  ['3.1.2.11 a packet size of 0', login(5, 2, '05 27 00000000 0001 61'), 5],
  ['3.1.2.11 problem information of 2', login(5, 2, '02 17 02 0001 61'), 5],
  ['3.1.2.11 two expiries', login(5, 2, '0a 11 00000000 11 00000000 0001 61'), 5],
  ['3.1.2.11 data without a method', login(5, 2, '04 16 0001 61 0001 61'), 5],
  ['3.1.3.2 a delay of the will twice', login(5, 6, '00 0001 61 0a 18 00000000 18 00000000 0001 61 0000'), 5],
];

/** Cut wherever the network pleases. */
function chunks(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const passes4 = (bytes: Buffer, cuts: readonly number[] = []) => {
  const strict = new StrictPackets(limits);
  return chunks(bytes, cuts).every((chunk) => strict.accepts(chunk) === chunk.length);
};
/** The reason that is given; undefined: all of it is right. */
function reason5(bytes: Buffer, cuts: readonly number[] = []): number | undefined {
  const strict = new StrictPackets(limits);
  const splitter = new PacketSplitter(limits);
  try {
    for (const chunk of chunks(bytes, cuts)) {
      splitter.add(chunk);
      for (let packet = splitter.next(); packet; packet = splitter.next()) strict.check(packet);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Mqtt5Error) return error.reasonCode;
    throw error;
  }
}

const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('what MQTT 3.1.1 does not allow', () => {
  it.each(wrong4)('%s', (_, packet) => {
    const whole = Buffer.concat([bytesOf(connect(4), 4), packet]);
    fc.assert(
      fc.property(cuts, (places) => {
        expect(passes4(whole, places)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });
});

describe('what MQTT 5 does not allow, with the reason that is told', () => {
  it.each(wrong5)('%s', (_, packet, reason) => {
    const whole = Buffer.concat([bytesOf(connect(5), 5), packet]);
    fc.assert(
      fc.property(cuts, (places) => {
        expect(reason5(whole, places)).toBe(reason);
      }),
      { numRuns: 20 },
    );
  });
});

it.each(wrongLogins)('a login that breaks %s', (_, bytes, version) => {
  expect(version === 4 ? passes4(bytes) : reason5(bytes) === undefined).toBe(false);
});

const topic = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
  .map((levels) => levels.join('/').replaceAll(/[+#\0]/g, 'x') || 'x');
const filter = fc.oneof(
  topic,
  topic.map((name) => `${name}/#`),
  topic.map((name) => `+/${name}`),
);
const messageId = fc.integer({ min: 1, max: 0xffff });
const qos = fc.constantFrom(0, 1, 2) as fc.Arbitrary<0 | 1 | 2>;
const message = fc
  .record({
    topic,
    qos,
    retain: fc.boolean(),
    messageId,
    payload: fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
    dup: fc.boolean(),
  })
  .map((one) => ({ cmd: 'publish' as const, ...one, dup: one.dup && one.qos > 0 }));
const subscription = fc.array(fc.record({ topic: filter, qos }), { minLength: 1, maxLength: 4 });
const anyPacket = fc.oneof(
  message,
  fc.record({ cmd: fc.constantFrom('puback', 'pubrec', 'pubrel', 'pubcomp'), messageId }),
  fc.record({ cmd: fc.constant('subscribe'), messageId, subscriptions: subscription }),
  fc.record({
    cmd: fc.constant('unsubscribe'),
    messageId,
    unsubscriptions: fc.array(filter, { minLength: 1, maxLength: 4 }),
  }),
  fc.constant({ cmd: 'pingreq' }),
) as fc.Arbitrary<Packet>;
const withProperties = fc.record({ packet: message, contentType: topic, user: topic, expiry: fc.nat() }).map(
  ({ packet, contentType, user, expiry }): Packet => ({
    ...packet,
    properties: {
      contentType,
      messageExpiryInterval: expiry,
      payloadFormatIndicator: false,
      userProperties: { [user]: [user, contentType] },
    },
  }),
);

it('lets every right packet through, whole, wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(anyPacket, { maxLength: 8 }), cuts, (packets, places) => {
      const bytes = (version: 4 | 5) =>
        Buffer.concat([connect(version), ...packets].map((packet) => bytesOf(packet, version)));
      expect(passes4(bytes(4), places)).toBe(true);
      expect(reason5(bytes(5), places)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(withProperties, cuts, (packet, places) => {
      const bytes = Buffer.concat([bytesOf(connect(5), 5), bytesOf(packet, 5)]);
      expect(reason5(bytes, places)).toBeUndefined();
    }),
  );
});

it('lets a last will, a goodbye and an old client through', () => {
  const will = { topic: 'gone', payload: Buffer.from('x'), qos: 1 as const, retain: true };
  for (const version of [4, 5] as const) {
    const bytes = Buffer.concat([
      bytesOf(connect(version, { will }), version),
      bytesOf({ cmd: 'disconnect' }, version),
    ]);
    expect(version === 4 ? passes4(bytes) : reason5(bytes) === undefined).toBe(true);
  }
  const old = connect(4, { protocolId: 'MQIsdp', protocolVersion: 3 });
  expect(passes4(generate(old))).toBe(true);
});

it('lets what came before a wrong packet pass', () => {
  const before = Buffer.concat([bytesOf(connect(4), 4), hex('c0 00')]);
  expect(new StrictPackets(limits).accepts(Buffer.concat([before, hex('c0 01 00')]))).toBe(before.length);
});

it('refuses what is too large by its announcement alone, and lets what just fits through', () => {
  const publish = (size: number) =>
    bytesOf(
      { cmd: 'publish', topic: 't', payload: Buffer.alloc(size), qos: 0, retain: false, dup: false },
      4,
    );
  fc.assert(
    fc.property(fc.integer({ min: 59_900, max: 60_100 }), cuts, (size, places) => {
      const packet = publish(size);
      const fits = packet.length <= limits.laterBytes;
      expect(passes4(Buffer.concat([bytesOf(connect(4), 4), packet]), places)).toBe(fits);
    }),
    { numRuns: 30 },
  );
  expect(new StrictPackets(limits).accepts(Buffer.of(0x10, 0xff, 0xff, 0xff, 0x7f))).toBe(0);
});

describe('the embedded broker', () => {
  let broker: EmbeddedBroker;
  beforeAll(async () => {
    broker = await startEmbeddedBroker({
      host: '127.0.0.1',
      port: 0,
      authenticate: async () => true,
      authorizePublish: async () => true,
      authorizeSubscribe: async () => true,
      log: () => undefined,
    });
  });
  afterAll(() => broker.stop());

  /** Says it and waits for the end of the connection: the test ends by its time limit where it stays open. */
  async function answersTo(bytes: Buffer, version: 4 | 5): Promise<Packet[]> {
    const socket = connectSocket(broker.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const read = createPacketReader(version);
    const packets: Packet[] = [];
    socket.on('data', (chunk: Buffer) => packets.push(...read(chunk)));
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    socket.write(bytes);
    await closed;
    return packets;
  }

  it('ends the connection at each of them, of 3.1.1 without a word', async () => {
    for (const [clause, bytes] of wrong4) {
      const packets = await answersTo(Buffer.concat([bytesOf(connect(4), 4), bytes]), 4);
      expect(
        packets.every(({ cmd }) => cmd === 'connack'),
        clause,
      ).toBe(true);
    }
  });

  it('ends the connection at each of them, of 5 with the reason', async () => {
    for (const [clause, bytes, reasonCode] of wrong5) {
      const packets = await answersTo(Buffer.concat([bytesOf(connect(5), 5), bytes]), 5);
      expect(packets.at(-1), clause).toMatchObject({ cmd: 'disconnect', reasonCode });
    }
  });

  it('ends a login that is wrong', async () => {
    for (const [clause, bytes, version] of wrongLogins) {
      const packets = await answersTo(bytes, version);
      const told = packets as { cmd: string; reasonCode?: number }[];
      expect(
        told.every(({ cmd, reasonCode }) => cmd === 'connack' && (reasonCode ?? 0) >= 0x80),
        clause,
      ).toBe(true);
    }
  });
});
