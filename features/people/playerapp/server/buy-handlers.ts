import { siteTerms } from '#features/base/sites/server/public.ts';
import { payWaysAt } from '#features/selling/orders/server/public.ts';
import { benefitsOf, offersFor, sayLine } from '#features/selling/packages/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { buyContract } from '../contract/buy.ts';

export const buyHandlers: Handlers<typeof buyContract> = {
  async readStoredOffers(context, { fieldId: siteId }) {
    const { db, services, session, clock } = context;
    const say = sayFor(context);
    const site = await siteTerms(db.read, platformScope, siteId);
    if (!site) throw missing('playerapp:error.noShop');
    const { tenantId } = site;
    const player = session?.kind === 'player' ? session : null;
    const whom = { tenantId, siteId, playerId: player?.playerId ?? null, now: clock.now() };
    const benefits = await benefitsOf(services, db.read, { ...whom, deviceType: null });
    const [{ offers }, own] = await Promise.all([
      offersFor(db.read, { ...whom, deviceId: null, ...benefits }),
      player ? payWaysAt(context, player, { tenantId, siteId }) : { purse: null, payWays: [] },
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
