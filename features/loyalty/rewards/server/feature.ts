import { sql } from 'drizzle-orm';
import { registerTool } from '#features/loyalty/marketing/server/public.ts';
import { registerDoor } from '#features/money/allowance/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { serveFeature } from '#kit/server/context.ts';
import { rewardsFeature } from '../feature.ts';
import { accountHandlers } from './account-handlers.ts';
import { rewardChecks } from './checks.ts';
import { voucherDoor } from './issue-vouchers.ts';
import { rewardTools } from './marketing-tools.ts';
import { recycleHandlers } from './recycle-handlers.ts';
import { taskDoor, taskHandlers } from './task-handlers.ts';
import { voucherHandlers } from './voucher-handlers.ts';

export default serveFeature(rewardsFeature, {
  handlers: { ...taskHandlers, ...voucherHandlers, ...recycleHandlers, ...accountHandlers },
  checks: rewardChecks,
  jobs: [
    {
      name: 'rewards.forget-tries',
      cron: '23 4 * * *',
      run: async ({ db, clock }) => {
        const before = new Date(clock.now().getTime() - dayMs).toISOString();
        await db.transaction((tx) =>
          tx.execute(sql`delete from voucher_try where tried_at < ${before}::timestamptz`),
        );
      },
    },
  ],
  async start(services) {
    registerDoor(services, 'voucher', voucherDoor);
    registerDoor(services, 'task', taskDoor);
    for (const tool of rewardTools) registerTool(services, tool);
  },
});
