export interface Gatherer<T, R> {
  /** Settles when the batch that holds the item was dealt with; what is in no hurry may wait longer for company. */
  add(item: T, waitMs?: number): Promise<R>;
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
  let dueMs = 0;
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
      if (waiting.length > 0) schedule(gatherMs);
    });
  }

  function schedule(waitMs: number): void {
    if (waiting.length >= maxSize) {
      start();
      return;
    }
    const wantedMs = performance.now() + waitMs;
    if (timer && dueMs <= wantedMs) return;
    clearTimeout(timer);
    dueMs = wantedMs;
    timer = setTimeout(start, waitMs);
  }

  return {
    add(item, waitMs = gatherMs) {
      return new Promise<R>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!running) schedule(waitMs);
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

/** For work that succeeds or fails as a whole and has nothing to tell about each item. */
export const allOrNone =
  <T>(handle: (items: readonly T[]) => Promise<void>) =>
  async (items: readonly T[]): Promise<readonly Outcome<void>[]> => {
    await handle(items);
    return items.map(() => ({ result: undefined }));
  };
