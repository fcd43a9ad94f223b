import { registerDoor, registerWorth } from '#features/money/allowance/server/public.ts';
import { onOrders, registerOffers } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { packagesFeature } from '../feature.ts';
import { cashHandlers } from './cash-handlers.ts';
import { packageChecks } from './checks.ts';
import { coinWorth } from './coin-worth.ts';
import { discountHandlers } from './discount-handlers.ts';
import { fairPackages } from './fair-packages.ts';
import { giveUpPrice } from './offers.ts';
import { packageHandlers } from './package-handlers.ts';
import { pointsStoreHandlers } from './points-store-handlers.ts';
import { priceListHandlers } from './price-list-handlers.ts';
import { packageOffers } from './sell-packages.ts';
import { startPriceLists } from './send-price-lists.ts';

export default serveFeature(packagesFeature, {
  checks: packageChecks,
  handlers: {
    ...packageHandlers,
    ...discountHandlers,
    ...cashHandlers,
    ...priceListHandlers,
    ...pointsStoreHandlers,
    ...fairPackages.handlers,
  },
  async start(services) {
    registerWorth(services, 'coin', coinWorth);
    registerDoor(services, 'package', fairPackages.keeper);
    registerOffers(services, packageOffers(services));
    onOrders(services, {
      givenUp: (tx, { tenantId, id }) => giveUpPrice(tx, tenantId, id, services.clock.now()),
    });
    return startPriceLists(services);
  },
});
