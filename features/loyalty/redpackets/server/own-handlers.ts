import { tenantName } from '#features/base/accounts/server/public.ts';
import { findPlayer, holdPlayer } from '#features/base/players/server/public.ts';
import { siteHours, siteNames } from '#features/base/sites/server/public.ts';
import { invalid, missing, unauthorized } from '#kit/kernel/errors.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { type PageState, unitOf } from '../contract/kinds.ts';
import type { ownCalls } from '../contract/own.ts';
import { dayProblem } from '../rules/campaign-rules.ts';
import { audienceText, isForPlayer } from './audience.ts';
import {
  type CampaignRow,
  countFree,
  findByToken,
  openCampaigns,
  sitesOfCampaign,
} from './campaign-queries.ts';
import { type ClaimRow, claimsOfPerson } from './claim-queries.ts';
import { drawGuest, groupOf, guestOf } from './draw-guest.ts';
import { createGate, type Gate } from './gate.ts';
import { openPacket, payeeOf, phoneHashOf } from './open-packet.ts';

/** One gate for each process: see gate.ts. */
const gates = new WeakMap<Services, Gate>();
function gateOf(services: Services): Gate {
  const gate = gates.get(services) ?? createGate(() => services.clock.now().getTime());
  gates.set(services, gate);
  return gate;
}
/** More people than this are not let in at once by one process, however many packets there are. */
const mostInside = 100;

type Sites = Awaited<ReturnType<typeof sitesOfCampaign>>;

function ownClaim(claim: ClaimRow, campaign: CampaignRow, fieldName: string) {
  const { amount, state, createdAt, confirm } = claim;
  return {
    ...{ amount, state, createdAt, fieldName, unit: unitOf(campaign.target) },
    confirm: state === 'confirm' ? confirm : null,
  };
}

/** Early or over only where it is so at each of its sites. */
function dayState(campaign: CampaignRow, sites: Sites, now: Date): 'early' | 'over' | undefined {
  if (sites.length === 0) return 'over';
  const problems = sites.map((site) => dayProblem(campaign, siteDay(site, now)));
  return problems.includes(undefined) ? undefined : problems.includes('early') ? 'early' : 'over';
}

/** Whether the player belongs to those for whom the campaign is, and is shown the packet. */
async function shownTo(
  reader: Reader,
  services: Services,
  campaign: CampaignRow,
  { playerId, now }: { playerId: string; now: Date },
): Promise<'open' | 'none' | 'notYou'> {
  const drawn = await guestOf(reader, campaign, playerId);
  if (!drawn && !(await isForPlayer(reader, campaign, playerId, now))) return 'notYou';
  const heldOut = drawn?.heldOut ?? (await groupOf(reader, services.secrets, campaign, playerId));
  return heldOut ? 'none' : 'open';
}

interface Looking {
  services: Services;
  session: PlayerSession;
  now: Date;
}

async function pageStateOf(
  reader: Reader,
  { services, session, now }: Looking,
  campaign: CampaignRow,
  sites: Sites,
): Promise<{ state: PageState; claim?: ClaimRow }> {
  const player = await findPlayer(reader, session.playerId);
  if (!player) throw unauthorized();
  const phoneHash = phoneHashOf(services, player.phone);
  const claims = await claimsOfPerson(reader, campaign, { playerId: player.id, phoneHash });
  const own = claims.find(({ playerId }) => playerId === player.id);
  if (claims.length > 0) return { state: 'claimed', ...(own && { claim: own }) };
  const problem = dayState(campaign, sites, now);
  if (problem) return { state: problem };
  const shown = await shownTo(reader, services, campaign, { playerId: player.id, now });
  if (shown !== 'open') return { state: shown };
  if ((await countFree(reader, campaign, 1)) === 0) return { state: 'gone' };
  if (campaign.target === 'wechat' && !payeeOf(services, await findPlayer(reader, session.identityId)))
    return { state: 'needsWechat' };
  return { state: campaign.needsPhone && !player.phone ? 'needsPhone' : 'open' };
}

/** Campaigns that a player comes upon: the one of a link, or those of a shop. */
async function metBy(
  reader: Reader,
  { token, fieldId }: { token?: string | undefined; fieldId?: string | undefined },
  now: Date,
): Promise<CampaignRow[]> {
  if (token) {
    const campaign = await findByToken(reader, token);
    if (!campaign || campaign.endedAt) return [];
    return dayState(campaign, await sitesOfCampaign(reader, campaign), now) ? [] : [campaign];
  }
  const site = fieldId ? (await siteHours(reader, platformScope, [fieldId])).get(fieldId) : undefined;
  if (!site?.enabled) return [];
  const today = siteDay(site, now);
  return (await openCampaigns(reader, tenantScope(site.tenantId))).filter(
    (campaign) =>
      (campaign.siteIds.length === 0 || campaign.siteIds.includes(site.id)) && !dayProblem(campaign, today),
  );
}

export const ownHandlers: Handlers<typeof ownCalls> = {
  async readPacket(context, { token }) {
    const { db, services, session, clock } = context;
    const reader = db.read;
    const now = clock.now();
    const campaign = await findByToken(reader, token);
    if (!campaign) throw missing('redpackets:error.noPacket');
    const sites = await sitesOfCampaign(reader, campaign);
    const [found, merchantName, text] = await Promise.all([
      pageStateOf(reader, { services, session, now }, campaign, sites),
      tenantName(reader, campaign.tenantId),
      audienceText(reader, campaign, sayFor(context)),
    ]);
    const { name, target, fromDay, untilDay } = campaign;
    const names = found.claim
      ? await siteNames(reader, tenantScope(campaign.tenantId), [found.claim.siteId])
      : undefined;
    return {
      ...{ state: found.state, name, target, fromDay, untilDay, unit: unitOf(target) },
      merchantName: merchantName ?? '',
      audienceText: text,
      fields: sites
        .filter((site) => !dayProblem(campaign, siteDay(site, now)))
        .map(({ id, name: fieldName }) => ({ fieldId: id, fieldName })),
      claim: found.claim ? ownClaim(found.claim, campaign, names?.get(found.claim.siteId) ?? '') : null,
    };
  },

  async meetPackets({ db, services, session, clock }, input) {
    const { playerId } = session;
    const now = clock.now();
    const shown: { token: string; name: string; target: CampaignRow['target'] }[] = [];
    for (const campaign of await metBy(db.read, input, now)) {
      const phoneHash = phoneHashOf(services, (await findPlayer(db.read, playerId))?.phone ?? null);
      const claims = await claimsOfPerson(db.read, campaign, { playerId, phoneHash });
      const state = await shownTo(db.read, services, campaign, { playerId, now });
      if (state === 'notYou' || claims.length > 0 || (await countFree(db.read, campaign, 1)) === 0) continue;
      if (!(await guestOf(db.read, campaign, playerId)))
        await db.transaction(async (tx) => {
          if (!(await holdPlayer(tx, playerId))) throw unauthorized();
          await holdName(tx, 'red packet of player', campaign.tenantId, campaign.id, playerId);
          await drawGuest(tx, services.secrets, campaign, { playerId, now });
        });
      const { token, name, target } = campaign;
      if (state === 'open') shown.push({ token, name, target });
    }
    return shown;
  },

  async openPacket({ db, services, session, clock }, { token, fieldId }) {
    const campaign = await findByToken(db.read, token);
    if (!campaign) throw missing('redpackets:error.noPacket');
    if (campaign.endedAt) throw invalid('redpackets:error.over');
    const opened = await gateOf(services).pass(
      campaign.id,
      () => countFree(db.read, campaign, mostInside),
      () =>
        db.transaction((tx) =>
          openPacket(tx, services, { session, campaign, siteId: fieldId, now: clock.now() }),
        ),
    );
    if (opened === 'gone' || opened === 'busy') throw invalid(`redpackets:error.${opened}`);
    return ownClaim(opened.claim, campaign, opened.fieldName);
  },
};
