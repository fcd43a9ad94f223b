import { serveFeature } from '#kit/server/context.ts';
import { reportsFeature } from '../feature.ts';
import { recordHandlers } from './record-handlers.ts';
import { revenueHandlers } from './revenue-handlers.ts';
import { statementHandlers } from './statement-handlers.ts';
import { statisticsHandlers } from './statistics-handlers.ts';

export default serveFeature(reportsFeature, {
  handlers: { ...statisticsHandlers, ...recordHandlers, ...revenueHandlers, ...statementHandlers },
});
