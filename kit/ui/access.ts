import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import type { SessionUser } from './session-keeper.ts';

const merchantOwner = 2;

/** The client's view of the server's guard; the server decides again on every call. */
export function mayCall(user: SessionUser | undefined, endpoint: Pick<AnyEndpoint, 'access'>): boolean {
  const { access } = endpoint;
  if (access === 'public') return true;
  if (access === 'player' || !user) return false;
  if (!isPermission(access)) return true;
  if (!access.realms.includes(user.realm)) return false;
  if (user.realm === 'merchant' && user.userType === merchantOwner) return true;
  return user.permissions.includes(access.permission);
}
