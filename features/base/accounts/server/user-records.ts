import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { userTypes } from '#kit/server/session.ts';
import type { profileContract } from '../contract/profile.ts';
import { isOwner } from './rights.ts';
import type { UserWithRole } from './user-queries.ts';

type UserRecord = ResultOf<typeof profileContract.userInfo>;

/** Sites beyond the reader's own are not named, not even by their ids. */
export const shownSites = ({ session: { scope } }: StaffContext, siteIds: readonly string[]): string[] =>
  siteIds.filter((id) => scope.kind !== 'tenant' || scope.siteIds === null || scope.siteIds.includes(id));

export function toUserRecord(context: StaffContext, { user, roleTitle, siteIds }: UserWithRole): UserRecord {
  // The contract would drop them too; hashes do not even come near it.
  const { passwordHash: _, legacyHash: __, ...shown } = user;
  return {
    ...shown,
    phone: user.phone ?? '',
    roleId: user.roleId ?? '',
    roleName: roleTitle,
    siteIds: shownSites(context, siteIds),
  };
}

/** Owners have no job role: their kind of account names them. */
export function toTitledRecord(context: StaffContext, found: UserWithRole): UserRecord {
  const { services, language } = context;
  const { userType } = found.user;
  const record = toUserRecord(context, found);
  if (!isOwner(userType)) return record;
  const roleName = services.texts.say(language, `accounts:userType.${userType}`);
  return { ...record, roleName, allSites: userType === userTypes.merchant };
}
