import { serveFeature } from '#kit/server/context.ts';
import dictionariesFeature from '../feature.ts';
import { dictionaryHandlers } from './dictionary-handlers.ts';
import { regionHandlers } from './region-handlers.ts';

export default serveFeature(dictionariesFeature, { handlers: { ...dictionaryHandlers, ...regionHandlers } });
