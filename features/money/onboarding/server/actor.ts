import type { Context } from '#kit/server/context.ts';
import type { StaffSession } from '#kit/server/session.ts';

/** Who does something and with what: a request's context, or what demo data makes of one. */
export type Acting = Pick<Context<StaffSession>, 'services' | 'clock' | 'address'> & {
  session: Pick<StaffSession, 'userId' | 'tenantId' | 'account' | 'name' | 'userType'>;
};
