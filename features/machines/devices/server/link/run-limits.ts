import type { Services } from '#kit/server/services.ts';

/** At most so many at once; the rest wait their turn. */
export function createLimiter(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Repeats a task, never two at once; `stop` waits for the one under way. */
export function repeatEvery(
  services: Services,
  everyMs: number,
  name: string,
  task: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= task()
      .catch((error: unknown) => services.log.error({ err: error }, name))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
