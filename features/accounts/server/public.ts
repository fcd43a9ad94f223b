import { inArray } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { users } from '../tables.ts';
import { findTenant } from './tenant-queries.ts';
import { findUser, findUserByName } from './user-queries.ts';

/** What other features and the application may use of accounts. */
export { setupCode, setupNeeded } from './set-up.ts';
export { tenantNames, tenantsUnderAgent } from './tenant-queries.ts';

/** undefined when there is no such organisation. */
export async function tenantName(reader: Reader, tenantId: string): Promise<string | undefined> {
  return (await findTenant(reader, tenantId))?.name;
}

/** The sites named for an account, null when it sees all sites of its tenant, undefined when there is no such account. */
export async function siteIdsOf(
  reader: Reader,
  scope: Scope,
  userId: string,
): Promise<readonly string[] | null | undefined> {
  const found = await findUser(reader, scope, userId);
  if (!found) return undefined;
  return found.user.userType === userTypes.merchant || found.user.allSites ? null : found.siteIds;
}

export interface UserSummary {
  id: string;
  account: string;
  name: string;
  avatar: string;
}

/** Also of removed accounts, which past records still name. */
export async function userSummaries(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, UserSummary>> {
  if (ids.length === 0) return new Map();
  const user = rows(scope, users);
  const found = await reader
    .select({ id: user.id, account: user.account, name: user.name, avatar: user.avatar })
    .from(user)
    .where(inArray(user.id, [...new Set(ids)]));
  return new Map(found.map((summary) => [summary.id, summary]));
}

/** By account or phone, over all organisations. */
export async function userByAccount(reader: Reader, account: string): Promise<UserSummary | undefined> {
  const found = await findUserByName(reader, account);
  return found && { id: found.id, account: found.account, name: found.name, avatar: found.avatar };
}
