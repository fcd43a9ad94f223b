import { serveFeature } from '#kit/server/context.ts';
import devicesFeature from '../feature.ts';
import { mountBrokerHooks } from './broker-hooks.ts';
import { controlHandlers } from './control/handlers.ts';
import { fleetHandlers } from './fleet/handlers.ts';
import { forgetting } from './forget-old-lines.ts';
import { startLink } from './link/link.ts';

export default serveFeature(devicesFeature, {
  handlers: { ...fleetHandlers, ...controlHandlers },
  routes: mountBrokerHooks,
  jobs: [forgetting],
  async ready(services) {
    const link = await startLink(services);
    return () => link.stop();
  },
});
