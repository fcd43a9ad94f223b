import { serveFeature } from '#kit/server/context.ts';
import { prizesFeature } from '../feature.ts';
import { prizeHandlers } from './prize-handlers.ts';

export default serveFeature(prizesFeature, { handlers: prizeHandlers });
