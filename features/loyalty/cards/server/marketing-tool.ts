import { sql } from 'drizzle-orm';
import type { MarketingTool } from '#features/loyalty/marketing/server/public.ts';
import { cardsContract } from '../contract.ts';

/** What cards brought, among the other tools. They are sold: what they give was paid for. */
export const cardTool: MarketingTool = {
  key: 'cards',
  name: 'cards:screen.types',
  path: '/benefit_card',
  icon: 'credit-card',
  right: cardsContract.listSoldCards.access,
  uses: ({ tenantId, since }) => sql`
    select player_id, site_id, created_at as at, 'fen' as unit, 0 as amount from card_grant
    where tenant_id = ${tenantId} and card_id is not null and given_up_at is null
      and created_at >= ${since.toISOString()}::timestamptz`,
};
