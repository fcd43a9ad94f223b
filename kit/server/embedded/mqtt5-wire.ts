import type { Socket } from 'node:net';
import { type Packet, parser } from 'mqtt-packet';
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';
import type { PacketLimits } from './strict-packets.ts';

const connectType = 1;
const protocolName = 'MQTT';
/** a length of up to four bytes, each with seven bits of it */
const maxLengthBytes = 4;
const moreFollows = 0x80;

/**
 * Waits for the first bytes of a connection, puts them back, and says whether they ask for MQTT 5. Gives back what stops
 * the waiting.
 */
export function sniffVersion(
  socket: Socket,
  withinMs: number,
  decide: (isVersion5: boolean) => void,
): () => void {
  let head: Buffer = Buffer.alloc(0);
  const destroy = () => socket.destroy();
  const tooLate = setTimeout(destroy, withinMs);
  const stop = () => {
    clearTimeout(tooLate);
    socket.off('readable', listen).off('error', destroy).off('close', stop);
  };
  const listen = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    head = Buffer.concat([head, chunk]);
    const level = protocolLevel(head);
    if (level === 'unclear') return;
    stop();
    socket.unshift(head);
    decide(level === 5);
  };
  socket.on('readable', listen).on('error', destroy).on('close', stop);
  return stop;
}

/** Of a CONNECT of MQTT 3.1.1 or later; undefined for anything else, which is the broker's to refuse. */
function protocolLevel(head: Buffer): number | 'unclear' | undefined {
  if (head.length === 0) return 'unclear';
  if (head[0]! >> 4 !== connectType) return undefined;
  const length = readLength(head, 1);
  if (length === 'unclear') return 'unclear';
  if (length === undefined) return undefined;
  const start = 1 + length.bytes;
  const name = head.subarray(start, start + 2 + protocolName.length);
  const expected = Buffer.from(`\0${String.fromCharCode(protocolName.length)}${protocolName}`);
  if (!expected.subarray(0, name.length).equals(name)) return undefined;
  return head[start + expected.length] ?? 'unclear';
}

function readLength(bytes: Buffer, from: number): { value: number; bytes: number } | 'unclear' | undefined {
  let value = 0;
  for (let index = 0; index < maxLengthBytes; index++) {
    const byte = bytes[from + index];
    if (byte === undefined) return 'unclear';
    value += (byte & ~moreFollows) * 0x80 ** index;
    if ((byte & moreFollows) === 0) return { value, bytes: index + 1 };
  }
  return undefined;
}

/** Cuts a stream into packets, and refuses a large one before its bytes are kept. */
export class PacketSplitter {
  readonly #limits: PacketLimits;
  #maxBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;
  /** so many bytes make the next look worth it */
  #needed = 2;

  constructor(limits: PacketLimits) {
    this.#limits = limits;
    this.#maxBytes = limits.firstBytes;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  next(): Buffer | undefined {
    if (this.#size < this.#needed) return undefined;
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    const length = readLength(bytes, 1);
    if (length === undefined) throw new Mqtt5Error(reasons.malformedPacket, 'a packet without a length');
    if (length === 'unclear') {
      this.#needed = bytes.length + 1;
      return undefined;
    }
    const packetBytes = 1 + length.bytes + length.value;
    if (packetBytes > this.#maxBytes)
      throw new Mqtt5Error(reasons.packetTooLarge, `a packet of ${packetBytes} bytes`);
    if (bytes.length < packetBytes) {
      this.#needed = packetBytes;
      return undefined;
    }
    this.#needed = 2;
    this.#maxBytes = this.#limits.laterBytes;
    this.#size = bytes.length - packetBytes;
    this.#chunks = this.#size > 0 ? [bytes.subarray(packetBytes)] : [];
    return bytes.subarray(0, packetBytes);
  }
}

/** Reads the packets that end with these bytes. Throws what mqtt-packet complains about. */
export function createPacketReader(protocolVersion: 4 | 5): (bytes: Buffer) => Packet[] {
  const reader = parser({ protocolVersion });
  let packets: Packet[] = [];
  let complaint: Error | undefined;
  reader.on('packet', (packet) => packets.push(packet));
  reader.on('error', (error: Error) => {
    complaint = error;
  });
  return (bytes) => {
    packets = [];
    complaint = undefined;
    reader.parse(bytes);
    if (complaint) throw complaint;
    return packets;
  };
}
