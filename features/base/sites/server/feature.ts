import { serveFeature } from '#kit/server/context.ts';
import sitesFeature from '../feature.ts';
import { searchSites } from './search-sites.ts';
import { siteHandlers } from './site-handlers.ts';
import { userSiteHandlers } from './user-site-handlers.ts';

export default serveFeature(sitesFeature, {
  handlers: { ...siteHandlers, ...userSiteHandlers },
  async start(services) {
    searchSites(services);
  },
});
