import type postgres from 'postgres';
import { isLineTrouble } from './database-away.ts';
import type { Brake, DatabaseGate } from './database-gate.ts';
import { createStatementCounter } from './prepared-statements.ts';

type Question = ReturnType<postgres.Sql['unsafe']>;
type Values = Parameters<postgres.Sql['unsafe']>[1];
type TransactionClient = Pick<postgres.TransactionSql, 'unsafe' | 'savepoint'> &
  Pick<postgres.Sql, 'options'>;

/** A client of one transaction, which can be stopped from outside. */
export interface BrakedClient {
  readonly brake: Brake;
}

/**
 * The driver as Drizzle sees it.
 * - Drizzle names no statements, so that each would be parsed and planned again and take two journeys to the database;
 *   those that come often are prepared instead.
 * - What is asked outside a transaction takes its turn at the gate; transactions have taken theirs before they begin.
 * - A transaction that was given up, or whose connection is gone, is refused its next statement: the driver would send it
 *   on whatever the connection is used for by then.
 */
export function poolDriver(
  pool: () => postgres.Sql,
  gate: DatabaseGate,
  cancelBackend: (pid: number) => Promise<void>,
): postgres.Sql {
  const isPrepared = createStatementCounter();

  const wrap = (inner: TransactionClient, brake: StatementBrake) => ({
    options: inner.options,
    brake,
    unsafe(text: string, parameters?: Values, options?: postgres.UnsafeQueryOptions) {
      if (brake.stop) throw brake.stop;
      const question = inner.unsafe(text, parameters, { ...options, prepare: isPrepared(text) });
      brake.first ??= question;
      return question;
    },
    savepoint: (work: (tx: unknown) => Promise<unknown>) =>
      inner.savepoint((tx) => brake.hold(() => work(wrap(tx as unknown as TransactionClient, brake)))),
  });

  return {
    options: pool().options,
    unsafe: (text: string, parameters?: Values, options?: postgres.UnsafeQueryOptions) =>
      new PoolQuestion(gate, () =>
        pool().unsafe(text, parameters, { ...options, prepare: isPrepared(text) }),
      ),
    begin(work: (tx: unknown) => Promise<unknown>) {
      const brake = new StatementBrake(cancelBackend);
      const whole = pool().begin((tx) =>
        brake.hold(() => work(wrap(tx as unknown as TransactionClient, brake))),
      );
      whole.catch((error: Error) => brake.lose(error));
      return whole;
    },
  } as unknown as postgres.Sql;
}

class StatementBrake implements Brake {
  stop?: Error;
  first?: Question;
  #isOver = false;
  #cancelled: Promise<void> | undefined;
  readonly #cancelBackend: (pid: number) => Promise<void>;

  constructor(cancelBackend: (pid: number) => Promise<void>) {
    this.#cancelBackend = cancelBackend;
  }

  cancel(): void {
    const { pid } = (this.first as { state?: { pid?: number } } | undefined)?.state ?? {};
    if (pid) this.#cancelled ??= this.#cancelBackend(pid);
  }

  /** The driver has thrown already. */
  lose(error: Error): void {
    this.#isOver = true;
    this.stop ??= error;
  }

  /**
   * Lets the driver commit or roll back only on the connection that the work was done on: when that one is gone, the
   * driver takes whatever its successor is used for.
   */
  async hold(work: () => Promise<unknown>): Promise<unknown> {
    try {
      const result = await work();
      if (!this.#isOver) return result;
    } catch (error) {
      // the end of the connection is told a moment after the failure of its statement
      if (isLineTrouble(error)) await new Promise(setImmediate);
      if (!this.#isOver) throw error;
    } finally {
      // not given back before PostgreSQL was told, or it would break off the work of the next one
      await this.#cancelled;
    }
    return await new Promise<never>(() => undefined);
  }
}

/** Begins when it is awaited or told to, as the driver's own questions do. */
class PoolQuestion implements PromiseLike<unknown> {
  readonly #gate: DatabaseGate;
  readonly #ask: () => Question;
  #asValues = false;
  #answer: Promise<unknown> | undefined;

  constructor(gate: DatabaseGate, ask: () => Question) {
    this.#gate = gate;
    this.#ask = ask;
  }

  values(): this {
    this.#asValues = true;
    return this;
  }

  execute(): Promise<unknown> {
    this.#answer ??= this.#gate.run(async (turn) => {
      turn.begin();
      return await (this.#asValues ? this.#ask().values() : this.#ask());
    });
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits what the driver answers
  then<A, B>(
    done?: ((answer: unknown) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(done, failed) as Promise<A | B>;
  }

  catch<B>(failed: (error: unknown) => B | PromiseLike<B>): Promise<unknown> {
    return this.execute().catch(failed);
  }

  finally(work: () => void): Promise<unknown> {
    return this.execute().finally(work);
  }
}
