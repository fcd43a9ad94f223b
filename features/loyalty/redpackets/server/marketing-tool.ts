import { sql } from 'drizzle-orm';
import type { MarketingTool } from '#features/loyalty/marketing/server/public.ts';
import { view } from '../contract/kinds.ts';

/** What red packets brought, among the other tools. */
export const redPacketTool: MarketingTool = {
  key: 'redPackets',
  name: 'redpackets:screen.list',
  path: '/redPacket',
  icon: 'gift',
  right: view,
  uses: ({ tenantId, since }) => sql`
    select k.player_id, k.site_id, k.created_at as at,
      case c.target when 'coin' then 'coin' else 'fen' end as unit, k.amount
    from red_packet_claim k join red_packet_campaign c on c.tenant_id = k.tenant_id and c.id = k.campaign_id
    where k.tenant_id = ${tenantId} and k.created_at >= ${since.toISOString()}::timestamptz and k.state <> 'returned'`,
};
