import { DatabaseAway, isLineTrouble, sqlStateOf, tooManyConnections } from './database-away.ts';

export interface GateOptions {
  /** pieces of work that are with the database at once: as many as the pool has connections */
  turns: number;
  /** how long work waits until it may begin; without end where it is absent */
  waitMs?: number | undefined;
  /** a connection broke under somebody */
  onTrouble?(error: unknown): void;
  /** PostgreSQL takes no more connections: so many are used from now on */
  onFull?(turns: number): void;
  /** somebody waited in vain; told at most once in `busyEveryMs` */
  onBusy?(): void;
}

/**
 * Who goes first while turns are short. What the server does by itself, a machine's answer before all, settles what was
 * paid and is never many at once; then what a caller wants done; then what somebody only looks at.
 */
const ranks = ['own', 'change', 'look'] as const;
export type Rank = (typeof ranks)[number];

export interface TurnLimits {
  rank?: Rank;
  /** from asking to commit; beyond it the work is undone */
  limitMs?: number | undefined;
  /** nobody waits for the answer any more: what has not begun never begins, what lasted long is undone */
  isGone?(): boolean;
}

/** What can stop a transaction that is under way. */
export interface Brake {
  /** its next statement and its commit are refused with this */
  stop?: Error;
  /** breaks off the statement that PostgreSQL works on */
  cancel?(): void;
}

/** One piece of work that wants to ask the database. */
export class Turn {
  readonly sinceMs = performance.now();
  #patience: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #brake: Brake | undefined;
  #givenUp: DatabaseAway | undefined;
  #committing = false;
  readonly #refuse: (error: Error) => void;
  readonly #isGone: TurnLimits['isGone'];

  constructor(refuse: (error: Error) => void, isGone: TurnLimits['isGone']) {
    this.#refuse = refuse;
    this.#isGone = isGone;
  }

  get givenUp(): DatabaseAway | undefined {
    return this.#givenUp;
  }

  get committing(): boolean {
    return this.#committing;
  }

  limit(waitMs: number | undefined, limitMs: number | undefined, onWaitedInVain: () => void): void {
    if (waitMs !== undefined) this.#patience = setTimeout(onWaitedInVain, waitMs);
    if (limitMs !== undefined)
      this.#limit = setTimeout(
        () => this.giveUp('it took longer than its caller waits', { cancel: true }),
        limitMs,
      );
  }

  /** It has what it waited for. The caller may have been refused in the meantime. */
  begin(brake?: Brake): void {
    clearTimeout(this.#patience);
    if (this.#givenUp) throw this.#givenUp;
    this.#brake = brake;
    this.#committing = false;
  }

  /** Nothing but the commit is left; from here on nobody can say for certain that it did not happen. */
  commit(): void {
    if (performance.now() - this.sinceMs > lateMs && this.#isGone?.()) this.giveUp('its caller has gone');
    if (this.#givenUp) throw this.#givenUp;
    this.#committing = true;
  }

  /** The caller is told now; what is under way stops before its next statement and is rolled back. */
  giveUp(why: string, { cancel = false } = {}): void {
    if (this.#givenUp) return;
    this.end();
    this.#givenUp = new DatabaseAway(why, this.#committing ? 'unknown' : 'nothing');
    if (this.#brake && !this.#committing) {
      this.#brake.stop = this.#givenUp;
      if (cancel) this.#brake.cancel?.();
    }
    this.#refuse(this.#givenUp);
  }

  end(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#limit);
  }
}

interface Waiting {
  turn: Turn;
  rank: Rank;
  enter: () => void;
}

/** Who taps and leaves at once has what was wished for; who waited and left has given it up. */
const lateMs = 5000;
const busyEveryMs = 60_000;
/** so long after PostgreSQL refused a connection one more is tried */
const growAfterMs = 5000;
const fullPauseMs = 100;

/**
 * Work takes its turn at the database here instead of in the driver, which keeps it in a queue without end: it would be
 * done, and paid for, long after its caller had gone. Who waits too long, or finds the database away, hears so at once.
 */
export class DatabaseGate {
  readonly #options: GateOptions;
  #turns: number;
  readonly #under = new Set<Turn>();
  readonly #waiting: Record<Rank, Waiting[]> = { own: [], change: [], look: [] };
  #shut: string | undefined;
  #pause: NodeJS.Timeout | undefined;
  #lastFullMs = 0;
  #lastBusyMs = Number.NEGATIVE_INFINITY;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#turns = options.turns;
  }

  /** When the oldest piece of work began to wait for its answer. */
  oldestMs(): number | undefined {
    const [first] = this.#under;
    return first?.sinceMs;
  }

  /** The database is away: who waits is sent away, and who comes. */
  shut(why: string): void {
    this.#shut = why;
    const waiting = ranks.flatMap((rank) => this.#waiting[rank].map(({ turn }) => turn));
    for (const turn of [...this.#under, ...waiting]) turn.giveUp(why);
  }

  open(): void {
    this.#shut = undefined;
    this.#next();
  }

  /** The connections of those who were given up are gone, and nobody waits for them. */
  forsake(): void {
    for (const turn of this.#under) if (turn.givenUp) this.#under.delete(turn);
    this.#next();
  }

  /** `work` calls `turn.begin` when it has its connection, and `turn.commit` before it commits. */
  run<T>(work: (turn: Turn) => Promise<T>, { rank = 'look', limitMs, isGone }: TurnLimits = {}): Promise<T> {
    if (this.#shut !== undefined) return Promise.reject(new DatabaseAway(this.#shut));
    return new Promise<T>((resolve, refuse) => {
      const turn = new Turn(refuse, isGone);
      turn.limit(this.#options.waitMs, limitMs, () => this.#waitedInVain(turn));
      const enter = () => {
        if (isGone?.()) turn.giveUp('its caller has gone');
        if (turn.givenUp) return;
        this.#under.add(turn);
        work(turn).then(
          (result) => {
            this.#under.delete(turn);
            turn.end();
            resolve(result);
            this.#grow();
            this.#next();
          },
          (error: unknown) => {
            this.#under.delete(turn);
            if (this.#waitsForAnOpenOne(turn, error)) this.#full({ turn, rank, enter });
            else refuse(this.#explain(turn, error));
            this.#next();
          },
        );
      };
      if (this.#under.size < this.#turns && ranks.every((any) => this.#waiting[any].length === 0)) enter();
      else this.#waiting[rank].push({ turn, rank, enter });
    });
  }

  #explain(turn: Turn, error: unknown): unknown {
    turn.end();
    if (turn.givenUp) return turn.givenUp;
    if (!isLineTrouble(error)) return error;
    this.#options.onTrouble?.(error);
    return new DatabaseAway('the connection broke', turn.committing ? 'unknown' : 'nothing', error);
  }

  /** It was refused its own connection, so nothing of it was done. Without a limit it would wait for ever. */
  #waitsForAnOpenOne(turn: Turn, error: unknown): boolean {
    return this.#options.waitMs !== undefined && !turn.givenUp && sqlStateOf(error) === tooManyConnections;
  }

  #full(entry: Waiting): void {
    const turns = Math.max(1, this.#under.size);
    if (turns < this.#turns) {
      if (this.#turns === this.#options.turns) this.#options.onFull?.(turns);
      this.#turns = turns;
    }
    this.#lastFullMs = performance.now();
    // nobody is under way whose end would call it
    if (this.#under.size === 0) this.#pause ??= setTimeout(() => this.#endPause(), fullPauseMs);
    this.#waiting[entry.rank].unshift(entry);
  }

  #endPause(): void {
    this.#pause = undefined;
    this.#next();
  }

  #grow(): void {
    if (this.#turns >= this.#options.turns || performance.now() - this.#lastFullMs < growAfterMs) return;
    this.#turns += 1;
    this.#lastFullMs = performance.now();
  }

  #waitedInVain(turn: Turn): void {
    turn.giveUp('no connection was free in time');
    const nowMs = performance.now();
    if (nowMs - this.#lastBusyMs < busyEveryMs) return;
    this.#lastBusyMs = nowMs;
    this.#options.onBusy?.();
  }

  #next(): void {
    while (!this.#pause && this.#under.size < this.#turns) {
      const rank = ranks.find((any) => this.#waiting[any].length > 0);
      const entry = rank && this.#waiting[rank].shift();
      if (!entry) return;
      entry.enter();
    }
  }
}
