import { type SQL, sql } from 'drizzle-orm';

/**
 * Orders that a discount of a site made cheaper, and by how much, since a moment: `player_id`, `site_id`, `at`, `unit`, `amount`.
 * For who adds up what discounts brought.
 */
export const discountUses = ({ tenantId, since }: { tenantId: string; since: Date }): SQL => sql`
  select p.player_id, p.site_id, p.created_at as at, 'fen' as unit, sum(-(line ->> 'amountFen')::bigint) as amount
  from priced_order p cross join lateral jsonb_array_elements(p.lines) as line
  where p.tenant_id = ${tenantId} and p.created_at >= ${since.toISOString()}::timestamptz and p.given_up_at is null
    and line ->> 'kind' = 'timeDiscount'
  group by p.tenant_id, p.order_id, p.player_id, p.site_id, p.created_at
  having sum((line ->> 'amountFen')::bigint) < 0`;
