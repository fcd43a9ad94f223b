import { mayCall } from '#kit/ui/access.ts';
import type { SessionUser } from '#kit/ui/session-keeper.ts';
import { type KnownScreen, loadContract, screens } from './screens.ts';

export type ScreenGuard = (user: SessionUser | undefined) => boolean;

/** A screen is guarded by the permission of the endpoint without which it makes no sense. */
export async function screenGuard(screen: KnownScreen): Promise<ScreenGuard> {
  if (!screen.needs) return () => true;
  const endpoint = (await loadContract(screen.feature))?.[screen.needs];
  return (user) => !endpoint || mayCall(user, endpoint);
}

/** Screens the user may open and that can be linked to as they are. */
export async function openScreens(user: SessionUser | undefined): Promise<KnownScreen[]> {
  const linkable = screens.filter(
    ({ path, audience }) => !path.includes(':') && audience === (user ? 'staff' : 'anyone'),
  );
  const allowed = await Promise.all(
    linkable.map(async (screen) => (await screenGuard(screen).catch(() => () => false))(user)),
  );
  return linkable.filter((_, index) => allowed[index]);
}
