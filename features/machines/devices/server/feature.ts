import { provideMachineFinder } from '#features/base/players/server/public.ts';
import { provideMachines } from '#features/base/sites/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import devicesFeature from '../feature.ts';
import { mountBrokerHooks } from './broker-hooks.ts';
import { clockHandlers } from './clock-handlers.ts';
import { controlHandlers } from './control/control-handlers.ts';
import { findNamed } from './device-queries.ts';
import { deviceHandlers } from './fleet/device-handlers.ts';
import { firstStepsHandlers } from './fleet/first-steps-handlers.ts';
import { identityHandlers } from './fleet/identity-handlers.ts';
import { labelHandlers } from './fleet/label-handlers.ts';
import { searchMachines } from './fleet/search-machines.ts';
import { transferHandlers } from './fleet/transfer-handlers.ts';
import { forgetting } from './forget-old-lines.ts';
import { startLink } from './link/link.ts';
import { countDevicesBySite, listDevicesBySite } from './machines-at-sites.ts';

export default serveFeature(devicesFeature, {
  handlers: {
    ...deviceHandlers,
    ...labelHandlers,
    ...firstStepsHandlers,
    ...transferHandlers,
    ...identityHandlers,
    ...controlHandlers,
    ...clockHandlers,
  },
  routes: mountBrokerHooks,
  jobs: [forgetting],
  async start(services) {
    searchMachines(services);
    provideMachineFinder(services, findNamed);
    provideMachines(services, { count: countDevicesBySite, list: listDevicesBySite });
  },
  async ready(services) {
    const link = await startLink(services);
    return () => link.stop();
  },
});
