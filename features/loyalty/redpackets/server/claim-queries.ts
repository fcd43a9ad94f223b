import { eq, or, sql } from 'drizzle-orm';
import { ofSamePerson, playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows, update } from '#kit/server/tables.ts';
import { campaignCalls } from '../contract/campaigns.ts';
import type { unitOf } from '../contract/kinds.ts';
import { redPacketCampaigns, redPacketClaims } from '../tables.ts';
import type { CampaignRow } from './campaign-queries.ts';

export type ClaimRow = RowOf<typeof redPacketClaims>;

export const pageClaims = listing(campaignCalls.listPacketClaims, (reader, scope, input) => {
  const claim = rows(scope, redPacketClaims);
  const campaign = rows(scope, redPacketCampaigns);
  const site = siteView(scope);
  const player = playerView();
  const { id, createdAt, playerId, amount, state, reason } = claim;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, playerId, amount, state, reason },
          playerName: player.name,
          fieldId: claim.siteId,
          fieldName: site.name,
          unit: sql<
            ReturnType<typeof unitOf>
          >`case ${campaign.target} when 'coin' then 'coin' else 'fen' end`,
        })
        .from(claim)
        .innerJoin(campaign, eq(campaign.id, claim.campaignId))
        .leftJoin(site, atSite(site, claim))
        .leftJoin(player, eq(player.id, claim.playerId)),
    of: claim,
    filters: { campaignId: equals(claim.campaignId), state: equals(state) },
    ...newestFirst(claim),
    sort: { createdAt, amount },
  });
});

/** What the person opened of a campaign, also as somebody whose account was deleted, or with this phone. */
export const claimsOfPerson = (
  reader: Reader,
  { tenantId, id }: Pick<CampaignRow, 'tenantId' | 'id'>,
  { playerId, phoneHash }: { playerId: string; phoneHash: string | null },
): Promise<ClaimRow[]> =>
  find(
    reader,
    tenantScope(tenantId),
    redPacketClaims,
    (claim) =>
      sql`${claim.campaignId} = ${id} and (${or(
        ofSamePerson(claim.playerId, playerId),
        phoneHash === null ? undefined : eq(claim.phoneHash, phoneHash),
      )})`,
  );

export async function lockClaim(tx: Tx, id: string): Promise<ClaimRow> {
  const [found] = await find(tx, platformScope, redPacketClaims, { id }, 'update');
  if (!found) throw new Error(`no opened packet ${id}`);
  return found;
}

export async function changeClaim(tx: Tx, claim: ClaimRow, set: Partial<ClaimRow>): Promise<ClaimRow> {
  const [changed] = await update(tx, tenantScope(claim.tenantId), redPacketClaims, { id: claim.id }, set);
  return changed ?? claim;
}
