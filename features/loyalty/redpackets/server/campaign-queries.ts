import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { dayOf } from '#features/selling/figures/server/public.ts';
import { buyerView } from '#features/selling/orders/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { campaignCalls } from '../contract/campaigns.ts';
import { redPacketCampaigns, redPacketClaims, redPackets } from '../tables.ts';

export type CampaignRow = RowOf<typeof redPacketCampaigns>;

/** Who works at some sites sees the campaigns that are for one of them. */
const within = (scope: Scope, siteIds: unknown): SQL | undefined =>
  scope.kind === 'tenant' && scope.siteIds !== null
    ? sql`(cardinality(${siteIds}) = 0 or ${siteIds} && ${`{${scope.siteIds.join(',')}}`}::uuid[])`
    : undefined;

export const pageCampaigns = listing(campaignCalls.listCampaigns, (reader, scope, input) => {
  const campaign = rows(scope, redPacketCampaigns);
  return pageRows(reader, input, {
    from: () => reader.select().from(campaign),
    of: campaign,
    where: within(scope, campaign.siteIds),
    filters: { name: search(campaign.name), target: equals(campaign.target) },
    ...newestFirst(campaign),
    sort: { createdAt: campaign.createdAt, untilDay: campaign.untilDay },
  });
});

export async function findCampaign(
  reader: Reader,
  scope: Scope,
  id: string,
): Promise<CampaignRow | undefined> {
  const [found] = await find(reader, scope, redPacketCampaigns, (campaign) =>
    and(eq(campaign.id, id), within(scope, campaign.siteIds)),
  );
  return found;
}

/** Of whichever merchant: the link says which. */
export async function findByToken(reader: Reader, token: string): Promise<CampaignRow | undefined> {
  const [found] = await find(reader, platformScope, redPacketCampaigns, { token });
  return found;
}

/** A player who opens a packet looks up the key of the campaign and waits for nobody here: so its row is held without its key. */
export async function lockCampaign(
  tx: Tx,
  tenantId: string,
  id: string,
  lock: 'no key update' | 'share' = 'no key update',
): Promise<CampaignRow> {
  const [found] = await find(tx, tenantScope(tenantId), redPacketCampaigns, { id }, lock);
  if (!found) throw new Error(`no campaign ${id}`);
  return found;
}

/** Campaigns that have not ended, of a merchant or of all. */
export const openCampaigns = (reader: Reader, scope: Scope): Promise<CampaignRow[]> =>
  find(reader, scope, redPacketCampaigns, { endedAt: null });

/** How many packets nobody has opened, counted no further than `most`. */
export async function countFree(
  reader: Reader,
  { tenantId, id }: Pick<CampaignRow, 'tenantId' | 'id'>,
  most: number,
): Promise<number> {
  const packet = rows(tenantScope(tenantId), redPackets);
  const found = await reader
    .select({ number: packet.number })
    .from(packet)
    .where(and(eq(packet.campaignId, id), eq(packet.state, 'free')))
    .limit(most);
  return found.length;
}

export interface Counted {
  free: number;
  claims: number;
  /** without what came back */
  given: number;
  returned: number;
  waiting: number;
}

const nothing: Counted = { free: 0, claims: 0, given: 0, returned: 0, waiting: 0 };

/** What became of the packets of some campaigns, by campaign. */
export async function countPackets(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<(id: string) => Counted> {
  if (ids.length === 0) return () => nothing;
  const packet = rows(scope, redPackets);
  const claim = rows(scope, redPacketClaims);
  const some = [...ids];
  const [free, taken] = await Promise.all([
    reader
      .select({ id: packet.campaignId, free: sql`count(*)`.mapWith(Number) })
      .from(packet)
      .where(and(inArray(packet.campaignId, some), eq(packet.state, 'free')))
      .groupBy(packet.campaignId),
    reader
      .select({
        id: claim.campaignId,
        claims: sql`count(*)`.mapWith(Number),
        given: sql`coalesce(sum(${claim.amount}) filter (where ${claim.state} <> 'returned'), 0)`.mapWith(
          Number,
        ),
        returned: sql`coalesce(sum(${claim.amount}) filter (where ${claim.state} = 'returned'), 0)`.mapWith(
          Number,
        ),
        waiting:
          sql`coalesce(sum(${claim.amount}) filter (where ${claim.state} in ('paying', 'confirm')), 0)`.mapWith(
            Number,
          ),
      })
      .from(claim)
      .where(inArray(claim.campaignId, some))
      .groupBy(claim.campaignId),
  ]);
  return (id) => ({
    ...nothing,
    ...taken.find((one) => one.id === id),
    free: free.find((one) => one.id === id)?.free ?? 0,
  });
}

/** Visits of people on the days since they opened a packet, by campaign. */
export async function visitsAfter(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const claim = rows(scope, redPacketClaims);
  const bought = buyerView(scope, since);
  const { at, tenantId, siteId } = bought;
  const found = await reader
    .select({
      id: claim.campaignId,
      visits: sql`count(distinct (${claim.playerId}, ${siteId}, ${dayOf({ at, tenantId, siteId })}))`.mapWith(
        Number,
      ),
    })
    .from(claim)
    .innerJoin(bought, and(eq(bought.playerId, claim.playerId), sql`${bought.at} >= ${claim.createdAt}`))
    .where(inArray(claim.campaignId, [...ids]))
    .groupBy(claim.campaignId);
  return new Map(found.map(({ id, visits }) => [id, visits]));
}

/** The sites of a campaign that are open for business, by name. */
export async function sitesOfCampaign(
  reader: Reader,
  { tenantId, siteIds }: Pick<CampaignRow, 'tenantId' | 'siteIds'>,
) {
  const site = siteView(tenantScope(tenantId));
  return reader
    .select({ id: site.id, name: site.name, timeZone: site.timeZone, dayStart: site.dayStart })
    .from(site)
    .where(
      and(
        site.enabled,
        sql`${site.removedAt} is null`,
        siteIds.length > 0 ? inArray(site.id, [...siteIds]) : undefined,
      ),
    )
    .orderBy(site.sort, site.name);
}
