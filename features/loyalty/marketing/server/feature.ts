import { serveFeature } from '#kit/server/context.ts';
import { marketingFeature } from '../feature.ts';
import { marketingHandlers } from './marketing-handlers.ts';

export default serveFeature(marketingFeature, { handlers: marketingHandlers });
