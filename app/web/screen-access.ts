import { mayPlayerCall } from '#kit/player/access.ts';
import type { PlayerUser } from '#kit/player/player-keeper.ts';
import { mayCall } from '#kit/ui/access.ts';
import { currentUser } from '#kit/ui/session.ts';
import type { SessionUser } from '#kit/ui/session-keeper.ts';
import { findScreen } from './guards.ts';
import { type KnownScreen, loadOpenScreens, loadStaffScreens } from './screens.ts';

/** Who is at the browser: one person may be logged in as staff and as a player at once. */
export interface People {
  staff: SessionUser | undefined;
  player: PlayerUser | undefined;
}

/** login: the page is for players, and nobody is logged in as one. */
export type Verdict = 'open' | 'forbidden' | 'login';
export type ScreenGuard = (people: People) => Verdict;

/** A screen is guarded by the call without which it makes no sense. */
export function screenGuard({ access, audience }: KnownScreen): ScreenGuard {
  if (!access) return () => 'open';
  if (audience === 'player') return ({ player }) => (mayPlayerCall(player, { access }) ? 'open' : 'login');
  return ({ staff }) => (mayCall(staff, { access }) ? 'open' : 'forbidden');
}

/** Whether the person who is logged in may open the staff screen at a path; what can not be found out is not open. */
export async function mayOpenPath(path: string): Promise<boolean> {
  try {
    const found = findScreen(await loadStaffScreens(), path);
    return !!found && screenGuard(found.screen)({ staff: currentUser(), player: undefined }) === 'open';
  } catch {
    return false;
  }
}

/** Screens the user may open and that can be linked to as they are. */
export async function linkableScreens(staff: SessionUser | undefined): Promise<KnownScreen[]> {
  const known = await (staff ? loadStaffScreens() : loadOpenScreens()).catch(() => []);
  return known.filter(
    (screen) =>
      !screen.path.includes(':') &&
      screen.audience === (staff ? 'staff' : 'anyone') &&
      screenGuard(screen)({ staff, player: undefined }) === 'open',
  );
}
