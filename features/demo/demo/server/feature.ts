import { serveFeature } from '#kit/server/context.ts';
import { demoFeature } from '../feature.ts';
import { outboxHandlers } from './outbox-handlers.ts';
import { windowHandlers } from './window-handlers.ts';

export default serveFeature(demoFeature, { handlers: { ...outboxHandlers, ...windowHandlers } });
