import { serveFeature } from '#kit/server/context.ts';
import settingsFeature from '../feature.ts';
import { batchHandlers } from './batch-handlers.ts';
import { groupHandlers } from './group-handlers.ts';
import { adoptPrices } from './keep-prices.ts';
import { listenToDevices } from './listen-to-devices.ts';
import { presetHandlers } from './preset-handlers.ts';
import { startSendQueue } from './send-queue.ts';
import { settingsHandlers } from './settings-handlers.ts';

export default serveFeature(settingsFeature, {
  handlers: { ...settingsHandlers, ...presetHandlers, ...batchHandlers, ...groupHandlers },
  start: async (services) => listenToDevices(services),
  async ready(services) {
    await adoptPrices(services);
    return startSendQueue(services);
  },
});
