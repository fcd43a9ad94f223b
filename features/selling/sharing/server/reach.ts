import { forbidden } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { mayUse, userTypes } from '#kit/server/session.ts';
import { manageRight } from '../contract/shared.ts';

/** Rules and people concern the merchant: accounts of a merchant reach only their own, franchisees nothing of it. */
export function merchantScope({ session }: StaffContext): Scope & { kind: 'tenant' } {
  if (session.scope.kind !== 'tenant' || session.userType === userTypes.franchisee) throw forbidden();
  return session.scope;
}

/** People are not bound to sites: a manager of sharing sees them all. */
export const wholeMerchant = (context: StaffContext): Scope & { kind: 'tenant' } =>
  tenantScope(merchantScope(context).tenantId) as Scope & { kind: 'tenant' };

/** Everybody's statements, or only one's own? Who is limited to some sites does not see what others give. */
export const seesAllStatements = ({ session }: StaffContext): boolean =>
  session.realm === 'merchant' &&
  session.userType !== userTypes.franchisee &&
  mayUse(session, manageRight) &&
  session.scope.kind === 'tenant' &&
  session.scope.siteIds === null;
