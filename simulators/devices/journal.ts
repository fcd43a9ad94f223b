import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import type { JournalEntry, JournalLine, Outcome } from './journal-entry.ts';
import type { DeviceStorage } from './storage.ts';

/** An id is remembered at least this long after its command can no longer start. */
const keptAfterExpiryMs = hourMs;
/** Ids that came with a wrong signature; their sender must not push real ones out. */
const keptRefusals = 200;

/**
 * Every command id the device ever took, on storage before anything moves. A repeat, even after a restart, finds its
 * entry here and moves nothing.
 */
export class Journal {
  readonly #storage: DeviceStorage;
  readonly #now: () => Date;
  readonly #entries = new Map<string, JournalEntry>();
  #lines = 0;

  private constructor(storage: DeviceStorage, now: () => Date) {
    this.#storage = storage;
    this.#now = now;
  }

  static async open(storage: DeviceStorage, now: () => Date): Promise<Journal> {
    const journal = new Journal(storage, now);
    for (const line of await storage.readJournal()) journal.#merge(line);
    return journal;
  }

  find(id: string): JournalEntry | undefined {
    return this.#entries.get(id);
  }

  /** Accepted before the power went, and not ended since. */
  unfinished(): JournalEntry[] {
    return [...this.#entries.values()].filter(({ state }) => state === 'accepted');
  }

  get latestMs(): number {
    let latestMs = 0;
    for (const { atMs } of this.#entries.values()) latestMs = Math.max(latestMs, atMs);
    return latestMs;
  }

  /** Resolves when the id can not be forgotten any more. Only then may something move. */
  async accept(id: string, command: string, expiresAt: Date, asked: number | undefined): Promise<void> {
    await this.#append(
      { id, command, state: 'accepted', atMs: this.#nowMs(), expiresAtMs: expiresAt.getTime(), asked },
      true,
    );
  }

  /** Not started, and never will be. */
  async refuse(id: string, command: string, expiresAt: Date, outcome: Outcome): Promise<void> {
    await this.#append(
      { id, command, atMs: this.#nowMs(), expiresAtMs: expiresAt.getTime(), ...outcome },
      true,
    );
    await this.#compact();
  }

  /** How far it got; written as pieces pass, without waiting for the disk. */
  async progress(id: string, counted: number): Promise<void> {
    await this.#append({ id, counted }, false);
  }

  async settle(id: string, outcome: Outcome): Promise<void> {
    await this.#append({ id, atMs: this.#nowMs(), ...outcome }, true);
    await this.#compact();
  }

  #nowMs(): number {
    return this.#now().getTime();
  }

  async #append(line: JournalLine, durable: boolean): Promise<void> {
    await this.#storage.appendJournal(line, durable);
    this.#merge(line);
  }

  #merge(line: JournalLine): void {
    this.#lines++;
    const known = this.#entries.get(line.id);
    if (known) Object.assign(known, line);
    else if (line.state) this.#entries.set(line.id, line as JournalEntry);
  }

  /** Rewrites the file when most of it says nothing any more. */
  async #compact(): Promise<void> {
    if (this.#lines < 2 * limits.journalEntries) return;
    for (const id of this.#forgettable()) this.#entries.delete(id);
    await this.#storage.replaceJournal([...this.#entries.values()].map((entry) => ({ ...entry })));
    this.#lines = this.#entries.size;
  }

  *#forgettable(): Generator<string> {
    const nowMs = this.#nowMs();
    const newestFirst = [...this.#entries.values()].reverse();
    let kept = 0;
    let refusals = 0;
    for (const { id, state, atMs, expiresAtMs, reason } of newestFirst) {
      const forged = reason === 'signature';
      const place = forged ? ++refusals : ++kept;
      const beyond = place > (forged ? keptRefusals : limits.journalEntries);
      const old = nowMs - atMs > limits.journalDays * dayMs;
      const over = forged || (state !== 'accepted' && nowMs - expiresAtMs > keptAfterExpiryMs);
      if (over && (beyond || old)) yield id;
    }
  }
}
