import type { Realm } from '#kit/contract/endpoint.ts';
import type { PlayerScope, Scope } from './scope.ts';

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
  /** as whom the app in hand knows the player: another id where several were joined into one */
  readonly identityId: string;
  /** the account is about to be deleted: nothing but taking it back is possible */
  readonly closed?: boolean;
  readonly scope: PlayerScope;
}

export type Session = StaffSession | PlayerSession;

/** Turns a bearer token into a session; accounts provide one for staff, players one for players. */
export interface Authenticator {
  /** `expected`: on whose behalf the call is usually made, so that the other side is not asked in vain */
  resolve(token: string, expected?: Session['kind']): Promise<Session | undefined>;
  /** called when sessions may have ended or changed: open connections then ask again. The function that is returned stops it */
  onStale?(listener: StaleListener): () => void;
}

export type StaleListener = (concerns: (session: Session) => boolean) => void;

/** Whose token it says it is. Nothing is proven by that: it only decides who looks first. */
function claimedKind(token: string): Session['kind'] {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      aud?: unknown;
    };
    return claims.aud === 'player' ? 'player' : 'staff';
  } catch {
    return 'staff';
  }
}

/** One door for both kinds of people; a token of the other kind is still known, and refused as such. */
export const authenticatorOf = (sides: Record<Session['kind'], Authenticator>): Authenticator => ({
  async resolve(token, expected = claimedKind(token)) {
    const other = expected === 'player' ? 'staff' : 'player';
    return (await sides[expected].resolve(token)) ?? (await sides[other].resolve(token));
  },
  onStale(listener) {
    const ends = Object.values(sides).map((side) => side.onStale?.(listener));
    return () => {
      for (const end of ends) end?.();
    };
  },
});

export function mayUse(
  session: StaffSession,
  permission: { permission: string; realms: readonly Realm[] },
): boolean {
  if (!permission.realms.includes(session.realm)) return false;
  return session.userType === userTypes.merchant || session.permissions.has(permission.permission);
}
