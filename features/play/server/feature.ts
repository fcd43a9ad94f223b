import { onOrders, registerOrderCheck } from '#features/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import type { Services } from '#kit/server/services.ts';
import { playFeature } from '../feature.ts';
import { readMachine } from './machine-handlers.ts';
import { oddsHandlers } from './odds-handlers.ts';
import { readOffers, readShelf } from './offer-handlers.ts';
import { startOldLabelWriter } from './old-labels.ts';
import { turnHandlers } from './turn-handlers.ts';
import { keepTurn, startTurns, turnsAfter } from './turns.ts';

const ends = new WeakMap<Services, ReturnType<typeof turnsAfter>>();

export default serveFeature(playFeature, {
  handlers: { readMachine, readOffers, readShelf, ...turnHandlers, ...oddsHandlers },
  async start(services) {
    const after = turnsAfter(services);
    ends.set(services, after);
    registerOrderCheck(services, keepTurn);
    onOrders(services, after.listener);
  },
  async ready(services) {
    const stops = [startOldLabelWriter(services), await startTurns(services)];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      await ends.get(services)?.idle();
    };
  },
});
