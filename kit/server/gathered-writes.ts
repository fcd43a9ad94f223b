import { run, StatementText } from './row-statements.ts';
import type { Tx } from './transaction.ts';

/**
 * Rows that a transaction keeps in mind and writes together, with one statement, right before it commits: what many
 * steps add to the same rows is written once. Code that reads such rows with SQL in the same transaction calls
 * `writeGathered` first.
 */
export interface Gathering<T> {
  empty(): T;
  /** for a part of the transaction that may be undone */
  copy(value: T): T;
  /** before anything is put together; it may add to other gatherings */
  prepare?(tx: Tx, value: T): void;
  /** inserts and updates; no two of them may touch the same row */
  writes(value: T, statement: StatementText): GatheredWrite[];
  /** what stays in mind once it is written; nothing where it is absent */
  rest?(value: T): T;
}

export interface GatheredWrite {
  text: string;
  /** refused with this sentence when the statement reaches no row; its text then ends with `returning 1` */
  orElse?: string;
}

/** One transaction, with all its savepoints. */
export class TransactionMind {
  #values = new Map<Gathering<unknown>, unknown>();
  #channels = new Set<string>();
  #afterwards: (() => void)[] = [];

  valueOf<T>(gathering: Gathering<T>): T {
    let value = this.#values.get(gathering as Gathering<unknown>) as T | undefined;
    if (value === undefined) {
      value = gathering.empty();
      this.#values.set(gathering as Gathering<unknown>, value);
    }
    return value;
  }

  announce(channel: string): void {
    this.#channels.add(channel);
  }

  get channels(): ReadonlySet<string> {
    return this.#channels;
  }

  addAfterwards(work: () => void): void {
    this.#afterwards.push(work);
  }

  /** It is committed. */
  finish(): void {
    for (const work of this.#afterwards) work();
  }

  copy(): TransactionMind {
    const copy = new TransactionMind();
    for (const [gathering, value] of this.#values) copy.#values.set(gathering, gathering.copy(value));
    copy.#channels = new Set(this.#channels);
    copy.#afterwards = [...this.#afterwards];
    return copy;
  }

  /** What a savepoint added, once it is certain. */
  adopt(inner: TransactionMind): void {
    this.#values = inner.#values;
    this.#channels = inner.#channels;
    this.#afterwards = inner.#afterwards;
  }

  /** Everything gathered so far, taken out of mind. */
  take(tx: Tx): { texts: GatheredWrite[]; statement: StatementText } {
    for (const [gathering, value] of [...this.#values]) gathering.prepare?.(tx, value);
    const statement = new StatementText();
    const texts = [...this.#values].flatMap(([gathering, value]) => gathering.writes(value, statement));
    const before = this.#values;
    this.#values = new Map();
    for (const [gathering, value] of before)
      if (gathering.rest) this.#values.set(gathering, gathering.rest(value));
    return { texts, statement };
  }
}

const minds = new WeakMap<object, TransactionMind>();

/** Called when a transaction or a savepoint is opened. */
export function giveMind(tx: Tx, mind: TransactionMind): void {
  minds.set(tx, mind);
}

export function mindOf(tx: Tx): TransactionMind {
  const mind = minds.get(tx);
  if (!mind) throw new Error('a transaction is opened with transaction() of the database or with attempt()');
  return mind;
}

/** Whether a reader stands inside a transaction that may have gathered something. */
export const isTransaction = (reader: object): reader is Tx => minds.has(reader);

/** What this transaction has gathered of a kind, to look at and to add to. */
export const gathered = <T>(tx: Tx, gathering: Gathering<T>): T => mindOf(tx).valueOf(gathering);

/** Tells the pumps of a channel, after commit. */
export const announce = (tx: Tx, channel: string): void => mindOf(tx).announce(channel);

/** Runs once the transaction is committed, and never when it is not; it must not throw. */
export const afterCommit = (tx: Tx, work: () => void): void => mindOf(tx).addAfterwards(work);

/** Writes now what would be written before commit. `channels` names those that PostgreSQL has to tell, at the end. */
export async function writeGathered(tx: Tx, channels: () => readonly string[] = () => []): Promise<void> {
  const { texts, statement } = mindOf(tx).take(tx);
  const notify = channels();
  if (texts.length === 0 && notify.length === 0) return;
  const [only] = texts;
  if (only && texts.length === 1 && !only.orElse && notify.length === 0) {
    await run(tx, only.text, statement.parameters);
    return;
  }
  const parts = texts.map(({ text }, place) => `w${place} as (${text})`);
  const asked = texts.flatMap(({ orElse }, place) =>
    orElse ? [{ orElse, text: `(select count(*)::int from w${place})` }] : [],
  );
  const told = notify.map((channel) => `pg_notify(${statement.parameter(channel)}, '')`);
  const list = [...asked.map(({ text }) => text), ...told];
  const withParts = parts.length > 0 ? `with ${parts.join(', ')} ` : '';
  const [counts] = await run(tx, `${withParts}select ${list.join(', ') || '1'}`, statement.parameters);
  for (const [place, { orElse }] of asked.entries()) if (counts?.[place] === 0) throw new Error(orElse);
}
