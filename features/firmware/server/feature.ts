import { serveFeature } from '#kit/server/context.ts';
import { firmwareFeature } from '../feature.ts';
import { mountDownload } from './download.ts';
import { imageHandlers } from './images.ts';
import { startEngine } from './rollout-engine.ts';
import { rolloutHandlers } from './rollout-handlers.ts';

export default serveFeature(firmwareFeature, {
  handlers: { ...imageHandlers, ...rolloutHandlers },
  routes: mountDownload,
  start: startEngine,
});
