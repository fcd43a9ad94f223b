import { openChannels } from '#features/onboarding/server/public.ts';
import { levelOf, offersFor, sayLine } from '#features/packages/server/public.ts';
import { findPlayer } from '#features/players/server/public.ts';
import { siteTerms } from '#features/sites/server/public.ts';
import { spendableAt } from '#features/wallet/server/public.ts';
import { missing, unauthorized } from '#kit/kernel/errors.ts';
import { type Context, type Handlers, sayFor } from '#kit/server/context.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { buyContract, StoredPayWay } from '../contract/buy.ts';

/** What the player may spend at the site, and can pay there with. */
async function ownAt(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { playerId, identityId }: PlayerSession,
  { tenantId, siteId }: { tenantId: string; siteId: string },
) {
  const player = await findPlayer(db.read, identityId);
  if (!player) throw unauthorized();
  const [purse, channels] = await Promise.all([
    spendableAt(db.read, { tenantId, playerId, siteId }),
    openChannels(db.read, services, tenantId, player.platform),
  ]);
  const payWays: StoredPayWay[] = [...channels, ...(purse.balanceFen > 0 ? (['balance'] as const) : [])];
  return { purse, payWays };
}

export const buyHandlers: Handlers<typeof buyContract> = {
  async readStoredOffers(context, { fieldId: siteId }) {
    const { db, services, session, clock } = context;
    const say = sayFor(context);
    const site = await siteTerms(db.read, platformScope, siteId);
    if (!site) throw missing('program:error.noShop');
    const { tenantId } = site;
    const player = session?.kind === 'player' ? session : null;
    const whom = { tenantId, siteId, playerId: player?.playerId ?? null, now: clock.now() };
    const level = await levelOf(services, db.read, whom);
    const [{ offers }, own] = await Promise.all([
      offersFor(db.read, { ...whom, deviceId: null, level }),
      player ? ownAt(context, player, { tenantId, siteId }) : { purse: null, payWays: [] },
    ]);
    return {
      fieldName: site.name,
      open: site.enabled,
      ...own,
      offers: offers
        .filter(({ rule }) => rule.kind === 'stored')
        .map(({ rule, price, refused }) => ({
          packageId: rule.id,
          name: rule.name,
          coins: rule.coins + rule.bonusCoins,
          bonusCoins: rule.bonusCoins,
          points: rule.points,
          amountFen: price?.totalFen ?? rule.priceFen,
          lines: (price?.lines ?? []).map((line) => ({
            text: sayLine(line, say),
            amountFen: line.amountFen,
          })),
          recommended: rule.recommended,
          refusal: refused && say(`packages:refused.${refused}`),
        })),
    };
  },
};
