import { sql as sqlTag } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
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
  const orm = drizzle(preparing(raw));

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await orm.transaction((tx) => work(tx as unknown as Tx));
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
