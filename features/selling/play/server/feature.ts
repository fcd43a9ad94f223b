import { onOrders, registerOrderCheck } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { playFeature } from '../feature.ts';
import { readMachine } from './machine-handlers.ts';
import { oddsHandlers } from './odds-handlers.ts';
import { readOffers, readShelf } from './offer-handlers.ts';
import { startLabelWriter } from './old-labels.ts';
import { turnHandlers } from './turn-handlers.ts';
import { keepTurn, startTurns, turnsAfter, turnsKept } from './turns.ts';

export default serveFeature(playFeature, {
  handlers: { readMachine, readOffers, readShelf, ...turnHandlers, ...oddsHandlers },
  async start(services) {
    registerOrderCheck(services, keepTurn);
    onOrders(services, turnsAfter(services));
  },
  async ready(services) {
    const stops = [startLabelWriter(services), await startTurns(services)];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      await turnsKept(services);
    };
  },
});
