import { serveFeature } from '#kit/server/context.ts';
import { firmwareFeature } from '../feature.ts';
import { mountDownload } from './download.ts';
import { imageHandlers } from './image-handlers.ts';
import { rolloutHandlers } from './rollout-handlers.ts';
import { startEngine } from './step-rollouts.ts';

export default serveFeature(firmwareFeature, {
  handlers: { ...imageHandlers, ...rolloutHandlers },
  routes: mountDownload,
  start: startEngine,
});
