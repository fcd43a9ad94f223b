import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import giftsFeature from '../feature.ts';
import { giftHandlers } from './gift-handlers.ts';
import { movementHandlers } from './movement-handlers.ts';
import { placementHandlers } from './placement-handlers.ts';
import { takeWonGifts } from './take-won-gifts.ts';
import { typeHandlers } from './type-handlers.ts';

const prizesOut = 'prizesOut';

export default serveFeature(giftsFeature, {
  handlers: { ...giftHandlers, ...typeHandlers, ...movementHandlers, ...placementHandlers },
  async start(services) {
    onDeviceFacts(services, {
      async increments(tx, list) {
        const won = list.filter(({ counter }) => counter === prizesOut);
        for (const [tenantId, ofTenant] of Map.groupBy(won, (increment) => increment.tenantId))
          await takeWonGifts(tx, tenantId, ofTenant);
      },
    });
  },
});
