import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { isLineTrouble, sqlStateOf, tooManyConnections, troubleOf } from './database-away.ts';

export interface WatchOptions {
  /** settings of the connection */
  connection: postgres.Options<Record<string, never>>['connection'];
  /** the database is away, and why; told once for each outage */
  onAway(why: string): void;
  /** the line was silent for too long and is replaced; others of the same age are as dead */
  onRenewed(): void;
  /** it answers again, after so long */
  onBack(awayMs: number): void;
  /** when the oldest work under way began to wait; undefined where nothing waits */
  oldestMs(): number | undefined;
}

interface Listener {
  onMessage(payload: string): void;
  onConnected?(): void;
}

interface Channel {
  listeners: Set<Listener>;
  /** settled when PostgreSQL was asked for the first time */
  asked: Promise<unknown>;
}

const lookEveryMs = 250;
/** work that takes longer is reason enough to ask whether the database is there at all */
const slowMs = 1000;
/** Looks that pass without an answer. Not a time: a process that was busy itself has looked once meanwhile. */
const silentLooks = 8;
/** a line that says nothing for so long is given up for a new one: the other end may be gone without a word */
const renewLooks = 24;
const pingMs = 1200;

/**
 * Its own connection: it hears what other processes notify, and tells whether the database answers. The pool can
 * not tell that, because a connection that is busy and one that is dead look the same.
 */
export class DatabaseWatch {
  readonly #url: string;
  readonly #options: WatchOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #timer: NodeJS.Timeout;
  #line: postgres.Sql;
  #listening: Promise<void> | undefined;
  #asked: Promise<unknown> | undefined;
  #looks = 0;
  #awaySinceMs: number | undefined;
  #isStopped = false;

  constructor(url: string, options: WatchOptions) {
    this.#url = url;
    this.#options = options;
    this.#line = this.#open();
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  async listen(channel: string, listener: Listener): Promise<void> {
    const known = this.#channels.get(channel) ?? {
      listeners: new Set(),
      asked: this.#line.unsafe(`listen ${quoted(channel)}`).execute(),
    };
    known.listeners.add(listener);
    this.#channels.set(channel, known);
    await known.asked;
    listener.onConnected?.();
  }

  /** Whether the database answers, in little more than a second. */
  async ping(): Promise<boolean> {
    const stop = new AbortController();
    const tooLate = sleep(pingMs, false, { signal: stop.signal }).catch(() => false);
    const answered = this.#ask().then(
      () => true,
      () => false,
    );
    return await Promise.race([answered, tooLate]).finally(() => stop.abort());
  }

  /** Something broke: perhaps one connection, perhaps all of them. */
  suspect(): void {
    if (!this.#isStopped) void this.#ask().catch(() => undefined);
  }

  async cancelBackend(pid: number): Promise<void> {
    await this.#line.unsafe('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#line.end({ timeout: 0 });
  }

  #open(): postgres.Sql {
    const line: postgres.Sql = postgres(this.#url, {
      max: 1,
      idle_timeout: undefined,
      max_lifetime: null,
      fetch_types: false,
      connect_timeout: 5,
      keep_alive: 10,
      backoff: () => lookEveryMs / 1000,
      onnotice: () => undefined,
      connection: this.#options.connection,
      onclose: () => {
        if (line === this.#line) this.#lost();
      },
      // known to the driver and not to its types
      ...{ onnotify: (channel: string, payload: string) => this.#hear(channel, payload) },
    });
    return line;
  }

  #hear(channel: string, payload: string): void {
    for (const { onMessage } of this.#channels.get(channel)?.listeners ?? []) onMessage(payload);
  }

  #lost(): void {
    if (this.#isStopped || this.#channels.size === 0) return;
    this.#listening ??= this.#listenAgain().finally(() => {
      this.#listening = undefined;
    });
  }

  /** Until it hears everything again; what was said meanwhile is looked for by those who listen. */
  async #listenAgain(): Promise<void> {
    while (!this.#isStopped) {
      const line = this.#line;
      try {
        for (const channel of this.#channels.keys()) await line.unsafe(`listen ${quoted(channel)}`);
        if (line !== this.#line) continue;
        this.#answers();
        for (const { listeners } of this.#channels.values())
          for (const { onConnected } of listeners) onConnected?.();
        return;
      } catch (error) {
        this.#failed(error);
        await sleep(lookEveryMs);
      }
    }
  }

  #look(): void {
    if (this.#asked) {
      this.#looks += 1;
      if (this.#looks === silentLooks) this.#away('it does not answer');
      if (this.#looks >= renewLooks) this.#renew();
      return;
    }
    const oldestMs = this.#options.oldestMs();
    const isSlow = oldestMs !== undefined && performance.now() - oldestMs > slowMs;
    if (isSlow || this.#awaySinceMs !== undefined) this.suspect();
  }

  #ask(): Promise<unknown> {
    if (this.#asked) return this.#asked;
    this.#looks = 0;
    const asked = this.#line.unsafe('select 1').execute();
    this.#asked = asked;
    const done = () => {
      if (this.#asked === asked) this.#asked = undefined;
    };
    asked.then(
      () => {
        done();
        this.#answers();
      },
      (error: unknown) => {
        done();
        this.#failed(error);
      },
    );
    return asked;
  }

  #renew(): void {
    const old = this.#line;
    this.#line = this.#open();
    this.#asked = undefined;
    void old.end({ timeout: 0 }).catch(() => undefined);
    this.#options.onRenewed();
    this.#lost();
  }

  /** Who says that all connections are taken is there. */
  #failed(error: unknown): void {
    if (this.#isStopped || !isLineTrouble(error)) return;
    if (sqlStateOf(error) === tooManyConnections) this.#answers();
    else this.#away(troubleOf(error));
  }

  #away(why: string): void {
    if (this.#isStopped || this.#awaySinceMs !== undefined) return;
    this.#awaySinceMs = performance.now();
    this.#options.onAway(why);
  }

  #answers(): void {
    if (this.#awaySinceMs === undefined) return;
    const awayMs = performance.now() - this.#awaySinceMs;
    this.#awaySinceMs = undefined;
    this.#options.onBack(awayMs);
  }
}

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;
