import { provideWorkplaces } from '#features/base/sites/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { accountsFeature } from '../feature.ts';
import { agentHandlers } from './agent-handlers.ts';
import { codeHandlers } from './code-handlers.ts';
import { credentialHandlers } from './credential-handlers.ts';
import { franchiseeHandlers } from './franchisee-handlers.ts';
import { invitationHandlers } from './invitation-handlers.ts';
import { logHandlers } from './log-handlers.ts';
import { loginHandlers } from './login-handlers.ts';
import { menuHandlers } from './menu-handlers.ts';
import { nameReviewHandlers } from './name-review-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { purgeExpired } from './purge.ts';
import { registrationHandlers } from './registration-handlers.ts';
import { roleHandlers } from './role-handlers.ts';
import { searchPeople } from './search-people.ts';
import { serviceContactHandlers } from './service-contact-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { staffHandlers } from './staff-handlers.ts';
import { tenantHandlers } from './tenant-handlers.ts';
import { siteIdsOf } from './user-queries.ts';

export default serveFeature(accountsFeature, {
  handlers: {
    ...loginHandlers,
    ...sessionHandlers,
    ...codeHandlers,
    ...registrationHandlers,
    ...invitationHandlers,
    ...profileHandlers,
    ...credentialHandlers,
    ...serviceContactHandlers,
    ...nameReviewHandlers,
    ...menuHandlers,
    ...staffHandlers,
    ...roleHandlers,
    ...logHandlers,
    ...franchiseeHandlers,
    ...agentHandlers,
    ...tenantHandlers,
  },
  async start(services) {
    searchPeople(services);
    provideWorkplaces(services, siteIdsOf);
  },
  jobs: [{ name: 'accounts.purge-expired', cron: '*/15 * * * *', run: purgeExpired }],
});
