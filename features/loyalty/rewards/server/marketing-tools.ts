import { sql } from 'drizzle-orm';
import type { MarketingTool } from '#features/loyalty/marketing/server/public.ts';
import { view } from '../contract/kinds.ts';

/** What tasks and vouchers brought, among the other tools. A card of a voucher is told by the cards themselves. */
export const rewardTools: readonly MarketingTool[] = [
  {
    key: 'tasks',
    name: 'rewards:screen.tasks',
    path: '/integralStore/orderTask',
    icon: 'circle-check',
    right: view,
    uses: ({ tenantId, since }) => sql`
      select player_id, site_id, created_at as at, unit, amount from reward_claim
      where tenant_id = ${tenantId} and created_at >= ${since.toISOString()}::timestamptz`,
  },
  {
    key: 'vouchers',
    name: 'rewards:screen.vouchers',
    path: '/integralStore/voucher',
    icon: 'ticket',
    right: view,
    uses: ({ tenantId, since }) => sql`
      select v.player_id, v.site_id, v.redeemed_at as at, b.value as unit, coalesce(b.amount, 0) as amount
      from voucher v join voucher_batch b on b.tenant_id = v.tenant_id and b.id = v.batch_id
      where v.tenant_id = ${tenantId} and v.redeemed_at >= ${since.toISOString()}::timestamptz`,
  },
];
