const headBytes = 8;
const longHeadBytes = 16;

/**
 * Whether a stream is an MP4 by more than its first bytes: boxes that follow each other to the end, of which one says what
 * the film is and one holds it. Nothing is kept but the head of the box under way.
 */
export class Mp4Check {
  #head = Buffer.alloc(0);
  /** of the box under way, still to come; the last box may be as long as the file */
  #rest = 0;
  #broken = false;
  readonly #kinds = new Set<string>();

  add(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !this.#broken) {
      if (this.#rest > 0) {
        const part = Math.min(this.#rest, chunk.length - at);
        this.#rest -= part;
        at += part;
      } else {
        const part = chunk.subarray(at, at + this.#wanted - this.#head.length);
        this.#head = Buffer.concat([this.#head, part]);
        at += part.length;
        if (this.#head.length === this.#wanted) this.#begin();
      }
    }
  }

  /** To be asked at the end. */
  get isWhole(): boolean {
    const ended = this.#head.length === 0 && (this.#rest === 0 || this.#rest === Number.POSITIVE_INFINITY);
    const hasFilm = this.#kinds.has('moov') && (this.#kinds.has('mdat') || this.#kinds.has('moof'));
    return !this.#broken && ended && hasFilm;
  }

  get #wanted(): number {
    return this.#head.length >= headBytes && this.#head.readUInt32BE(0) === 1 ? longHeadBytes : headBytes;
  }

  #begin(): void {
    const head = this.#head;
    const short = head.readUInt32BE(0);
    const bytes = short === 1 ? Number(head.readBigUInt64BE(headBytes)) : short;
    const kind = head.toString('latin1', 4, headBytes);
    this.#head = Buffer.alloc(0);
    this.#rest = bytes === 0 ? Number.POSITIVE_INFINITY : bytes - head.length;
    // sizes that do not fit their own head, names that are none, and a beginning that is no file's
    this.#broken =
      this.#rest < 0 || !/^[\x20-\x7e\xa9]{4}$/.test(kind) || (this.#kinds.size === 0 && kind !== 'ftyp');
    this.#kinds.add(kind);
  }
}
