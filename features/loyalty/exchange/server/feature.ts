import { registerPointsStore } from '#features/selling/packages/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { exchangeFeature } from '../feature.ts';
import { counterHandlers } from './counter-handlers.ts';
import { ownHandlers } from './own-handlers.ts';
import { ownStoreOf } from './own-store.ts';
import { storeHandlers } from './store-handlers.ts';

export default serveFeature(exchangeFeature, {
  handlers: { ...counterHandlers, ...storeHandlers, ...ownHandlers },
  async start(services) {
    registerPointsStore(services, ownStoreOf);
  },
});
