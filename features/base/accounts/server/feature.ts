import { provideWorkplaces } from '#features/base/sites/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { accountsFeature } from '../feature.ts';
import { codeHandlers } from './code-handlers.ts';
import { credentialHandlers } from './credential-handlers.ts';
import { loginHandlers } from './login-handlers.ts';
import { menuHandlers } from './menu-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { purgeExpired } from './purge.ts';
import { sessionHandlers } from './session-handlers.ts';
import { setUpHandlers } from './set-up-handlers.ts';
import { siteIdsOf } from './user-queries.ts';

export default serveFeature(accountsFeature, {
  handlers: {
    ...loginHandlers,
    ...sessionHandlers,
    ...codeHandlers,
    ...setUpHandlers,
    ...profileHandlers,
    ...credentialHandlers,
    ...menuHandlers,
  },
  async start(services) {
    provideWorkplaces(services, siteIdsOf);
  },
  jobs: [{ name: 'accounts.purge-expired', cron: '*/15 * * * *', run: purgeExpired }],
});
