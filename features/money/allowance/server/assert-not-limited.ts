import { makersOf, staffMember, staffWithRight } from '#features/base/accounts/server/public.ts';
import type { Permission } from '#kit/contract/endpoint.ts';
import { givingRights } from '#kit/contract/feature.ts';
import { forbidden } from '#kit/kernel/errors.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { mayUse } from '#kit/server/session.ts';
import { makerDays } from '../rules/worth-rules.ts';

/**
 * Limits are set by the owner, or by somebody who may give nothing away by any door, and whose account was not made lately
 * by somebody who may: nobody raises a limit for themselves. `also`: rights that the limit is about besides.
 */
export async function assertNotLimited(
  reader: Reader,
  { session, services, clock }: StaffContext,
  also: readonly Permission[] = [],
): Promise<void> {
  const { tenantId, userId } = session;
  const member = await staffMember(reader, tenantId, userId);
  if (member?.owner) return;
  const giving: readonly Permission[] = [...givingRights(services.features), ...also];
  if (giving.some((right) => mayUse(session, right))) throw forbidden('allowance:error.ownLimit');
  const since = new Date(clock.now().getTime() - makerDays * dayMs);
  const makers = (await makersOf(reader, session, since)).filter((id) => id !== userId);
  if (makers.length === 0) return;
  for (const { permission } of giving)
    if ((await staffWithRight(reader, services, tenantId, permission)).some(({ id }) => makers.includes(id)))
      throw forbidden('allowance:error.ownLimit');
}
