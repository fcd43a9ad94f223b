import { serveFeature } from '#kit/server/context.ts';
import { playFeature } from '../feature.ts';
import { readMachine } from './machine-handlers.ts';

export default serveFeature(playFeature, { handlers: { readMachine } });
