/**
 * Stands before the broker and reads every packet of a client as the specification does. aedes and mqtt-packet forgive a
 * good deal (an id of 0, reserved flags, texts that are no UTF-8); who sends such a thing is broken or hostile, and the
 * specification says that the connection ends. docs/decisions/0038
 */
import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import { hash, malformed, PacketBody, plus } from './packet-body.ts';
import {
  answerProperties,
  authProperties,
  disconnectProperties,
  onlyUserProperties,
  publishProperties,
  readProperties,
  subscribeProperties,
} from './packet-properties.ts';
import {
  checkConnect,
  checkFilters,
  checkFirstByte,
  type ProtocolVersion,
  packetTypes,
  versionOf,
} from './packet-rules.ts';

export interface PacketLimits {
  /** of the packet with which a client logs in */
  firstBytes: number;
  laterBytes: number;
}

const answerReasons: ReadonlySet<number> = new Set([0, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]);
const releaseReasons: ReadonlySet<number> = new Set([0, 0x92]);
const goodbyeReasons: ReadonlySet<number> = new Set([
  0, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99,
]);
const authReasons: ReadonlySet<number> = new Set([0x18, 0x19]);

/** In 5 what is left out is 0 and nothing; before 5 there is neither. */
function checkReason(
  body: PacketBody,
  version: ProtocolVersion,
  known: ReadonlySet<number>,
  properties: ReadonlySet<string>,
): void {
  if (version === 5 && body.rest > 0) {
    if (!known.has(body.byte())) throw new Mqtt5Error(reasons.protocolError, 'a reason that does not exist');
    if (body.rest > 0) readProperties(body, properties);
  }
  body.end();
}

/**
 * Of a PUBLISH so much as stands before the message itself. Machines send hardly anything else, so its topic is looked
 * through in place, byte by byte, before anything is made of it.
 */
function checkPublish(
  bytes: Buffer,
  from: number,
  end: number,
  first: number,
  version: ProtocolVersion,
): void {
  if (end - from < 2) malformed('a packet that is too short');
  const topicEnd = from + 2 + bytes.readUInt16BE(from);
  // [4.7.3-1]; in 5 an alias may stand for it, which is refused further on
  if (version < 5 && topicEnd === from + 2) malformed('a message without a topic');
  if (topicEnd > end) malformed('a packet that is too short');
  let isAscii = true;
  let hasWildcard = false;
  for (let at = from + 2; at < topicEnd; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0) malformed('a text that is no UTF-8');
    if (byte === plus || byte === hash) hasWildcard = true;
    if (byte >= 0x80) isAscii = false;
  }
  if (!isAscii && !isUtf8(bytes.subarray(from + 2, topicEnd))) malformed('a text that is no UTF-8');
  // [3.3.2-2]
  if (hasWildcard) throw new Mqtt5Error(reasons.topicNameInvalid, 'a topic with wildcards');
  if (version === 5 || (first & 6) !== 0) {
    const rest = new PacketBody(bytes, topicEnd, end);
    if ((first & 6) !== 0) rest.id();
    if (version === 5) readProperties(rest, publishProperties);
  }
}

function checkBody(first: number, body: PacketBody, version: ProtocolVersion): void {
  switch (first >> 4) {
    case packetTypes.puback:
    case packetTypes.pubrec:
      body.id();
      checkReason(body, version, answerReasons, answerProperties);
      break;
    case packetTypes.pubrel:
    case packetTypes.pubcomp:
      body.id();
      checkReason(body, version, releaseReasons, answerProperties);
      break;
    case packetTypes.subscribe:
      body.id();
      if (version === 5) readProperties(body, subscribeProperties);
      checkFilters(body, version, true);
      break;
    case packetTypes.unsubscribe:
      body.id();
      if (version === 5) readProperties(body, onlyUserProperties);
      checkFilters(body, version, false);
      break;
    case packetTypes.disconnect:
      checkReason(body, version, goodbyeReasons, disconnectProperties);
      break;
    case packetTypes.auth:
      checkReason(body, version, authReasons, authProperties);
      break;
    default:
      // PINGREQ
      body.end();
  }
}

const maxLengthBytes = 4;

/** A packet's head: how long it is and what it announces. Undefined while it is not all here. */
function readHead(bytes: Buffer, at: number): { bytes: number; announced: number } | undefined {
  let announced = 0;
  for (let place = 0; place < maxLengthBytes; place += 1) {
    const byte = bytes[at + 1 + place];
    if (byte === undefined) return undefined;
    announced += (byte & 0x7f) * 0x80 ** place;
    if (byte < 0x80) return { bytes: place + 2, announced };
  }
  return malformed('a length without an end');
}

/** How much of a packet has to be here to judge it: of a PUBLISH what stands before the message. */
function wantedBytes(bytes: Buffer, at: number, head: { bytes: number; announced: number }): number {
  const first = bytes[at] as number;
  if (first >> 4 !== packetTypes.publish) return head.bytes + head.announced;
  const start = at + head.bytes;
  if (bytes.length < start + 2) return head.bytes + Math.min(2, head.announced);
  const untilMessage = 2 + bytes.readUInt16BE(start) + ((first & 6) !== 0 ? 2 : 0);
  return head.bytes + Math.min(untilMessage, head.announced);
}

/** Of one connection. Judges each packet once, as soon as enough of it is here, and keeps no message. */
export class StrictPackets {
  readonly #limits: PacketLimits;
  #version: ProtocolVersion | undefined;
  #isOver = false;
  #fault: Mqtt5Error | undefined;
  /** the beginning of a packet that can not be judged yet */
  #held: Buffer | undefined;
  /** of a judged packet, still to come */
  #rest = 0;

  constructor(limits: PacketLimits) {
    this.#limits = limits;
  }

  /** What was wrong, once something was. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /**
   * Follows a stream of 3.1 or 3.1.1. Answers how many bytes of the chunk may pass: all, or those before the packet that
   * is wrong.
   */
  accepts(chunk: Buffer): number {
    const skipped = Math.min(this.#rest, chunk.length);
    this.#rest -= skipped;
    if (skipped === chunk.length) return chunk.length;
    const held = this.#held;
    const bytes = held ? Buffer.concat([held, chunk]) : chunk;
    let at = held ? 0 : skipped;
    this.#held = undefined;
    try {
      while (at < bytes.length) {
        const judged = this.#judge(bytes, at);
        if (judged === undefined) {
          this.#held = bytes.subarray(at);
          break;
        }
        at += judged;
      }
    } catch (error) {
      if (!(error instanceof Mqtt5Error)) throw error;
      this.#fault = error;
      return Math.max(0, at - (held?.length ?? 0));
    }
    this.#rest = Math.max(0, at - bytes.length);
    return chunk.length;
  }

  /** A whole packet of MQTT 5. Throws what is wrong with it. */
  check(packet: Buffer): void {
    const head = readHead(packet, 0);
    if (!head) malformed('a packet without a length');
    // [1.5.5-1]
    if (head.bytes > 2 && packet[head.bytes - 1] === 0) malformed('a length in too many bytes');
    this.#judge(packet, 0);
  }

  /** How long the packet is; undefined while too little of it is here. */
  #judge(bytes: Buffer, at: number): number | undefined {
    if (this.#isOver) malformed('a packet after the goodbye');
    const first = bytes[at] as number;
    const isFirst = this.#version === undefined;
    // [3.1.0-1] [3.1.0-2]: CONNECT comes first, and once
    if ((first >> 4 === packetTypes.connect) !== isFirst)
      throw new Mqtt5Error(reasons.protocolError, 'a CONNECT where there is none');
    checkFirstByte(first, this.#version ?? 4);
    const head = readHead(bytes, at);
    if (!head) return undefined;
    const size = head.bytes + head.announced;
    if (size > (isFirst ? this.#limits.firstBytes : this.#limits.laterBytes))
      throw new Mqtt5Error(reasons.packetTooLarge, `a packet of ${size} bytes`);
    const wanted = wantedBytes(bytes, at, head);
    if (bytes.length - at < wanted) return undefined;
    const end = Math.min(at + size, bytes.length);
    const version = this.#version;
    if (version === undefined) this.#connect(new PacketBody(bytes, at + head.bytes, end));
    else if (first >> 4 === packetTypes.publish) checkPublish(bytes, at + head.bytes, end, first, version);
    else checkBody(first, new PacketBody(bytes, at + head.bytes, end), version);
    if (first >> 4 === packetTypes.disconnect) this.#isOver = true;
    return size;
  }

  #connect(body: PacketBody): void {
    const version = versionOf(body);
    if (version) checkConnect(body, version);
    this.#version = version ?? 4;
  }
}

/**
 * aedes asks its connection for bytes by `read`, and there they are judged; until a login is decided it asks for no more.
 * What came before a wrong packet still reaches it.
 */
export function checkPackets(socket: Socket, limits: PacketLimits): void {
  const strict = new StrictPackets(limits);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = strict.fault ? null : read(size);
    const passing = chunk === null ? 0 : strict.accepts(chunk);
    // what passes of a chunk with a wrong packet ends with a whole one: aedes reads on when it has worked that off
    if (passing > 0) return (chunk as Buffer).subarray(0, passing);
    if (strict.fault) socket.destroy(strict.fault);
    return null;
  };
}
