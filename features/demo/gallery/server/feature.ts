import { serveFeature } from '#kit/server/context.ts';
import galleryFeature from '../feature.ts';
import { cityHandlers } from './city-handlers.ts';

export default serveFeature(galleryFeature, { handlers: cityHandlers });
