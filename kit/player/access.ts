import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type { PlayerUser } from './player-keeper.ts';

/** The page's view of the server's guard: what is not public needs a player who is logged in. */
export function mayPlayerCall(
  player: PlayerUser | undefined,
  { access }: Pick<AnyEndpoint, 'access'>,
): boolean {
  const isPlayers = access === 'player' || (typeof access === 'object' && access.players === true);
  return access === 'public' || (isPlayers && player !== undefined);
}
