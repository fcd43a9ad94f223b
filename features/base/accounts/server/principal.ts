import type { Realm } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';
import { find } from '#kit/server/tables.ts';
import { sessions } from '../tables.ts';
import { permissionsOf } from './rights.ts';
import { findTenant, type TenantRow, tenantsUnderAgent } from './tenant-queries.ts';
import { findUser, type UserWithRole } from './user-queries.ts';

/** An account with everything that decides what it may do. */
export interface Principal extends UserWithRole {
  tenant: TenantRow;
  permissions: string[];
}

export async function loadPrincipal(
  reader: Reader,
  features: Services['features'],
  userId: string,
): Promise<Principal | undefined> {
  const found = await findUser(reader, platformScope, userId);
  if (!found) return undefined;
  const tenant = await findTenant(reader, found.user.tenantId);
  if (!tenant) return undefined;
  const permissions = permissionsOf(features, {
    realm: tenant.realm,
    userType: found.user.userType,
    rolePermissions: found.rolePermissions,
  });
  return { ...found, tenant, permissions };
}

export async function ownPrincipal({ db, services, session }: StaffContext): Promise<Principal> {
  const found = await loadPrincipal(db.read, services.features, session.userId);
  if (!found) throw missing();
  return found;
}

export const mayEnter = ({ user, tenant }: Principal) => user.enabled && tenant.state === 'active';

/** What somebody of an organisation reaches; `siteIds` are null where all sites of a merchant are seen. */
export async function reachOf(
  reader: Reader,
  tenant: Pick<TenantRow, 'id' | 'realm'>,
  siteIds: readonly string[] | null,
): Promise<Scope> {
  const byRealm: Record<Realm, () => Promise<Scope>> = {
    platform: async () => platformScope,
    agent: async () => ({ kind: 'tenants', tenantIds: await tenantsUnderAgent(reader, tenant.id) }),
    merchant: async () => tenantScope(tenant.id, siteIds),
  };
  return byRealm[tenant.realm]();
}

const scopeOf = (reader: Reader, { user, tenant, siteIds }: Principal): Promise<Scope> =>
  reachOf(reader, tenant, user.userType === userTypes.merchant || user.allSites ? null : siteIds);

export interface AccountRights {
  tenantId: string;
  passwordChangedAt: Date;
  scope: Scope;
  may(permission: string): boolean;
}

/** What an account could do if it logged in now; undefined for one that is gone, disabled, or of a disabled organisation. */
export async function rightsOfAccount(
  reader: Reader,
  features: Services['features'],
  userId: string,
): Promise<AccountRights | undefined> {
  const principal = await loadPrincipal(reader, features, userId);
  if (!principal || !mayEnter(principal)) return undefined;
  const { user, tenant, permissions } = principal;
  return {
    tenantId: tenant.id,
    passwordChangedAt: user.passwordChangedAt,
    scope: await scopeOf(reader, principal),
    may: (permission) => user.userType === userTypes.merchant || permissions.includes(permission),
  };
}

export interface LiveLogin {
  session: StaffSession;
  roleId: string | null;
}

/** The session behind an access token, as the database sees it now. */
export async function loadLogin(
  services: Pick<Services, 'db' | 'features' | 'clock'>,
  claims: { sessionId: string; userId: string },
): Promise<LiveLogin | undefined> {
  const reader = services.db.read;
  const [row] = await find(reader, platformScope, sessions, { id: claims.sessionId });
  if (!row || row.userId !== claims.userId || row.revokedAt || row.expiresAt <= services.clock.now())
    return undefined;
  const principal = await loadPrincipal(reader, services.features, claims.userId);
  if (!principal || !mayEnter(principal)) return undefined;
  const { user, tenant } = principal;
  return {
    roleId: user.roleId,
    session: {
      kind: 'staff',
      sessionId: row.id,
      userId: user.id,
      tenantId: tenant.id,
      realm: tenant.realm,
      ...pick(user, 'userType', 'account', 'name'),
      permissions: new Set(principal.permissions),
      scope: await scopeOf(reader, principal),
    },
  };
}
