import { sql } from 'drizzle-orm';
import { worthOf } from '#features/money/allowance/server/public.ts';
import { dayOf } from '#features/selling/figures/server/public.ts';
import { buyerView } from '#features/selling/orders/server/public.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { MarketingTool } from './tools.ts';

interface Sums extends Record<string, unknown> {
  uses: string;
  people: string;
  fen: string;
  coin: string;
  point: string;
  ticket: string;
  visits: string;
  income: string;
}

/**
 * What a tool did: one statement. Income and visits are of the people who used it, each from the own first use on. Who works
 * at some sites sees what was used there, and what was paid there.
 */
export async function readTool(context: StaffContext, tool: MarketingTool, since: Date) {
  const { db, session, services } = context;
  const { tenantId, scope } = session;
  const reader = db.read;
  const bought = buyerView(scope, since);
  const { at, siteId } = bought;
  const sites =
    scope.kind === 'tenant' && scope.siteIds !== null
      ? sql`where site_id = any(${`{${scope.siteIds.join(',')}}`}::uuid[])`
      : sql``;
  const given = (unit: string) => sql`coalesce(sum(amount) filter (where unit = ${unit}), 0)`;
  const [sums] = await reader.execute<Sums>(sql`
    with used as materialized (select * from (${tool.uses({ tenantId, since })}) as asked ${sites}),
    person as (select player_id, min(at) as first_at from used where player_id is not null group by player_id)
    select (select count(*) from used) as uses, (select count(*) from person) as people, given.*, came.*
    from (
      select ${given('fen')} as fen, ${given('coin')} as coin, ${given('point')} as point, ${given('ticket')} as ticket
      from used
    ) as given, (
      select count(distinct (${bought.playerId}, ${siteId}, ${dayOf({ at, tenantId: bought.tenantId, siteId })})) as visits,
        coalesce(sum(${bought.paidFen}), 0) as income
      from ${bought} join person on person.player_id = ${bought.playerId} and ${at} >= person.first_at
    ) as came`);
  const of = (name: keyof Sums) => Number(sums?.[name] ?? 0);
  const units = { coin: of('coin'), point: of('point'), ticket: of('ticket') };
  return {
    uses: of('uses'),
    people: of('people'),
    givenFen: of('fen') + (await worthOf(reader, services, units, tenantId)),
    visits: of('visits'),
    incomeFen: of('income'),
  };
}
