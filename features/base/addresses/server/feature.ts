import { registerOwnData } from '#features/base/players/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { removeOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import { addressesFeature } from '../feature.ts';
import { playerAddresses } from '../tables.ts';
import { addressHandlers } from './address-handlers.ts';

export default serveFeature(addressesFeature, {
  handlers: addressHandlers,
  async start(services) {
    registerOwnData(services, {
      name: 'addresses',
      // the rows name the player, so the file has them already
      read: async () => [],
      async forget(tx, playerId) {
        await removeOwn(tx, playerScope(playerId), playerAddresses, {});
      },
    });
  },
});
