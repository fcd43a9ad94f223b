import { serveFeature } from '#kit/server/context.ts';
import devicesFeature from '../feature.ts';

export default serveFeature(devicesFeature, { handlers: {} });
