import { sql } from 'drizzle-orm';
import type { MarketingTool } from '#features/loyalty/marketing/server/public.ts';
import { type Platform, view } from '../contract/kinds.ts';

/** What codes of a platform brought, among the other tools. They are sold there: what they give was paid for. */
const toolOf = (platform: Platform, shown: Pick<MarketingTool, 'path' | 'icon'>): MarketingTool => ({
  key: platform,
  name: `groupbuys:screen.${platform}`,
  ...shown,
  right: view,
  uses: ({ tenantId, since }) => sql`
    select player_id, site_id, verified_at as at, 'fen' as unit, 0 as amount from group_buy_verification
    where tenant_id = ${tenantId} and platform = ${platform} and cancelled_at is null
      and verified_at >= ${since.toISOString()}::timestamptz`,
});

export const groupBuyTools: readonly MarketingTool[] = [
  toolOf('douyin', { path: '/douyin', icon: 'video' }),
  toolOf('meituan', { path: '/meituan', icon: 'building-store' }),
];
