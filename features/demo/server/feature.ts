import { serveFeature } from '#kit/server/context.ts';
import { demoFeature } from '../feature.ts';
import { readOutbox } from './read-outbox.ts';

export default serveFeature(demoFeature, { handlers: { outbox: readOutbox } });
