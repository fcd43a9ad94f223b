import { tenantNames } from '#features/base/accounts/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformTopic, told } from '#kit/server/outbox.ts';
import { type DisputeState, platformChanged } from '../contract/disputes.ts';

/** Disputed payments and differences of a bill: a person looks them up at the platform and sees to them there. */
export const platformCase = {
  entity: 'payment',
  // who ended it, and when, is what the line of the log says by itself
  unlogged: ['endedAt', 'endedBy', 'endedByName'] as const,
  tells: () => [told(platformTopic, platformChanged)],
};

/** Ends an open one; our books have nothing to do with it. */
export const resolvedBy =
  ({ session, clock }: StaffContext, note: string) =>
  ({ state }: { state: DisputeState }) => {
    if (state !== 'open') throw conflict('payments:error.disputeEnded');
    return {
      state: 'resolved' as const,
      endedAt: clock.now(),
      endedBy: session.userId,
      endedByName: session.name,
      note,
    };
  };

/** What the merchant of each row is called. */
export async function merchantNames(reader: Reader, rows: readonly { tenantId: string }[]) {
  const names = await tenantNames(
    reader,
    rows.map(({ tenantId }) => tenantId),
  );
  return ({ tenantId }: { tenantId: string }) => names.get(tenantId) ?? '';
}
