import { serveFeature } from '#kit/server/context.ts';
import { fleetFeature } from '../feature.ts';
import { controlHandlers } from './control-handlers.ts';
import { deviceHandlers } from './device-handlers.ts';
import { firstStepsHandlers } from './first-steps-handlers.ts';
import { labelHandlers } from './label-handlers.ts';
import { searchMachines } from './search-machines.ts';
import { transferHandlers } from './transfer-handlers.ts';

export default serveFeature(fleetFeature, {
  handlers: {
    ...deviceHandlers,
    ...labelHandlers,
    ...firstStepsHandlers,
    ...transferHandlers,
    ...controlHandlers,
  },
  async start(services) {
    searchMachines(services);
  },
});
