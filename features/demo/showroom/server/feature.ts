import { serveFeature } from '#kit/server/context.ts';
import { showroomFeature } from '../feature.ts';
import { outboxHandlers } from './outbox-handlers.ts';
import { windowHandlers } from './window-handlers.ts';

export default serveFeature(showroomFeature, { handlers: { ...outboxHandlers, ...windowHandlers } });
