import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { endOverdue, sendWave, waveSize } from './send-changes.ts';

const channel = 'settings_queue';
const lookEveryMs = secondMs;
/** between two waves, so that answers are stored before more are asked for */
const wavePauseMs = 100;

/** Wakes the queue of every server process after commit. */
export async function wakeQueue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, '')`);
}

/** Sends what batches left, and ends what nobody answers. */
export async function startSendQueue(services: Services): Promise<() => Promise<void>> {
  const report = (error: unknown) => services.log.error({ err: error }, 'settings queue');
  const queue = oneAtATime(async (stopped) => {
    while ((await sendWave(services)) === waveSize && !stopped()) await sleep(wavePauseMs);
  }, report);
  const deadlines = oneAtATime(async () => {
    await endOverdue(services);
  }, report);
  const look = () => {
    deadlines.run();
    queue.run();
  };
  await services.db.listen(channel, queue.run, look);
  const timer = setInterval(look, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await Promise.all([queue.stop(), deadlines.stop()]);
  };
}

/** Runs again when it was asked to while running, and never beside itself. */
function oneAtATime(work: (stopped: () => boolean) => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const run = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = work(() => stopped)
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          run();
        }
      });
  };
  return {
    run,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
