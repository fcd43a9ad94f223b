import { provideMachineFinder } from '#features/base/players/server/public.ts';
import { provideMachines } from '#features/base/sites/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import devicesFeature from '../feature.ts';
import { mountBrokerHooks } from './broker-hooks.ts';
import { clockHandlers } from './clock-handlers.ts';
import { findNamed } from './device-queries.ts';
import { forgetting } from './forget-old-lines.ts';
import { identityHandlers } from './identities/identity-handlers.ts';
import { startLink } from './link/link.ts';
import { countDevicesBySite, listDevicesBySite } from './machines-at-sites.ts';

export default serveFeature(devicesFeature, {
  handlers: {
    ...identityHandlers,
    ...clockHandlers,
  },
  routes: mountBrokerHooks,
  jobs: [forgetting],
  async start(services) {
    provideMachineFinder(services, findNamed);
    provideMachines(services, { count: countDevicesBySite, list: listDevicesBySite });
  },
  async ready(services) {
    const link = await startLink(services);
    return () => link.stop();
  },
});
