import { PgBoss } from 'pg-boss';
import { Counter, type Registry } from 'prom-client';
import { isLineTrouble } from './database-away.ts';
import type { Services } from './services.ts';

export interface JobDeclaration {
  /** `<feature>.<verb>` */
  name: string;
  /** five cron fields, UTC */
  cron: string;
  run: (services: Services) => Promise<void>;
}

/** Whether the job queue lost its line: it has its own driver, with its own words. */
export const isQueueCutOff = (error: { message: string }): boolean =>
  isLineTrouble(Object.assign(new Error(error.message), error)) ||
  /connection terminated|when trying to connect|connection error/i.test(error.message);

/** Schedules run on one process at a time, whichever takes the job; a failed run is retried by pg-boss. */
export async function startJobs(
  databaseUrl: string,
  services: Services,
  declarations: readonly JobDeclaration[],
  metrics: Registry,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    schema: 'jobs',
    application_name: 'coinyard-jobs',
  });
  boss.on('error', (error) => {
    // the watch of the database says once that it is away
    if (isQueueCutOff(error)) services.db.suspect();
    else services.log.error({ err: error }, 'job queue');
  });
  const runs = new Counter({
    name: 'coinyard_job_runs_total',
    help: 'Scheduled work that this server began',
    labelNames: ['job'] as const,
    registers: [metrics],
  });
  await boss.start();
  for (const job of declarations) {
    await boss.createQueue(job.name, { retryLimit: 3, retryDelay: 30, retryBackoff: true, policy: 'short' });
    await boss.work(job.name, async () => {
      runs.inc({ job: job.name });
      await job.run(services);
    });
    await boss.schedule(job.name, job.cron);
  }
  // Schedules of features that no longer exist must not fire into the void.
  const known = new Set(declarations.map((job) => job.name));
  for (const schedule of await boss.getSchedules())
    if (!known.has(schedule.name)) await boss.unschedule(schedule.name);
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
