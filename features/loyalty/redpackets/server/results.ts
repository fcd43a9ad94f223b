import { and, eq, sql } from 'drizzle-orm';
import { dayOf } from '#features/selling/figures/server/public.ts';
import { buyerView } from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { GroupFigures } from '../contract/campaigns.ts';
import type { Group } from '../rules/result-rules.ts';
import { redPacketGuests } from '../tables.ts';
import type { CampaignRow } from './campaign-queries.ts';

/** For so long after the last day visits still count: a packet of the last day brings somebody back later. */
export const afterDays = 14;

const nobody: Group = { people: 0, comers: 0, visits: 0, incomeFen: 0, squareFen: 0 };

export const measuredUntil = ({ untilDay, endedAt }: CampaignRow): Date =>
  new Date((endedAt?.getTime() ?? Date.parse(`${untilDay}T16:00:00Z`)) + afterDays * dayMs);

/**
 * What the two groups did from the draw on: on how many days they paid for something, and how much came from outside. Who was
 * drawn twice, because two records are now one player, counts as at the first time.
 */
export async function groupsOf(
  reader: Reader,
  scope: Scope,
  campaign: CampaignRow,
): Promise<{ shown: Group; heldOut: Group }> {
  const guest = rows(scope, redPacketGuests);
  const until = measuredUntil(campaign).toISOString();
  const bought = buyerView(scope, campaign.createdAt);
  const { at, tenantId, siteId } = bought;
  const drawn = reader
    .selectDistinctOn([guest.playerId], {
      playerId: sql<string>`${guest.playerId}`.as('drawn_player'),
      heldOut: sql<boolean>`${guest.heldOut}`.as('drawn_out'),
      drawnAt: sql<Date>`${guest.drawnAt}`.as('drawn_when'),
    })
    .from(guest)
    .where(eq(guest.campaignId, campaign.id))
    .orderBy(guest.playerId, guest.drawnAt)
    .as('drawn');
  const person = reader
    .select({
      heldOut: sql<boolean>`${drawn.heldOut}`.as('person_out'),
      visits: sql<number>`count(distinct (${siteId}, ${dayOf({ at, tenantId, siteId })}))
        filter (where ${bought.playerId} is not null)`.as('person_visits'),
      paidFen: sql<number>`coalesce(sum(${bought.paidFen}), 0)`.as('person_paid'),
    })
    .from(drawn)
    .leftJoin(
      bought,
      and(
        eq(bought.playerId, drawn.playerId),
        sql`${at} >= ${drawn.drawnAt}`,
        sql`${at} < ${until}::timestamptz`,
      ),
    )
    .groupBy(drawn.playerId, drawn.heldOut)
    .as('person');
  const found = await reader
    .select({
      heldOut: person.heldOut,
      people: sql`count(*)`.mapWith(Number),
      comers: sql`count(*) filter (where ${person.visits} > 0)`.mapWith(Number),
      visits: sql`coalesce(sum(${person.visits}), 0)`.mapWith(Number),
      incomeFen: sql`coalesce(sum(${person.paidFen}), 0)`.mapWith(Number),
      squareFen: sql`coalesce(sum(${person.paidFen}::numeric * ${person.paidFen}), 0)`.mapWith(Number),
    })
    .from(person)
    .groupBy(person.heldOut);
  const of = (heldOut: boolean): Group => ({ ...nobody, ...found.find((one) => one.heldOut === heldOut) });
  return { shown: of(false), heldOut: of(true) };
}

const each = (amount: number, people: number) => (people > 0 ? amount / people : 0);

export const toFigures = ({ people, comers, visits, incomeFen }: Group): GroupFigures => ({
  ...{ people, comers, visits, incomeFen },
  comersOfHundred: Math.round(each(comers * 100, people) * 10) / 10,
  incomeEachFen: Math.round(each(incomeFen, people)),
});
