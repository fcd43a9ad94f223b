import type { Player, Self } from '../contract.ts';
import type { PlayerRow } from './player-queries.ts';

/** What a player is told of himself; staff have other records. */
export const toPlayer = (player: PlayerRow, identity: PlayerRow = player): Player => ({
  id: player.id,
  playerName: player.name,
  playerPhoto: player.photo,
  phone: player.phone,
  platform: identity.platform,
  closesAt: player.closesAt?.toISOString() ?? null,
});

export const toSelf = (player: PlayerRow, identity?: PlayerRow): Self => ({
  ...toPlayer(player, identity),
  birthday: player.birthday,
});
