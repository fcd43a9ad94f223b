import { serveFeature } from '#kit/server/context.ts';
import { playersFeature } from '../feature.ts';

export default serveFeature(playersFeature, { handlers: {} });
