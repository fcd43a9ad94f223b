import { serveFeature } from '#kit/server/context.ts';
import sitesFeature from '../feature.ts';
import { dictionaryHandlers } from './dictionary-handlers.ts';
import { mapHandlers } from './map-handlers.ts';
import { regionHandlers } from './region-handlers.ts';
import { searchSites } from './search-sites.ts';
import { siteHandlers } from './site-handlers.ts';
import { userSiteHandlers } from './user-site-handlers.ts';

export default serveFeature(sitesFeature, {
  handlers: {
    ...siteHandlers,
    ...userSiteHandlers,
    ...mapHandlers,
    ...dictionaryHandlers,
    ...regionHandlers,
  },
  async start(services) {
    searchSites(services);
  },
});
