import { serveFeature } from '#kit/server/context.ts';
import { reportsFeature } from '../feature.ts';
import { revenueHandlers } from './revenue-handlers.ts';
import { statisticsHandlers } from './statistics-handlers.ts';

export default serveFeature(reportsFeature, { handlers: { ...statisticsHandlers, ...revenueHandlers } });
