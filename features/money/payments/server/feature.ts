import { lt } from 'drizzle-orm';
import { dayMs } from '#kit/kernel/time.ts';
import { serveFeature } from '#kit/server/context.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import { paymentsFeature } from '../feature.ts';
import { paymentNotices } from '../tables.ts';
import { billHandlers } from './bill-handlers.ts';
import { paymentChecks } from './checks.ts';
import { compareYesterday } from './compare-bills.ts';
import { mountDemoPages } from './demo-pages.ts';
import { disputeHandlers } from './dispute-handlers.ts';
import { mountNotices } from './notice-routes.ts';
import { pageSignature } from './page-signature-handlers.ts';
import { askPlatforms, listPlatforms } from './platform-handlers.ts';
import { startRefusalWriter } from './refusals.ts';
import { releaseOverdue } from './releases.ts';
import { later } from './schedule.ts';
import { startWorker } from './worker.ts';

const noticesKeptMs = 90 * dayMs;

const jobs: JobDeclaration[] = [
  { name: 'payments.release-overdue', cron: '*/10 * * * *', run: releaseOverdue },
  // bills are made from nine in the morning on; what could not be read is tried again every hour
  { name: 'payments.compare-bills', cron: '20 2-12 * * *', run: compareYesterday },
  {
    name: 'payments.forget-notices',
    cron: '10 20 * * *',
    run: async ({ db, clock }) => {
      await db.transaction((tx) =>
        tx.delete(paymentNotices).where(lt(paymentNotices.lastAt, later(clock.now(), -noticesKeptMs))),
      );
    },
  },
];

export default serveFeature(paymentsFeature, {
  checks: paymentChecks,
  jobs,
  handlers: { ...disputeHandlers, ...billHandlers, pageSignature, listPlatforms, askPlatforms },
  async routes(app, services) {
    await mountNotices(app, services);
    await mountDemoPages(app, services);
  },
  async ready(services) {
    const worker = await startWorker(services);
    const refusals = startRefusalWriter(services);
    return async () => {
      await worker.stop();
      await refusals.stop();
    };
  },
});
