import { registerOwnData } from '#features/base/players/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { identitiesFeature } from '../feature.ts';
import { joinDue } from './ask-join.ts';
import { identityChecks } from './checks.ts';
import { followJoined } from './join-players.ts';
import { joinsOf } from './join-queries.ts';
import { ownHandlers } from './own-handlers.ts';
import { staffHandlers } from './staff-handlers.ts';

export default serveFeature(identitiesFeature, {
  handlers: { ...ownHandlers, ...staffHandlers },
  checks: identityChecks,
  jobs: [
    { name: 'identities.follow-joined', cron: '*/5 * * * *', run: followJoined },
    { name: 'identities.join-due', cron: '*/5 * * * *', run: joinDue },
  ],
  async start(services) {
    registerOwnData(services, {
      name: 'joined',
      read: async (reader, playerId) =>
        (await joinsOf(reader, playerId)).map(({ joinedAt, splitAt, fromPlayer }) => ({
          joinedAt,
          splitAt,
          fromPlayer,
        })),
    });
  },
});
