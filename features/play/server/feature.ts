import { serveFeature } from '#kit/server/context.ts';
import { playFeature } from '../feature.ts';
import { readMachine } from './read-machine.ts';

export default serveFeature(playFeature, { handlers: { readMachine } });
