import { sql as sqlTag } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { checkDriver, checkDrizzle } from './drizzle-inside.ts';
import { giveMind, mindOf, TransactionMind, writeGathered } from './gathered-writes.ts';
import { preparing } from './prepared-statements.ts';

declare const inTransaction: unique symbol;
/** Reads may run on the pool or inside a transaction. */
export type Reader = Pick<
  PostgresJsDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'execute' | 'with' | '$with' | '$count'
>;
/** Whatever writes takes this as its first argument: it can only come from `transaction`. */
export type Tx = PostgresJsDatabase & { readonly [inTransaction]: true };

export interface Database {
  /** for reads outside a transaction */
  readonly read: Reader;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  listen(channel: string, onMessage: (payload: string) => void, onConnected?: () => void): Promise<void>;
  /** hears of what transactions of this process `announce`, after their commit; the answer ends it */
  onAnnounced(channel: string, wake: () => void): () => void;
  ping(): Promise<boolean>;
  /** the driver itself, for migrations, COPY and the job queue */
  readonly raw: postgres.Sql;
  close(): Promise<void>;
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const maxAttempts = 5;

export function sqlStateOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

export interface DatabaseOptions {
  poolSize?: number;
  /** told of every statement, for benches that do the same without us */
  onStatement?(connection: number, statement: string, parameters: readonly unknown[]): void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { poolSize = 20, onStatement } = options;
  const raw = postgres(url, {
    max: poolSize,
    ...(onStatement && { debug: onStatement }),
    onnotice: () => {},
    connection: { application_name: 'coinyard', TimeZone: 'UTC' },
    connect_timeout: 15,
  });
  const driver = preparing(raw);
  const orm = drizzle(driver);
  checkDrizzle(orm, driver);

  const announced = new Map<string, Set<() => void>>();

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const mind = new TransactionMind();
      try {
        const result = await orm.transaction(async (inner) => {
          const tx = inner as unknown as Tx;
          checkDriver(tx);
          giveMind(tx, mind);
          const worked = await work(tx);
          // who waits for it in this process is told without the database, which every other process has to look at
          await writeGathered(tx, () => [...mind.channels].filter((channel) => !announced.has(channel)));
          return worked;
        });
        mind.finish();
        for (const channel of mind.channels) for (const wake of announced.get(channel) ?? []) wake();
        return result;
      } catch (error) {
        const state = sqlStateOf(error);
        // The whole transaction was rolled back by PostgreSQL, so running it again is safe.
        if (attempt < maxAttempts && (state === serializationFailure || state === deadlockDetected)) continue;
        throw error;
      }
    }
  }

  return {
    read: orm,
    transaction,
    raw,
    async listen(channel, onMessage, onConnected) {
      await raw.listen(channel, onMessage, onConnected);
    },
    onAnnounced(channel, wake) {
      const wakes = announced.get(channel) ?? new Set();
      announced.set(channel, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && announced.get(channel) === wakes) announced.delete(channel);
      };
    },
    async ping() {
      try {
        await orm.execute(sqlTag`select 1`);
        return true;
      } catch {
        return false;
      }
    },
    close: () => raw.end({ timeout: 5 }),
  };
}

/** What fails inside is undone, and the transaction goes on. */
export function attempt<T>(tx: Tx, work: (inner: Tx) => Promise<T>): Promise<T> {
  const mind = mindOf(tx);
  const innerMind = mind.copy();
  return tx
    .transaction((savepoint) => {
      const inner = savepoint as unknown as Tx;
      giveMind(inner, innerMind);
      return work(inner);
    })
    .then((result) => {
      mind.adopt(innerMind);
      return result;
    });
}

/**
 * A question whose answer is needed later: sent now, behind those before it and before those after it. What it throws is
 * thrown where it is awaited, and is nobody's concern where it never is.
 */
export function inStep<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
