import { tellPeople } from '#features/base/accounts/server/public.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';

/**
 * Who at the platform can decide about money is everybody's business there: the others are told when an account is made
 * or somebody else sets its password, phone or role.
 */
export async function tellColleagues(
  tx: Tx,
  { session, services }: StaffContext,
  what: 'made' | 'changed',
  account: { name: string; role: string },
): Promise<void> {
  if (session.realm !== 'platform') return;
  await tellPeople(tx, services, {
    audience: { kind: 'realm', realm: 'platform' },
    titleKey: `team:message.account.${what}Title`,
    bodyKey: `team:message.account.${what}`,
    params: { ...account, by: session.name },
    // without a link: one to the log would keep it from those who may not read the log
    level: 'warning',
  });
}
