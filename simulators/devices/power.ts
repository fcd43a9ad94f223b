import type { Timers } from './timers.ts';

/** What was under way when the plug was pulled ends with this, wherever it waited. */
export class PowerLost extends Error {}

/** The current of one start of a device. Cutting it ends every wait at once; nothing after it runs. */
export class Power {
  readonly #timers: Timers;
  readonly #pace: number;
  readonly #waiting = new Set<() => void>();
  #on = true;

  /** pace: how many times faster than life the machine and the people at it move */
  constructor(timers: Timers, pace = 1) {
    this.#timers = timers;
    this.#pace = pace;
  }

  get on(): boolean {
    return this.#on;
  }

  /** Waits as the protocol counts time. */
  wait(ms: number): Promise<void> {
    if (!this.#on) return Promise.reject(new PowerLost());
    return new Promise((done, fail) => {
      const lose = () => {
        cancel();
        fail(new PowerLost());
      };
      const cancel = this.#timers.after(ms, () => {
        this.#waiting.delete(lose);
        done();
      });
      this.#waiting.add(lose);
    });
  }

  /** Waits as motors and people do. */
  sleep(ms: number): Promise<void> {
    return this.wait(ms / this.#pace);
  }

  /** Calls later unless the power goes first. */
  after(ms: number, task: () => void): () => void {
    let called = false;
    const cancel = () => {
      called = true;
      stop();
      this.#waiting.delete(cancel);
    };
    const stop = this.#timers.after(ms, () => {
      this.#waiting.delete(cancel);
      if (!called) task();
    });
    this.#waiting.add(cancel);
    return cancel;
  }

  /** Throws PowerLost where the power has gone while something else was awaited. */
  check(): void {
    if (!this.#on) throw new PowerLost();
  }

  cut(): void {
    this.#on = false;
    for (const lose of [...this.#waiting]) lose();
    this.#waiting.clear();
  }
}

/** For what runs on its own: losing power is an ordinary end of it. */
export function untilPowerLost(work: Promise<unknown>, onError: (error: unknown) => void): void {
  work.catch((error: unknown) => {
    if (!(error instanceof PowerLost)) onError(error);
  });
}
