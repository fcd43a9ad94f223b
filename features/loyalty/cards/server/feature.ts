import { registerHolding } from '#features/base/players/server/public.ts';
import { registerTool } from '#features/loyalty/marketing/server/public.ts';
import { registerDoor } from '#features/money/allowance/server/public.ts';
import {
  onOrders,
  registerFulfilment,
  registerOffers,
  registerPass,
} from '#features/selling/orders/server/public.ts';
import { holdPrices, registerCards } from '#features/selling/packages/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { update } from '#kit/server/tables.ts';
import { cardsFeature } from '../feature.ts';
import { cardGrants } from '../tables.ts';
import { cardDiscounts } from './card-discounts.ts';
import { cardPlays } from './card-plays.ts';
import { countHeld } from './card-queries.ts';
import { cardChecks } from './checks.ts';
import { fairCards } from './fair-cards.ts';
import { cardTool } from './marketing-tool.ts';
import { ownHandlers } from './own-handlers.ts';
import { byCard } from './refund-card.ts';
import { cardFulfilment, cardOffers } from './sell-cards.ts';
import { soldHandlers } from './sold-handlers.ts';
import { tellOfCards } from './tell-of-refund.ts';
import { typeHandlers } from './type-handlers.ts';

export default serveFeature(cardsFeature, {
  handlers: { ...typeHandlers, ...soldHandlers, ...ownHandlers, ...fairCards.handlers },
  checks: cardChecks,
  async start(services) {
    const now = () => services.clock.now();
    registerDoor(services, 'cardTerms', fairCards.keeper);
    registerTool(services, cardTool);
    registerOffers(services, cardOffers);
    registerFulfilment(services, cardFulfilment, byCard(now));
    registerPass(services, 'card', cardPlays);
    registerCards(services, cardDiscounts);
    registerHolding(services, 'cards', countHeld);
    onOrders(services, {
      refundBesides: tellOfCards(now),
      // an order that the card makes cheaper is written before or after, and never beside its refund
      async refundAccounts(tx, { tenantId, playerId, fulfilment }) {
        if (fulfilment.name === cardFulfilment && playerId) await holdPrices(tx, tenantId, playerId);
        return [];
      },
      // never paid, or all of it went back: the piece can be sold again
      async givenUp(tx, { tenantId, id, fulfilment }) {
        if (fulfilment.name !== cardFulfilment) return;
        await update(
          tx,
          tenantScope(tenantId),
          cardGrants,
          { orderId: id, givenUpAt: null },
          { givenUpAt: now() },
        );
      },
    });
  },
});
