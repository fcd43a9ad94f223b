import { registerOwnData } from '#features/base/players/server/public.ts';
import { onNeverPaid } from '#features/loyalty/handover/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { shopFeature } from '../feature.ts';
import { cartHandlers } from './cart-handlers.ts';
import { refillCart } from './cart-queries.ts';
import { cartOwnData } from './own-data.ts';
import { shelfHandlers } from './shelf-handlers.ts';

export default serveFeature(shopFeature, {
  handlers: { ...shelfHandlers, ...cartHandlers },
  async start(services) {
    onNeverPaid(services, refillCart);
    registerOwnData(services, cartOwnData);
  },
});
