import type { Socket } from 'node:net';

const moreFollows = 0x80;
/** of a packet's head: its type and up to four bytes that say how much follows */
const maxHeadBytes = 5;

export interface PacketLimits {
  /** of the packet with which a client logs in */
  firstBytes: number;
  laterBytes: number;
}

/** Follows the packets of a stream by what their heads announce, and keeps nothing of them. */
export class PacketMeter {
  readonly #limits: PacketLimits;
  #limitBytes: number;
  /** of the head that is being read */
  #headBytes = 0;
  #announced = 0;
  /** of the packet under way, still to come */
  #rest = 0;

  constructor(limits: PacketLimits) {
    this.#limits = limits;
    this.#limitBytes = limits.firstBytes;
  }

  /** False as soon as a packet announces more than it may, or says no length at all. */
  accepts(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#rest > 0) {
        const part = Math.min(this.#rest, chunk.length - at);
        this.#rest -= part;
        at += part;
      } else if (!this.#acceptsHead(chunk[at++]!)) return false;
    }
    return true;
  }

  #acceptsHead(byte: number): boolean {
    this.#headBytes += 1;
    if (this.#headBytes === 1) return true;
    this.#announced += (byte & ~moreFollows) * 0x80 ** (this.#headBytes - 2);
    if ((byte & moreFollows) !== 0) return this.#headBytes < maxHeadBytes;
    if (this.#headBytes + this.#announced > this.#limitBytes) return false;
    this.#rest = this.#announced;
    this.#headBytes = 0;
    this.#announced = 0;
    this.#limitBytes = this.#limits.laterBytes;
    return true;
  }
}

/**
 * aedes waits for whatever a packet announces, up to 256 MiB, and keeps what has come. It asks its connection for bytes by
 * `read`, and there they are measured; until a login is decided it asks for no more.
 */
export function measurePackets(socket: Socket, limits: PacketLimits): void {
  const meter = new PacketMeter(limits);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || meter.accepts(chunk)) return chunk;
    socket.destroy(new Error('packet too large'));
    return null;
  };
}
