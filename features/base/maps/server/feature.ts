import { serveFeature } from '#kit/server/context.ts';
import mapsFeature from '../feature.ts';
import { mapHandlers } from './map-handlers.ts';

export default serveFeature(mapsFeature, { handlers: mapHandlers });
