export interface Gatherer<T, R> {
  /** Settles when the batch that holds the item was dealt with. */
  add(item: T): Promise<R>;
  /** Deals with what is left. */
  drain(): Promise<void>;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Gathers items for a moment and deals with them together, one batch at a time and in the order they came. `run` answers
 * for each item.
 */
export function createGatherer<T, R>(options: {
  gatherMs: number;
  maxSize: number;
  run(items: readonly T[]): Promise<readonly Outcome<R>[]>;
}): Gatherer<T, R> {
  const { gatherMs, maxSize, run } = options;
  const waiting: Waiting<T, R>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    do {
      const batch = waiting.splice(0, maxSize);
      try {
        const outcomes = await run(batch.map(({ item }) => item));
        for (const [index, entry] of batch.entries()) {
          const outcome = outcomes[index];
          if (outcome && 'result' in outcome) entry.resolve(outcome.result);
          else entry.reject(outcome?.error ?? new Error('a batch left an item without an outcome'));
        }
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    } while (waiting.length >= maxSize);
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    running ??= runAll().finally(() => {
      running = undefined;
      if (waiting.length > 0) schedule();
    });
  }

  function schedule(): void {
    if (waiting.length >= maxSize) start();
    else timer ??= setTimeout(start, gatherMs);
  }

  return {
    add(item) {
      return new Promise<R>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!running) schedule();
      });
    },
    async drain() {
      while (waiting.length > 0 || running) {
        if (!running) start();
        await running;
      }
    },
  };
}

export type Outcome<R> = { result: R } | { error: unknown };
