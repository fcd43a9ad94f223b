import { registerOwnData } from '#features/base/players/server/public.ts';
import { registerFulfilment } from '#features/selling/orders/server/public.ts';
import { registerPointsStore } from '#features/selling/packages/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { exchangeFeature } from '../feature.ts';
import { exchangeChecks } from './checks.ts';
import { counterHandlers } from './counter-handlers.ts';
import { expireExchanges } from './expire-exchanges.ts';
import { orderHandlers } from './order-handlers.ts';
import { exchangeOwnData } from './own-data.ts';
import { ownHandlers } from './own-handlers.ts';
import { ownStoreOf } from './own-store.ts';
import { remindPickups } from './remind-pickups.ts';
import { moneyOfExchange, withExchange } from './settle-exchange.ts';
import { storeHandlers } from './store-handlers.ts';

export default serveFeature(exchangeFeature, {
  handlers: { ...orderHandlers, ...counterHandlers, ...storeHandlers, ...ownHandlers },
  checks: exchangeChecks,
  jobs: [
    {
      name: 'exchange.expire',
      cron: '*/5 * * * *',
      run: async (services) => {
        await expireExchanges(services);
      },
    },
    {
      name: 'exchange.remind',
      // from nine to eight in the evening where the shops are: nobody is woken
      cron: '20 1-12 * * *',
      run: async (services) => {
        await remindPickups(services);
      },
    },
  ],
  async start(services) {
    registerFulfilment(services, moneyOfExchange, withExchange);
    registerOwnData(services, exchangeOwnData);
    registerPointsStore(services, ownStoreOf);
  },
});
