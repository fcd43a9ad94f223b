import { serveFeature } from '#kit/server/context.ts';
import { storefrontFeature } from '../feature.ts';
import { fanGroupHandlers } from './fan-group-handlers.ts';
import { remindOfEnds } from './remind-of-ends.ts';
import { slideHandlers } from './slide-handlers.ts';

export default serveFeature(storefrontFeature, {
  handlers: { ...slideHandlers, ...fanGroupHandlers },
  // a shop's day begins at its own hour
  jobs: [{ name: 'storefront.remindOfEnds', cron: '13 * * * *', run: remindOfEnds }],
});
