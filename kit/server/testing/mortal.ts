import type { Database } from '../database.ts';
import type { MqttConnection } from '../mqtt.ts';

/**
 * One life of a server inside a test. When it is over, nothing that the server does reaches the database or the machines:
 * what it had in hand is lost, as when its process is killed.
 */
export class Life {
  #stepsLeft = Number.POSITIVE_INFINITY;
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** It ends so many steps from now. Every transaction has three: before it begins, before its commit, right after it. */
  endAfter(steps: number): void {
    this.#stepsLeft = steps;
  }

  /** What follows does not happen any more when the life is over. */
  step(): void {
    this.pass();
    this.check();
  }

  /** What follows still happens, and is the last. */
  pass(): void {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) this.#isOver = true;
  }

  check(): void {
    if (this.#isOver) throw new Error('the server was killed');
  }
}

/** Transactions are whole or not at all: dying inside of one is dying before its commit. */
export const mortalDatabase = (db: Database, life: Life): Database => ({
  ...db,
  async transaction(work, limits) {
    life.step();
    const result = await db.transaction(async (tx) => {
      const worked = await work(tx);
      life.step();
      life.pass();
      return worked;
    }, limits);
    life.check();
    return result;
  },
  inTurn(work) {
    life.check();
    return db.inTurn(work);
  },
  forCaller: (isGone, access) => mortalDatabase(db.forCaller(isGone, access), life),
});

export const mortalLine = (mqtt: MqttConnection, life: Life): MqttConnection => ({
  ...mqtt,
  async publish(...message) {
    life.check();
    return mqtt.publish(...message);
  },
});
