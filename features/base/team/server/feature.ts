import { serveFeature } from '#kit/server/context.ts';
import { teamFeature } from '../feature.ts';
import { invitationHandlers } from './invitation-handlers.ts';
import { logHandlers } from './log-handlers.ts';
import { roleHandlers } from './role-handlers.ts';
import { searchStaff } from './search-staff.ts';
import { staffHandlers } from './staff-handlers.ts';

export default serveFeature(teamFeature, {
  handlers: { ...staffHandlers, ...invitationHandlers, ...roleHandlers, ...logHandlers },
  async start(services) {
    searchStaff(services);
  },
});
