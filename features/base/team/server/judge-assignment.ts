import {
  assertMayGive,
  findRole,
  holdsAll,
  type RoleRow,
  type UserWithRole,
} from '#features/base/accounts/server/public.ts';
import { assertSites } from '#features/base/sites/server/public.ts';
import { forbidden, invalid, invalidField } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';

export interface SiteChoice {
  allSites: boolean;
  siteIds: string[];
}

/** null: all; only merchants have sites. */
const ownSites = (session: StaffSession): readonly string[] | null =>
  session.scope.kind === 'tenant' ? session.scope.siteIds : null;

/** Sites that the caller may hand on: its own, and all of them only when it has all. */
export async function judgeSites(
  reader: Reader,
  session: StaffSession,
  choice: SiteChoice,
): Promise<SiteChoice> {
  if (session.realm !== 'merchant') return { allSites: false, siteIds: [] };
  if (choice.allSites) {
    if (ownSites(session) !== null) throw forbidden('accounts:error.moreThanOwn');
    return { allSites: true, siteIds: [] };
  }
  const siteIds = [...new Set(choice.siteIds)];
  if (siteIds.length > 0) await assertSites(reader, session.scope, siteIds);
  return { allSites: false, siteIds };
}

/** A role and sites that the caller may give away. */
export async function judgeAssignment(
  reader: Reader,
  { session, services }: StaffContext,
  choice: { roleId: string } & SiteChoice,
): Promise<{ role: RoleRow } & SiteChoice> {
  const role = await findRole(reader, tenantScope(session.tenantId), { id: choice.roleId });
  if (!role) throw invalidField('roleId', 'accounts:error.unknownRole');
  assertMayGive(services.features, session, role.permissions);
  return { role, ...(await judgeSites(reader, session, choice)) };
}

/** Not oneself, not an owner, and nobody who may do or see more than oneself. */
export function mayManage(session: StaffSession, target: UserWithRole): boolean {
  const { user, rolePermissions, siteIds } = target;
  if (user.id === session.userId) return false;
  if (user.userType !== userTypes.staff && user.userType !== userTypes.franchisee) return false;
  if (!holdsAll(session, rolePermissions)) return false;
  const own = ownSites(session);
  return own === null || (!user.allSites && siteIds.every((id) => own.includes(id)));
}

export function assertMayManage(session: StaffSession, target: UserWithRole): void {
  if (target.user.id === session.userId) throw invalid('accounts:error.notOneself');
  if (!mayManage(session, target)) throw forbidden('accounts:error.mightier');
}
