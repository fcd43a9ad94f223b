import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type { PlayerUser } from './player-keeper.ts';

/** The page's view of the server's guard: what is not public needs a player who is logged in. */
export function mayPlayerCall(
  player: PlayerUser | undefined,
  { access }: Pick<AnyEndpoint, 'access'>,
): boolean {
  return access === 'public' || (access === 'player' && player !== undefined);
}
