import { invalidField, missing, unauthorized } from '#kit/kernel/errors.ts';
import { type Context, serveFeature } from '#kit/server/context.ts';
import { removeOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { Self } from '../contract.ts';
import { playersFeature } from '../feature.ts';
import { isBirthday } from '../rules/birthday.ts';
import { playerAddresses } from '../tables.ts';
import { addressHandlers } from './address-handlers.ts';
import { endLogins, tellLoginsEnded } from './end-logins.ts';
import { joinFormers } from './former-players.ts';
import { registerJoining } from './joined-players.ts';
import { listDemoPlayers, logInDemoPlayer, loginOf } from './login-handlers.ts';
import { registerOwnData } from './own-data.ts';
import { logInByPhone, sendLoginCode } from './phone-handlers.ts';
import { findAppId, logInByMiniProgram, platformLogins } from './platform-handlers.ts';
import { changePlayer, closePlayer, findPlayer, type PlayerRow, takePlayer } from './player-queries.ts';
import { toSelf } from './player-records.ts';

/** As the app in hand knows the player. */
async function identityOf({ db, session }: Context<PlayerSession>): Promise<PlayerRow> {
  const identity = await findPlayer(db.read, session.identityId);
  if (!identity) throw unauthorized();
  return identity;
}

async function selfOf(context: Context<PlayerSession>): Promise<Self> {
  const { db, session } = context;
  const [player, identity] = await Promise.all([findPlayer(db.read, session.playerId), identityOf(context)]);
  if (!player) throw unauthorized();
  return toSelf(player, identity);
}

export default serveFeature(playersFeature, {
  async start(services) {
    registerJoining(services, { joined: joinFormers });
    registerOwnData(services, {
      name: 'addresses',
      // the rows name the player, so the file has them already
      read: async () => [],
      async forget(tx, playerId) {
        await removeOwn(tx, playerScope(playerId), playerAddresses, {});
      },
    });
  },
  handlers: {
    ...addressHandlers,
    async readSelf(context, { id }) {
      if (id && id !== context.session.playerId) throw missing();
      return selfOf(context);
    },
    async updateSelf(context, { playerName, birthday }) {
      const { db, session, clock } = context;
      // an empty name reaches us as none
      if (playerName === undefined && birthday === undefined)
        throw invalidField('playerName', 'kit:validation.required');
      if (birthday && !isBirthday(birthday, clock.now()))
        throw invalidField('birthday', 'players:error.birthday');
      const changes = { name: playerName, birthday: birthday === '' ? null : birthday };
      await db.transaction((tx) => changePlayer(tx, session.playerId, changes));
      return selfOf(context);
    },
    renewLogin: async (context) => loginOf(context.services, await identityOf(context)),
    async takeBackAccount(context) {
      const { db, session, services } = context;
      await db.transaction(async (tx) => {
        // a server that deletes it at this moment has it, or finds that it was taken back
        const player = await takePlayer(tx, session.playerId);
        if (!player) throw unauthorized();
        if (player.closesAt) await closePlayer(tx, player.id, null);
      });
      await tellLoginsEnded(db, session.playerId);
      return loginOf(services, await identityOf(context));
    },
    async endLogins({ db, session }) {
      await endLogins(db, session.playerId);
      return {};
    },
    findAppId,
    ...platformLogins,
    logInByMiniProgram,
    sendLoginCode,
    logInByPhone,
    listDemoPlayers,
    logInDemoPlayer,
  },
});
