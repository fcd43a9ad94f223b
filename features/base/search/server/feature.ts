import { serveFeature } from '#kit/server/context.ts';
import { searchFeature } from '../feature.ts';
import { searchHandlers } from './search-handlers.ts';

export default serveFeature(searchFeature, { handlers: searchHandlers });
