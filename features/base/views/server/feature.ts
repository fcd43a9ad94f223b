import { serveFeature } from '#kit/server/context.ts';
import { viewsFeature } from '../feature.ts';
import { viewHandlers } from './view-handlers.ts';

export default serveFeature(viewsFeature, { handlers: viewHandlers });
