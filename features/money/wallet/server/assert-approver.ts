import { ownedSince } from '#features/base/accounts/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { userTypes } from '#kit/server/session.ts';
import type { Policy } from './policy-queries.ts';

/**
 * A person who makes an account, or sets its password, must not count as two people with it: its word counts when nobody but its
 * owner has touched it for some days. The administrator came with the set-up, and nobody sets their password.
 */
export async function isSettledIn(
  reader: Reader,
  { session, clock }: StaffContext,
  { approverDays }: Pick<Policy, 'approverDays'>,
): Promise<boolean> {
  if (session.userType === userTypes.platform) return true;
  const since = await ownedSince(reader, session);
  return since !== undefined && clock.now().getTime() - since.getTime() >= approverDays * dayMs;
}

export async function assertApprover(reader: Reader, context: StaffContext, policy: Policy): Promise<void> {
  if (!(await isSettledIn(reader, context, policy)))
    throw conflict('wallet:error.tooNew', { days: policy.approverDays });
}
