import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { remotecreditFeature } from '../feature.ts';
import { creditHandlers } from './credit-handlers.ts';
import { limitHandlers } from './limit-handlers.ts';
import { linkHandlers } from './link-handlers.ts';
import { settleRemoteCredit } from './settle-credit.ts';

export default serveFeature(remotecreditFeature, {
  handlers: { ...creditHandlers, ...limitHandlers, ...linkHandlers },
  async start(services) {
    onDeviceFacts(services, {
      commandSettled: (tx, command) => settleRemoteCredit(tx, command, services.clock.now()),
    });
  },
});
