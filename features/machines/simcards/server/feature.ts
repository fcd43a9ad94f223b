import { serveFeature } from '#kit/server/context.ts';
import simcardsFeature from '../feature.ts';
import { cardHandlers } from './card-handlers.ts';
import { listenToTraffic } from './listen-to-traffic.ts';

export default serveFeature(simcardsFeature, { start: listenToTraffic, handlers: cardHandlers });
