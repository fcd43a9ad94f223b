import type { Database } from './database.ts';

export interface PumpOptions {
  db: Database;
  /** who writes work says so with `announce`, in the transaction that writes it */
  channel: string;
  /** the word of a process that died between its commit and ours is not repeated, and some work falls due by time alone */
  lookAgainMs: number;
  /** at least so long after a turn comes the next: under load each then does the work of many */
  restMs?: number;
  /** does one turn; true when there may be more */
  turn: () => Promise<boolean>;
  onError: (error: unknown) => void;
}

export interface Pump {
  wake(): void;
  /** resolves when nothing is under way in this process */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Does work that waits in a table, after the transactions that wrote it: at once when it is announced, now and then
 * anyway, one turn at a time in this process. `stop` waits for the turn under way.
 */
export async function startPump(options: PumpOptions): Promise<Pump> {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let endRest: (() => void) | undefined;
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const over = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(over);
        resolve();
      };
    });
  const wake = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = (async () => {
      do {
        again = false;
        while (!stopped && (await options.turn()));
        if (options.restMs && !stopped) await rest(options.restMs);
      } while (again && !stopped);
    })()
      .catch((error: unknown) => {
        // what is cut off by stopping is taken up by the next start
        if (!stopped) options.onError(error);
      })
      .finally(() => {
        running = undefined;
      });
  };
  const forget = options.db.onAnnounced(options.channel, wake);
  await options.db.listen(options.channel, wake, wake);
  const timer = setInterval(wake, options.lookAgainMs);
  return {
    wake,
    idle: async () => running,
    async stop() {
      stopped = true;
      forget();
      clearInterval(timer);
      endRest?.();
      await running;
    },
  };
}
