import { purseChanged } from '#features/base/players/contract.ts';
import { findPlayer, holdPlayer, markVisitor, type PlayerRow } from '#features/base/players/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { campaignAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { requestPayout } from '#features/money/payments/server/public.ts';
import { conflict, invalid, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, emitAll, playerTopic } from '#kit/server/outbox.ts';
import { run } from '#kit/server/row-statements.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { fingerprint } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { insert } from '#kit/server/tables.ts';
import { unitOf } from '../contract/kinds.ts';
import { dayProblem } from '../rules/campaign-rules.ts';
import { redPacketClaims } from '../tables.ts';
import { isForPlayer } from './audience.ts';
import { type CampaignRow, sitesOfCampaign } from './campaign-queries.ts';
import { type ClaimRow, changeClaim, claimsOfPerson } from './claim-queries.ts';
import { drawGuest, guestOf } from './draw-guest.ts';
import { tellsOf } from './start-campaign.ts';

interface Wish {
  session: Pick<PlayerSession, 'playerId' | 'identityId'>;
  campaign: CampaignRow;
  siteId: string;
  now: Date;
}

export const phoneHashOf = (services: Pick<Services, 'secrets'>, phone: string | null): string | null =>
  phone === null ? null : fingerprint(services.secrets, phone, 'red packet phone');

/** The player's name in our WeChat app, to which WeChat transfers; undefined in another app or browser. */
export const payeeOf = (services: Services, identity: PlayerRow | undefined): string | undefined =>
  identity?.platform === 'wechat' && identity.appId === services.wechat?.appId ? identity.openId : undefined;

/** One packet that nobody has opened, whichever is not being opened at this moment: nobody waits here. */
async function takePacket(
  tx: Tx,
  { tenantId, id }: CampaignRow,
): Promise<{ id: string; amount: number } | undefined> {
  const [taken] = await run(
    tx,
    // once for the statement: inside a join the database may ask for the next one again for each row
    `with next as materialized (
        select id from red_packet where tenant_id = $1 and campaign_id = $2 and state = 'free'
        order by number limit 1 for update skip locked
      )
      update red_packet p set state = 'taken' from next where p.tenant_id = $1 and p.id = next.id
      returning p.id, p.amount`,
    [tenantId, id],
  );
  return taken && { id: taken[0] as string, amount: Number(taken[1]) };
}

/** Once for a person and a phone, whichever record of the person it is. */
async function assertFirst(tx: Tx, { campaign, session: { playerId } }: Wish, phoneHash: string | null) {
  const { tenantId, id } = campaign;
  await holdName(tx, 'red packet of player', tenantId, id, playerId);
  if (phoneHash !== null) await holdName(tx, 'red packet of phone', tenantId, id, phoneHash);
  const before = await claimsOfPerson(tx, campaign, { playerId, phoneHash });
  if (before.length > 0) throw conflict('redpackets:error.claimed');
}

async function assertSite(tx: Tx, { campaign, siteId, now }: Wish): Promise<void> {
  const site = (await sitesOfCampaign(tx, campaign)).find(({ id }) => id === siteId);
  if (!site) throw invalid('redpackets:error.otherSite');
  const problem = dayProblem(campaign, siteDay(site, now));
  if (problem) throw invalid(`redpackets:error.${problem}`);
}

async function giveValue(
  tx: Tx,
  services: Services,
  claim: ClaimRow,
  campaign: CampaignRow,
  payee: string | undefined,
) {
  const { tenantId, id, playerId, siteId, amount, createdAt: at } = claim;
  const subject = { kind: 'redPacketClaim', id };
  const unit = unitOf(campaign.target);
  const account = campaignAccount(tenantId, campaign.id, unit);
  if (payee !== undefined) {
    const payout = await requestPayout(tx, services, {
      ...{ tenantId, subject, channel: 'wechat', key: `red-packet:${id}`, amountFen: amount, payeeId: payee },
      remark: services.texts.say('zh-cn', 'redpackets:payout.remark'),
      debit: account,
    });
    return changeClaim(tx, claim, { payoutId: payout.id });
  }
  const legs = [
    { account, amount: -amount },
    { account: playerAccount(tenantId, playerId, siteId, unit), amount },
  ];
  const note = { remark: campaign.name, siteId };
  await postTransfers(tx, [
    { key: `red-packet:${id}`, tenantId, kind: 'redPacket', subject, legs, note, at },
  ]);
  await emit(tx, playerTopic(playerId), purseChanged);
  return claim;
}

/** Opens a packet for a player: takes one, and its value leaves the campaign in the same transaction. */
export async function openPacket(
  tx: Tx,
  services: Services,
  wish: Wish,
): Promise<{ claim: ClaimRow; fieldName: string }> {
  const { session, campaign, siteId, now } = wish;
  const { playerId, identityId } = session;
  const { tenantId } = campaign;
  const player = await holdPlayer(tx, playerId);
  if (!player) throw unauthorized();
  await assertSite(tx, wish);
  if (campaign.needsPhone && !player.phone) throw invalid('redpackets:error.needsPhone');
  const isTransfer = campaign.target === 'wechat';
  const payee = isTransfer
    ? payeeOf(services, identityId === playerId ? player : await findPlayer(tx, identityId))
    : undefined;
  if (isTransfer && payee === undefined) throw invalid('redpackets:error.needsWechat');
  const phoneHash = phoneHashOf(services, player.phone);
  await assertFirst(tx, wish, phoneHash);
  const drawn = await guestOf(tx, campaign, playerId);
  if (!drawn && !(await isForPlayer(tx, campaign, playerId, now))) throw invalid('redpackets:error.notYou');
  const { heldOut } = drawn ?? (await drawGuest(tx, services.secrets, campaign, { playerId, now }));
  if (heldOut) throw invalid('redpackets:error.none');
  const packet = await takePacket(tx, campaign);
  if (!packet) throw invalid('redpackets:error.gone');
  const [made] = await insert(tx, tenantScope(tenantId), redPacketClaims, {
    ...{ id: newId(now.getTime()), createdAt: now, campaignId: campaign.id, packetId: packet.id, siteId },
    ...{
      playerId,
      claimedAs: playerId,
      phoneHash,
      amount: packet.amount,
      state: isTransfer ? 'paying' : 'given',
    },
  });
  const claim = await giveValue(tx, services, made as ClaimRow, campaign, payee);
  markVisitor(tx, { tenantId, playerId });
  await emitAll(tx, tellsOf(campaign));
  const names = await siteNames(tx, tenantScope(tenantId), [siteId]);
  return { claim, fieldName: names.get(siteId) ?? '' };
}
