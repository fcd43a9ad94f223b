import { joinedAt } from '#features/base/accounts/server/public.ts';
import { type Feature, screenPermission } from '#kit/contract/feature.ts';
import { pick } from '#kit/kernel/pick.ts';
import { businessDay, startOfDay } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { mayUse, type StaffSession } from '#kit/server/session.ts';

/** Who reads an inbox, and what of it is theirs. */
export interface Recipient extends Pick<StaffSession, 'userId' | 'tenantId' | 'realm'> {
  /** what was written before somebody came was written to others */
  since: Date;
  /** pages they may not open: what the product itself has to say about those is not for them either */
  closedPaths: readonly string[];
}

export const closedPathsOf = (features: readonly Feature[], session: StaffSession): string[] =>
  features.flatMap((feature) =>
    feature.screens
      .filter((screen) => {
        const permission = screenPermission(feature, screen);
        return permission !== undefined && !mayUse(session, permission);
      })
      .flatMap(({ path, aliases = [] }) => [path, ...aliases]),
  );

export async function recipientOf({ db, session, services }: StaffContext): Promise<Recipient> {
  const joined = await joinedAt(db.read, session.tenantId, session.userId);
  return {
    ...pick(session, 'userId', 'tenantId', 'realm'),
    since: startOfDay(businessDay(joined)),
    closedPaths: closedPathsOf(services.features, session),
  };
}
