import type { FaultCode } from '#kit/protocol/faults.ts';
import { limits } from '#kit/protocol/limits.ts';
import type { DeviceEventMessage, ScreenPlays, UpMessage } from '#kit/protocol/messages.ts';
import type { DeviceMemory } from './memory.ts';

/** Events kept while nobody listens; the oldest go first, and are counted. */
const maxEvents = 2000;
/** What the screen showed makes no message of its own more often than this. */
const playedEveryMs = 60_000;
const contentSpaceBytes = 512 * 1024 * 1024;

/**
 * What a device has to tell. Messages are made when the one before was acknowledged: after hours without a network the
 * totals stand in a single message, and a message once made never changes.
 */
export class Telemetry {
  readonly #memory: DeviceMemory;
  readonly #now: () => Date;
  readonly #onNews: () => void;
  #playedToldMs = 0;
  /** the first message after a start says everything */
  #news = { counters: true, faults: true, stock: true, space: true };

  constructor(memory: DeviceMemory, now: () => Date, onNews: () => void) {
    this.#memory = memory;
    this.#now = now;
    this.#onNews = onNews;
  }

  count(counter: string, amount = 1): void {
    if (amount <= 0) return;
    this.#memory.counters[counter] = (this.#memory.counters[counter] ?? 0) + amount;
    this.#news.counters = true;
    this.#onNews();
  }

  log(event: Omit<DeviceEventMessage, 'at'>): void {
    const { events } = this.#memory;
    if (events.length === maxEvents) {
      events.shift();
      this.#memory.dropped++;
    }
    events.push({ ...event, at: this.#now().toISOString() });
    this.#onNews();
  }

  get faults(): readonly string[] {
    return this.#memory.faults;
  }

  raiseFault(code: FaultCode): void {
    if (this.#memory.faults.includes(code)) return;
    this.#memory.faults.push(code);
    this.#news.faults = true;
    this.log({ kind: 'fault', code });
  }

  clearFault(code: string): void {
    const index = this.#memory.faults.indexOf(code);
    if (index < 0) return;
    this.#memory.faults.splice(index, 1);
    this.#news.faults = true;
    this.log({ kind: 'faultCleared', code });
  }

  /** Coins in a hopper or pieces in a lane changed in memory. */
  stockChanged(): void {
    this.#news.stock = true;
    this.#onNews();
  }

  spaceChanged(): void {
    this.#news.space = true;
    this.#onNews();
  }

  /** Something of the content was shown, as parts of an hour or of two. */
  addPlayed(parts: readonly ScreenPlays[]): void {
    const { played } = this.#memory;
    for (const { item, hour, thousandths } of parts) {
      const known = played.find((one) => one.item === item && one.hour === hour);
      if (known) known.thousandths += thousandths;
      else played.push({ item, hour, thousandths });
    }
    if (this.#playedIsNews) this.#onNews();
  }

  get #playedIsNews(): boolean {
    const dueMs = this.#playedToldMs + playedEveryMs;
    return this.#memory.played.length > 0 && this.#now().getTime() >= dueMs;
  }

  get freeBytes(): number {
    const files = Object.values(this.#memory.contentFiles);
    return contentSpaceBytes - files.reduce((total, sizeBytes) => total + sizeBytes, 0);
  }

  get allTold(): boolean {
    const { counters, faults, stock, space } = this.#news;
    const { events, unsent } = this.#memory;
    const news = counters || faults || stock || space || this.#playedIsNews;
    return !news && events.length === 0 && unsent.length === 0;
  }

  /** The message to send now: the one not acknowledged yet, or a new one. It must be on storage before it leaves. */
  next(): UpMessage<'telemetry'> | undefined {
    if (this.allTold) return undefined;
    if (this.#memory.unsent.length === 0) this.#memory.unsent.push(this.#make());
    return this.#memory.unsent[0];
  }

  /** False for a repeated acknowledgement of what is long gone. */
  acknowledge(epoch: number, seq: number): boolean {
    const { unsent } = this.#memory;
    const before = unsent.length;
    while (unsent[0] && unsent[0].epoch === epoch && unsent[0].seq <= seq) unsent.shift();
    return unsent.length < before;
  }

  /**
   * A message that will never be taken as it is: its totals go with the next one, its events are lost and counted.
   * Without numbers it can only be the one under way.
   */
  reject(epoch: number | undefined, seq: number | undefined): boolean {
    const [message] = this.#memory.unsent;
    if (!message) return false;
    if (epoch !== undefined && seq !== undefined && (message.epoch !== epoch || message.seq !== seq))
      return false;
    this.#memory.unsent.shift();
    this.#memory.dropped += (message.events?.length ?? 0) + (message.dropped ?? 0);
    this.#tellAll();
    return true;
  }

  /** Totals begin at 0 again, on storage before anything is told. A person who clears counters on purpose drains first. */
  beginEpoch(epoch: number): void {
    Object.assign(this.#memory, { epoch, seq: 0, counters: {}, unsent: [] });
    this.#tellAll();
  }

  #tellAll(): void {
    this.#news = { counters: true, faults: true, stock: true, space: true };
    this.#onNews();
  }

  #make(): UpMessage<'telemetry'> {
    const memory = this.#memory;
    const { counters, faults, stock, space } = this.#news;
    const events = memory.events.splice(0, limits.maxEventsPerMessage);
    const played = memory.played.splice(0, limits.maxPlayedPerMessage);
    if (played.length > 0) this.#playedToldMs = this.#now().getTime();
    const dropped = memory.dropped;
    memory.dropped = 0;
    memory.seq++;
    this.#news = { counters: false, faults: false, stock: false, space: false };
    return {
      epoch: memory.epoch,
      seq: memory.seq,
      at: this.#now().toISOString(),
      ...(counters && { counters: { ...memory.counters } }),
      ...(events.length > 0 && { events }),
      ...(faults && { faults: [...memory.faults] }),
      ...(stock && memory.hoppers.length > 0 && { hoppers: structuredClone(memory.hoppers) }),
      ...(stock && memory.lanes.length > 0 && { lanes: structuredClone(memory.lanes) }),
      ...(space && { freeBytes: this.freeBytes }),
      ...(dropped > 0 && { dropped }),
      ...(played.length > 0 && { played }),
    };
  }
}
