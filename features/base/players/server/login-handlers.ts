import { missing } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import { demoId } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { demoPeople } from '#providers/demo-people.ts';
import type { PlayerLogin, playersContract } from '../contract.ts';
import { findPlayer, type PlayerRow } from './player-queries.ts';
import { toPlayer } from './player-records.ts';
import { issuePlayerToken, playerTokenMs } from './tokens.ts';

/** A player who logs in to a record that was joined to another is that other player. */
export async function loginOf(services: Services, identity: PlayerRow): Promise<PlayerLogin> {
  const { joinedTo } = identity;
  const player = (joinedTo && (await findPlayer(services.db.read, joinedTo))) || identity;
  return {
    access_token: await issuePlayerToken(services, player, identity.id),
    expires_in: playerTokenMs / secondMs,
    player: toPlayer(player, identity),
  };
}

export const listDemoPlayers: Handler<typeof playersContract.listDemoPlayers> = async () =>
  demoPeople.map(({ name, platform }, place) => ({ n: place + 1, playerName: name, platform }));

export const logInDemoPlayer: Handler<typeof playersContract.logInDemoPlayer> = async (context, { n }) => {
  const { services } = context;
  const person = demoPeople[n - 1];
  const player = person && (await findPlayer(context.db.read, demoId(`player:${person.openId}`)));
  if (!player) throw missing('players:error.noDemoPlayer');
  return loginOf(services, player);
};
