import { isUtf8 } from 'node:buffer';
import { Mqtt5Error, reasons } from './mqtt5-reasons.ts';

export function malformed(what: string): never {
  throw new Mqtt5Error(reasons.malformedPacket, what);
}

/** Reads a packet's body from its beginning; whatever is not there is a malformed packet. Copies nothing. */
export class PacketBody {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;

  constructor(bytes: Buffer, from: number, end: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  get rest(): number {
    return this.#end - this.#at;
  }

  skip(count: number): Buffer {
    if (count > this.rest) malformed('a packet that is too short');
    const part = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return part;
  }

  byte(): number {
    return this.skip(1)[0] as number;
  }

  short(): number {
    const at = this.#at;
    this.skip(2);
    return this.#bytes.readUInt16BE(at);
  }

  long(): number {
    const at = this.#at;
    this.skip(4);
    return this.#bytes.readUInt32BE(at);
  }

  /** [1.5.5-1] in as few bytes as it takes */
  variable(): number {
    let value = 0;
    for (let place = 0; place < 4; place += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * 0x80 ** place;
      if (byte < 0x80) {
        if (place > 0 && byte === 0) malformed('a number in too many bytes');
        return value;
      }
    }
    return malformed('a number without an end');
  }

  binary(): Buffer {
    return this.skip(this.short());
  }

  /** [1.5.4-1] [1.5.4-2] well formed, no surrogates, no NUL */
  text(): Buffer {
    const text = this.binary();
    if (!isUtf8(text) || text.includes(0)) malformed('a text that is no UTF-8');
    return text;
  }

  /** [2.2.1-3] [2.2.1-4] */
  id(): void {
    if (this.short() === 0) malformed('a packet with the id 0');
  }

  end(): void {
    if (this.rest > 0) malformed('a packet with bytes to spare');
  }
}

export const plus = 0x2b;
export const hash = 0x23;

/** [3.3.2-2] [4.7.1-1] names where something goes, and nothing else */
export function checkTopicName(topic: Buffer): void {
  if (topic.includes(plus) || topic.includes(hash))
    throw new Mqtt5Error(reasons.topicNameInvalid, 'a topic with wildcards');
}
