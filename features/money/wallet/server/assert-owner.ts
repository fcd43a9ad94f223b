import { forbidden } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { userTypes } from '#kit/server/session.ts';

/** Where the money of a whole site goes is for the owner alone to say. */
export function assertOwner({ session }: StaffContext): void {
  if (session.userType !== userTypes.merchant) throw forbidden('wallet:error.ownersOnly');
}
