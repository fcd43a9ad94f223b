import { drizzle } from 'drizzle-orm/postgres-js';
import type { FastifyBaseLogger } from 'fastify';
import postgres from 'postgres';
import { sqlStateOf } from './database-away.ts';
import { DatabaseGate, type Turn, type TurnLimits } from './database-gate.ts';
import { DatabaseWatch } from './database-watch.ts';
import { checkDriver, checkDrizzle, driverOf } from './drizzle-inside.ts';
import { giveMind, mindOf, TransactionMind, writeGathered } from './gathered-writes.ts';
import { type BrakedClient, poolDriver } from './pool-driver.ts';
import type { Reader, Tx } from './transaction.ts';

export type { Reader, Tx } from './transaction.ts';

export interface TransactionLimits extends TurnLimits {
  /** PostgreSQL refuses whatever would change something */
  access?: 'read only' | undefined;
}

export interface Database {
  /** for reads outside a transaction */
  readonly read: Reader;
  transaction<T>(work: (tx: Tx) => Promise<T>, limits?: TransactionLimits): Promise<T>;
  /** the driver itself, for what Drizzle can not say, when a connection is free */
  inTurn<T>(work: (raw: postgres.Sql) => Promise<T>): Promise<T>;
  listen(channel: string, onMessage: (payload: string) => void, onConnected?: () => void): Promise<void>;
  /** hears of what transactions of this process `announce`, after their commit; the answer ends it */
  onAnnounced(channel: string, wake: () => void): () => void;
  /** whether it answers, in little more than a second */
  ping(): Promise<boolean>;
  /** a line of somebody else to the same database broke: look whether it is there */
  suspect(): void;
  /**
   * The database as a call sees it: what its caller has left before it began is not begun, what takes longer than anybody
   * waits is undone. Reads need no such limit, they change nothing.
   */
  forCaller(isGone: () => boolean, access?: 'read only'): Database;
  /** the driver itself, for migrations and tests; it waits for nothing and nobody */
  readonly raw: postgres.Sql;
  close(): Promise<void>;
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const maxAttempts = 5;

export interface DatabaseOptions {
  poolSize?: number;
  /** Where people wait for answers. Without it work waits for the database as long as it takes. */
  patience?: {
    /** how long work waits until it may begin */
    waitMs: number;
    /** how long a change may take for which somebody waits */
    callMs: number;
    log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  };
  /** told of every statement, for benches that do the same without us */
  onStatement?(connection: number, statement: string, parameters: readonly unknown[]): void;
}

/** A transaction in which a process fell asleep must not hold its locks for the others. */
const connection = {
  application_name: 'coinyard',
  TimeZone: 'UTC',
  idle_in_transaction_session_timeout: 60_000,
};

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { poolSize = 20, onStatement, patience } = options;
  const openPool = () =>
    postgres(url, {
      max: poolSize,
      ...(onStatement && { debug: onStatement }),
      onnotice: () => {},
      connection,
      connect_timeout: 15,
      keep_alive: 10,
      // the driver would wait up to twenty seconds before it tries again, with somebody's call in its hands
      backoff: () => 0.1,
    });
  let pool = openPool();
  const { gate, watch } = watchedGate(url, poolSize, patience, () => {
    const old = pool;
    pool = openPool();
    // how Drizzle wants values to be written and read
    Object.assign(pool.options.parsers, old.options.parsers);
    Object.assign(pool.options.serializers, old.options.serializers);
    void old.end({ timeout: 0 }).catch(() => undefined);
  });
  const driver = poolDriver(
    () => pool,
    gate,
    (pid) => watch.cancelBackend(pid),
  );
  const orm = drizzle(driver);
  checkDrizzle(orm, driver);

  const announced = new Map<string, Set<() => void>>();

  async function once<T>(
    turn: Turn,
    work: (tx: Tx) => Promise<T>,
    access: TransactionLimits['access'],
  ): Promise<T> {
    const mind = new TransactionMind();
    const result = await orm.transaction(async (inner) => {
      const tx = inner as unknown as Tx;
      checkDriver(tx);
      turn.begin((driverOf(tx) as unknown as BrakedClient).brake);
      giveMind(tx, mind);
      const worked = await work(tx);
      // who waits for it in this process is told without the database, which every other process has to look at
      await writeGathered(tx, () => [...mind.channels].filter((channel) => !announced.has(channel)));
      turn.commit();
      return worked;
    }, access && { accessMode: access });
    mind.finish();
    for (const channel of mind.channels) for (const wake of announced.get(channel) ?? []) wake();
    return result;
  }

  const db: Database = {
    read: orm,
    transaction: (work, limits) =>
      gate.run(
        async (turn) => {
          for (let attempt = 1; ; attempt++) {
            try {
              return await once(turn, work, limits?.access);
            } catch (error) {
              const state = sqlStateOf(error);
              // The whole transaction was rolled back by PostgreSQL, so running it again is safe.
              if (attempt < maxAttempts && (state === serializationFailure || state === deadlockDetected))
                continue;
              throw error;
            }
          }
        },
        { rank: 'own', ...limits },
      ),
    inTurn: (work) =>
      gate.run(
        (turn) => {
          turn.begin();
          return work(pool);
        },
        { rank: 'own' },
      ),
    get raw() {
      return pool;
    },
    listen: (channel, onMessage, onConnected) => watch.listen(channel, { onMessage, onConnected }),
    onAnnounced(channel, wake) {
      const wakes = announced.get(channel) ?? new Set();
      announced.set(channel, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && announced.get(channel) === wakes) announced.delete(channel);
      };
    },
    ping: () => watch.ping(),
    suspect: () => watch.suspect(),
    forCaller: (isGone, access) => ({
      ...db,
      transaction: (work) =>
        db.transaction(work, { rank: 'change', limitMs: patience?.callMs, isGone, access }),
    }),
    async close() {
      await Promise.all([watch.stop(), pool.end({ timeout: 5 })]);
    },
  };
  return db;
}

/** Without patience nobody is sent away, whatever the watch sees. */
function watchedGate(
  url: string,
  turns: number,
  patience: DatabaseOptions['patience'],
  renewPool: () => void,
) {
  const log = patience?.log;
  const gate = new DatabaseGate({
    turns,
    waitMs: patience?.waitMs,
    onTrouble: () => watch.suspect(),
    onFull: (connections) =>
      log?.warn(
        { connections },
        'PostgreSQL takes no more connections: work goes on with those that are open',
      ),
    onBusy: () => log?.warn('calls are refused because no database connection was free in time'),
  });
  const watch = new DatabaseWatch(url, {
    connection,
    oldestMs: () => (patience ? gate.oldestMs() : undefined),
    onAway(reason) {
      if (!patience) return;
      log?.error({ reason }, 'the database is away');
      gate.shut(`the database is away: ${reason}`);
    },
    onRenewed() {
      if (!patience) return;
      renewPool();
      gate.forsake();
    },
    onBack(awayMs) {
      if (!patience) return;
      log?.warn({ awayMs: Math.round(awayMs) }, 'the database is back');
      gate.open();
    },
  });
  return { gate, watch };
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
