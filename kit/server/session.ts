import type { Realm } from '#kit/contract/endpoint.ts';
import type { Scope } from './scope.ts';

/** userType on the wire. 2 passes every permission check inside its own tenant. */
export const userTypes = { platform: 1, merchant: 2, agent: 3, franchisee: 4, staff: 5 } as const;
export type UserType = (typeof userTypes)[keyof typeof userTypes];

export interface StaffSession {
  readonly kind: 'staff';
  readonly sessionId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly realm: Realm;
  readonly userType: UserType;
  readonly account: string;
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  readonly scope: Scope;
}

export interface PlayerSession {
  readonly kind: 'player';
  readonly sessionId: string;
  readonly playerId: string;
}

export type Session = StaffSession | PlayerSession;

/** Turns a bearer token into a session; the accounts feature provides it. */
export interface Authenticator {
  resolve(token: string): Promise<Session | undefined>;
}

export function mayUse(
  session: StaffSession,
  permission: { permission: string; realms: readonly Realm[] },
): boolean {
  if (!permission.realms.includes(session.realm)) return false;
  return session.userType === userTypes.merchant || session.permissions.has(permission.permission);
}
