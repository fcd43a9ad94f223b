import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { accountsWithRole, type UserWithRole, withSites } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type UserType, userTypes } from '#kit/server/session.ts';
import type { staffContract } from '../contract/staff.ts';

type UserPage = ParsedInputOf<typeof staffContract.pageUsers>;
/** Of all lists of accounts: what the input of one of them does not name is never asked for. */
type AccountPage = Omit<UserPage, 'sort'> & { sort?: string | undefined };

/** Living accounts of one kind, or (undefined) of all kinds, of the caller's own organisation. */
export async function pageAccounts(
  { db: { read: reader }, session }: StaffContext,
  input: AccountPage,
  userType?: UserType,
): Promise<Page<UserWithRole>> {
  const scope = tenantScope(session.tenantId);
  const { user, from } = accountsWithRole(reader, scope);
  const page = await pageRows(reader, input, {
    from,
    where: and(
      isNull(user.removedAt),
      userType === undefined ? undefined : eq(user.userType, userType),
      session.userType === userTypes.franchisee
        ? or(ne(user.userType, userTypes.franchisee), eq(user.id, session.userId))
        : undefined,
    ),
    filters: {
      keyword: search(user.name, user.account, user.phone),
      roleId: equals(user.roleId),
      enabled: equals(user.enabled),
      userType: equals(user.userType),
      account: search(user.account),
      name: search(user.name),
      realName: search(user.realName),
      phone: search(user.phone),
    },
    ...newestFirst(user),
    sort: {
      ...pick(user, 'createdAt', 'name', 'account', 'lastLoginAt'),
    },
  });
  return { ...page, records: await withSites(reader, scope, page.records) };
}
