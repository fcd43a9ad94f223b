import { serveFeature } from '#kit/server/context.ts';
import { partnersFeature } from '../feature.ts';
import { agentHandlers } from './agent-handlers.ts';
import { franchiseeHandlers } from './franchisee-handlers.ts';
import { nameReviewHandlers } from './name-review-handlers.ts';
import { registrationHandlers } from './registration-handlers.ts';
import { searchPartners } from './search-partners.ts';
import { serviceContactHandlers } from './service-contact-handlers.ts';
import { tenantHandlers } from './tenant-handlers.ts';

export default serveFeature(partnersFeature, {
  handlers: {
    ...registrationHandlers,
    ...serviceContactHandlers,
    ...nameReviewHandlers,
    ...franchiseeHandlers,
    ...agentHandlers,
    ...tenantHandlers,
  },
  async start(services) {
    searchPartners(services);
  },
});
