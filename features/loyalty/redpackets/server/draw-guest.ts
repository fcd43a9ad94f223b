import { and, eq } from 'drizzle-orm';
import { formersOf, ofSamePerson } from '#features/base/players/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { keyedBytes, keyFor } from '#kit/server/keyed-code.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { find, insert, type RowOf } from '#kit/server/tables.ts';
import { isHeldOut } from '../rules/campaign-rules.ts';
import { redPacketGuests } from '../tables.ts';
import type { CampaignRow } from './campaign-queries.ts';

export type GuestRow = RowOf<typeof redPacketGuests>;

/** What was drawn for a person, also as somebody whose account was deleted. */
export async function guestOf(
  reader: Reader,
  { tenantId, id }: Pick<CampaignRow, 'tenantId' | 'id'>,
  playerId: string,
): Promise<GuestRow | undefined> {
  const found = await find(reader, tenantScope(tenantId), redPacketGuests, (guest) =>
    and(eq(guest.campaignId, id), ofSamePerson(guest.playerId, playerId)),
  );
  return found.sort((one, other) => one.drawnAt.getTime() - other.drawnAt.getTime())[0];
}

/** The group of somebody for whom a campaign is; who came back after deleting an account is in the group of before. */
export async function groupOf(
  reader: Reader,
  secrets: Pick<Secrets, 'tokenSecret'>,
  { id, holdOutPercent }: CampaignRow,
  playerId: string,
): Promise<boolean> {
  if (holdOutPercent === 0) return false;
  const [person] = [playerId, ...(await formersOf(reader, playerId))].sort();
  const hash = keyedBytes(keyFor(secrets.tokenSecret, 'coinyard red packet groups'), `${id} ${person}`);
  return isHeldOut(hash, holdOutPercent);
}

/** Written once; two meetings at the same moment write one row. */
export async function drawGuest(
  tx: Tx,
  secrets: Pick<Secrets, 'tokenSecret'>,
  campaign: CampaignRow,
  { playerId, now }: { playerId: string; now: Date },
): Promise<GuestRow> {
  const known = await guestOf(tx, campaign, playerId);
  if (known) return known;
  const heldOut = await groupOf(tx, secrets, campaign, playerId);
  const [drawn] = await insert(tx, tenantScope(campaign.tenantId), redPacketGuests, {
    ...{
      id: newId(now.getTime()),
      campaignId: campaign.id,
      playerId,
      drawnAs: playerId,
      heldOut,
      drawnAt: now,
    },
  });
  return drawn as GuestRow;
}
