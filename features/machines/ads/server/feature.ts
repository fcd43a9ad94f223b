import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import adsFeature from '../feature.ts';
import { mountAdFiles } from './ad-files.ts';
import { mediaHandlers } from './media-handlers.ts';
import { placementHandlers } from './placement-handlers.ts';
import { screenHandlers } from './screen-handlers.ts';
import { startScreens } from './sync-screens.ts';
import { takePlays } from './take-plays.ts';

export default serveFeature(adsFeature, {
  handlers: { ...mediaHandlers, ...screenHandlers, ...placementHandlers },
  routes: mountAdFiles,
  async start(services) {
    onDeviceFacts(services, { screenPlays: (tx, list) => takePlays(tx, services, list) });
    return startScreens(services);
  },
});
