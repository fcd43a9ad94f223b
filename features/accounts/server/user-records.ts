import { conflict, invalidField } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { isAccountTaken, isPhoneTaken, type UserWithRole } from './user-queries.ts';

/** The database's unique indexes decide in a race; this names the field in the usual case. */
export async function assertNamesFree(
  reader: Reader,
  names: { account?: string; phone?: string | null },
  exceptId?: string,
): Promise<void> {
  if (names.account && (await isAccountTaken(reader, names.account, exceptId)))
    throw invalidField('account', 'accounts:error.accountTaken');
  if (names.phone && (await isPhoneTaken(reader, names.phone, exceptId)))
    throw conflict('accounts:error.phoneTaken');
}

export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

export function presentUser({ user, roleTitle, siteIds }: UserWithRole) {
  return {
    id: user.id,
    tenantId: user.tenantId,
    account: user.account,
    name: user.name,
    realName: user.realName,
    avatar: user.avatar,
    email: user.email,
    phone: user.phone ?? '',
    sex: user.sex,
    roleId: user.roleId ?? '',
    roleName: roleTitle,
    userType: user.userType,
    enabled: user.enabled,
    allSites: user.allSites,
    siteIds,
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
