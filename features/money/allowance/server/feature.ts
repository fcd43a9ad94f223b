import { playWorth } from '#features/machines/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { allowanceFeature } from '../feature.ts';
import { allowanceHandlers } from './allowance-handlers.ts';
import { allowanceChecks } from './checks.ts';
import { registerWorth } from './worth.ts';

export default serveFeature(allowanceFeature, {
  handlers: allowanceHandlers,
  checks: allowanceChecks,
  // machines know the price of a play, and stand below
  async start(services) {
    registerWorth(services, 'play', playWorth);
  },
});
