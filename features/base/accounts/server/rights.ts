import type { Realm } from '#kit/contract/endpoint.ts';
import { type Feature, givingRights, limitingRights, permissionCatalogue } from '#kit/contract/feature.ts';
import { forbidden, invalid } from '#kit/kernel/errors.ts';
import { type StaffSession, type UserType, userTypes } from '#kit/server/session.ts';

const cache = new WeakMap<readonly Feature[], Record<Realm, readonly string[]>>();

/** All permission keys that mean something in a realm, in the order of their declaration. */
export function keysOfRealm(features: readonly Feature[], realm: Realm): readonly string[] {
  let known = cache.get(features);
  if (!known) {
    const catalogue = permissionCatalogue(features);
    const of = (name: Realm) =>
      catalogue.filter((entry) => entry.realms.includes(name)).map((entry) => entry.permission);
    known = { platform: of('platform'), agent: of('agent'), merchant: of('merchant') };
    cache.set(features, known);
  }
  return known[realm];
}

export const owners: readonly UserType[] = [userTypes.platform, userTypes.merchant, userTypes.agent];
export const isOwner = (userType: UserType) => owners.includes(userType);

/** Owners hold every right of their realm; everyone else what the job role names. */
export function permissionsOf(
  features: readonly Feature[],
  account: { realm: Realm; userType: UserType; rolePermissions: readonly string[] },
): string[] {
  const keys = keysOfRealm(features, account.realm);
  if (isOwner(account.userType)) return [...keys];
  const held = new Set(account.rolePermissions);
  return keys.filter((key) => held.has(key));
}

export const holdsAll = (session: StaffSession, keys: readonly string[]): boolean =>
  isOwner(session.userType) || keys.every((key) => session.permissions.has(key));

/**
 * Nobody gives what they do not have, whether by a role, an account or an invitation. Who may give value away makes nobody
 * who decides how much: that would be a second account for the own limit.
 */
export function assertMayGive(
  features: readonly Feature[],
  session: StaffSession,
  keys: readonly string[],
): void {
  if (isOwner(session.userType)) return;
  if (!holdsAll(session, keys)) throw forbidden('accounts:error.moreThanOwn');
  const givesAway = givingRights(features).some(({ permission }) => session.permissions.has(permission));
  if (givesAway && limitingRights(features).some(({ permission }) => keys.includes(permission)))
    throw forbidden('accounts:error.limitsAndGives');
}

export function assertKnownKeys(features: readonly Feature[], realm: Realm, keys: readonly string[]): void {
  const known = new Set(keysOfRealm(features, realm));
  const unknown = keys.find((key) => !known.has(key));
  if (unknown !== undefined) throw invalid('accounts:error.unknownPermission', { key: unknown });
}
