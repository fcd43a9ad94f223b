/** What MQTT 3.1, 3.1.1 and 5 demand of a packet of a client, read from its bytes. Clauses are those of MQTT 5 unless told. */
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import { isTopicFilter } from './mqtt5-topics.ts';
import { checkTopicName, malformed, type PacketBody } from './packet-body.ts';
import { connectProperties, readProperties, willProperties } from './packet-properties.ts';

export const packetTypes = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
  auth: 15,
} as const;
export type ProtocolVersion = 3 | 4 | 5;

function refuse(what: string): never {
  throw new Mqtt5Error(reasons.protocolError, what);
}

/** [2.1.3-1] what stands beside the type in the first byte */
const flagsOf: Readonly<Record<number, number>> = {
  [packetTypes.connect]: 0,
  [packetTypes.puback]: 0,
  [packetTypes.pubrec]: 0,
  [packetTypes.pubrel]: 2,
  [packetTypes.pubcomp]: 0,
  [packetTypes.subscribe]: 2,
  [packetTypes.unsubscribe]: 2,
  [packetTypes.pingreq]: 0,
  [packetTypes.disconnect]: 0,
  [packetTypes.auth]: 0,
};

/** By its first byte alone: a type that a client sends, and its flags. */
export function checkFirstByte(first: number, version: ProtocolVersion): void {
  const type = first >> 4;
  const flags = first & 0x0f;
  if (type === packetTypes.publish) {
    const qos = (flags >> 1) & 3;
    if (qos === 3) malformed('QoS 3');
    // [3.3.1-2]
    if (qos === 0 && (flags & 8) !== 0) malformed('a repetition with QoS 0');
    return;
  }
  const wanted = type === packetTypes.auth && version < 5 ? undefined : flagsOf[type];
  if (wanted === undefined) refuse(`a packet of type ${type} from a client`);
  // 3.1 marks repetitions of these packets, too
  if ((version === 3 ? flags & ~8 : flags) !== wanted) malformed('reserved flags');
}

interface ConnectFlags {
  hasWill: boolean;
  hasUser: boolean;
  hasPassword: boolean;
}

function readConnectFlags(flags: number, version: ProtocolVersion): ConnectFlags {
  const hasWill = (flags & 0x04) !== 0;
  const willQos = (flags >> 3) & 3;
  const hasUser = (flags & 0x80) !== 0;
  const hasPassword = (flags & 0x40) !== 0;
  // [3.1.2-3]
  if ((flags & 1) !== 0) malformed('a reserved flag of CONNECT');
  // [3.1.2-11] [3.1.2-12] [3.1.2-13]
  if (willQos === 3 || (!hasWill && (flags & 0x38) !== 0)) malformed('flags of a will');
  // 3.1.1 [3.1.2-22]; 5 lets a password stand alone
  if (version < 5 && hasPassword && !hasUser) malformed('a password without a user');
  return { hasWill, hasUser, hasPassword };
}

/** Which version a CONNECT asks for; undefined for one that nobody speaks here, which the broker refuses. */
export function versionOf(body: PacketBody): ProtocolVersion | undefined {
  const name = body.text().toString();
  const level = body.byte();
  if (name === 'MQTT' && (level === 4 || level === 5)) return level;
  return name === 'MQIsdp' && level === 3 ? level : undefined;
}

/** Behind the name and the level of the protocol. */
export function checkConnect(body: PacketBody, version: ProtocolVersion): void {
  const { hasWill, hasUser, hasPassword } = readConnectFlags(body.byte(), version);
  body.short();
  if (version === 5) {
    const found = readProperties(body, connectProperties);
    if (found.has('authenticationData') && !found.has('authenticationMethod'))
      refuse('data of an authentication without its method');
  }
  body.text();
  if (hasWill) {
    if (version === 5) readProperties(body, willProperties);
    const topic = body.text();
    // [4.7.3-1]
    if (topic.length === 0) malformed('a will without a topic');
    checkTopicName(topic);
    body.binary();
  }
  if (hasUser) body.text();
  if (hasPassword) body.binary();
  body.end();
}

/** [3.8.3-2] [3.8.3-4] [3.8.3-5] [3.10.3-2]: something is asked for, and nothing reserved is said about it. */
export function checkFilters(body: PacketBody, version: ProtocolVersion, areAsked: boolean): void {
  if (body.rest === 0) refuse('a subscription to nothing');
  while (body.rest > 0) {
    const filter = body.text();
    if (filter.length === 0) malformed('a filter of nothing');
    // in 5 its answer says so, and the connection goes on
    if (version < 5 && !isTopicFilter(filter.toString())) malformed('a filter with a stray wildcard');
    if (areAsked) checkOptions(body.byte(), filter, version);
  }
}

const sharedPrefix = Buffer.from('$share/');

function checkOptions(options: number, filter: Buffer, version: ProtocolVersion): void {
  if ((options & 3) === 3) malformed('QoS 3');
  if (version < 5) {
    if ((options & ~3) !== 0) malformed('reserved bits of a subscription');
    return;
  }
  if ((options & 0xc0) !== 0) malformed('reserved bits of a subscription');
  if ((options & 0x30) === 0x30) refuse('a way of retaining that does not exist');
  const isShared = filter.subarray(0, sharedPrefix.length).equals(sharedPrefix);
  // [3.8.3-4]
  if ((options & 4) !== 0 && isShared) refuse('no local and shared at once');
}
