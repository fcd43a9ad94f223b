import type { StaffContext } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';

export const ownTenant = (context: Pick<StaffContext, 'session'>) => tenantScope(context.session.tenantId);

/**
 * The same call about the caller's own organisation, whatever wider view the caller has: the platform and agents have
 * staff of their own and must not reach that of their merchants.
 */
export const inOwnTenant = (context: StaffContext): StaffContext => ({
  ...context,
  session: { ...context.session, scope: ownTenant(context) },
});
