import { missing, unauthorized } from '#kit/kernel/errors.ts';
import { type Context, serveFeature } from '#kit/server/context.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { playersFeature } from '../feature.ts';
import { listDemoPlayers, logInDemoPlayer, loginOf } from './login-handlers.ts';
import { endLogins, findPlayer, type PlayerRow } from './player-queries.ts';
import { toPlayer } from './player-records.ts';

async function playerOf({ db, session }: Context<PlayerSession>): Promise<PlayerRow> {
  const player = await findPlayer(db.read, session.playerId);
  if (!player) throw unauthorized();
  return player;
}

export default serveFeature(playersFeature, {
  handlers: {
    async readSelf(context, { id }) {
      if (id && id !== context.session.playerId) throw missing();
      return toPlayer(await playerOf(context));
    },
    renewLogin: async (context) => loginOf(context.services, await playerOf(context)),
    async endLogins({ db, session }) {
      await db.transaction((tx) => endLogins(tx, session.playerId));
      return {};
    },
    listDemoPlayers,
    logInDemoPlayer,
  },
});
