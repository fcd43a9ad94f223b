import type { Player } from '../contract.ts';
import type { PlayerRow } from './player-queries.ts';

/** What a player is told of himself; staff have records of their own. */
export const toPlayer = ({ id, name, photo, phone, platform }: PlayerRow): Player => ({
  id,
  playerName: name,
  playerPhoto: photo,
  phone: phone?.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2') ?? null,
  platform,
});
