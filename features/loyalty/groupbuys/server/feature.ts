import { sql } from 'drizzle-orm';
import { registerTool } from '#features/loyalty/marketing/server/public.ts';
import { registerFulfilment } from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { serveFeature } from '#kit/server/context.ts';
import { groupBuysFeature } from '../feature.ts';
import { renewAccounts } from './authorise.ts';
import { groupBuyChecks } from './checks.ts';
import { compareYesterday } from './compare-day.ts';
import { comparisonHandlers } from './comparison-handlers.ts';
import { dealHandlers } from './deal-handlers.ts';
import { mountDemoPages } from './demo-pages.ts';
import { byGroupBuy, groupBuyFulfilment } from './grant-verified.ts';
import { groupBuyTools } from './marketing-tools.ts';
import { mountNotices } from './notice-routes.ts';
import { ownHandlers } from './own-handlers.ts';
import { platformHandlers } from './platform-handlers.ts';
import { verificationHandlers } from './verification-handlers.ts';
import { startWorker } from './worker.ts';

export default serveFeature(groupBuysFeature, {
  handlers: {
    ...platformHandlers,
    ...dealHandlers,
    ...verificationHandlers,
    ...comparisonHandlers,
    ...ownHandlers,
  },
  checks: groupBuyChecks,
  jobs: [
    { name: 'groupbuys.renew-accounts', cron: '35 * * * *', run: renewAccounts },
    // an hour after a verification the platforms know what they settle; what could not be read is tried again
    { name: 'groupbuys.compare-days', cron: '50 18,22,2 * * *', run: compareYesterday },
    {
      name: 'groupbuys.forget-tries',
      cron: '27 4 * * *',
      run: async ({ db, clock }) => {
        const before = new Date(clock.now().getTime() - dayMs).toISOString();
        await db.transaction((tx) =>
          tx.execute(sql`delete from group_buy_try where tried_at < ${before}::timestamptz`),
        );
      },
    },
  ],
  async routes(app, services) {
    await mountNotices(app, services);
    await mountDemoPages(app, services);
  },
  async start(services) {
    registerFulfilment(services, groupBuyFulfilment, byGroupBuy);
    for (const tool of groupBuyTools) registerTool(services, tool);
  },
  async ready(services) {
    const worker = await startWorker(services);
    return () => worker.stop();
  },
});
