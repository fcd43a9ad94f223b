import { onDeviceFacts } from '#features/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import giftsFeature from '../feature.ts';
import { listTypes, removeTypes, saveType, sortTypes } from './gift-types.ts';
import { listGifts, listUserGifts, readGift } from './list-gifts.ts';
import { listDeviceGifts, listPlacements, readPlacement } from './list-placements.ts';
import {
  configurePlacement,
  countDevice,
  loadDevice,
  removePlacement,
  replaceGift,
  unloadDevice,
} from './load-device.ts';
import { moveStock } from './move-stock.ts';
import { giftStatistics, listMovements } from './movement-queries.ts';
import { removeGifts } from './remove-gifts.ts';
import { saveGift } from './save-gift.ts';
import { takeWonGifts } from './take-won-gifts.ts';

const prizesOut = 'prizesOut';

export default serveFeature(giftsFeature, {
  handlers: {
    listGifts,
    readGift,
    saveGift,
    removeGifts,
    listDeviceGifts,
    listUserGifts,
    listTypes,
    saveType,
    sortTypes,
    removeTypes,
    moveStock,
    listMovements,
    listPlacements,
    readPlacement,
    loadDevice,
    unloadDevice,
    replaceGift,
    countDevice,
    configurePlacement,
    removePlacement,
    giftStatistics,
  },
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
