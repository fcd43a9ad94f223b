import { mayPlayerCall } from '#kit/player/access.ts';
import type { PlayerUser } from '#kit/player/player-keeper.ts';
import { mayCall } from '#kit/ui/access.ts';
import type { SessionUser } from '#kit/ui/session-keeper.ts';
import { type KnownScreen, loadContract, loadStaffScreens, openScreens } from './screens.ts';

/** Who is at the browser: one person may be logged in as staff and as a player at once. */
export interface People {
  staff: SessionUser | undefined;
  player: PlayerUser | undefined;
}

/** login: the page is for players, and nobody is logged in as one. */
export type Verdict = 'open' | 'forbidden' | 'login';
export type ScreenGuard = (people: People) => Verdict;

/** A screen is guarded by the call without which it makes no sense. */
export async function screenGuard(screen: KnownScreen): Promise<ScreenGuard> {
  if (!screen.needs) return () => 'open';
  const endpoint = (await loadContract(screen.feature))?.[screen.needs];
  if (!endpoint) return () => 'open';
  if (screen.audience === 'player')
    return ({ player }) => (mayPlayerCall(player, endpoint) ? 'open' : 'login');
  return ({ staff }) => (mayCall(staff, endpoint) ? 'open' : 'forbidden');
}

/** Screens the user may open and that can be linked to as they are. */
export async function linkableScreens(staff: SessionUser | undefined): Promise<KnownScreen[]> {
  const known = staff ? await loadStaffScreens().catch(() => []) : openScreens;
  const linkable = known.filter(
    ({ path, audience }) => !path.includes(':') && audience === (staff ? 'staff' : 'anyone'),
  );
  const allowed = await Promise.all(
    linkable.map(async (screen) => {
      const guard = await screenGuard(screen).catch((): ScreenGuard => () => 'forbidden');
      return guard({ staff, player: undefined }) === 'open';
    }),
  );
  return linkable.filter((_, index) => allowed[index]);
}
