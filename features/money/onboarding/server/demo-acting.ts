import { demoId, demoTenants } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import type { Acting } from './actor.ts';

export const actingAs = (
  services: Services,
  person: { account: string; tenantId: string; name: string; userType: 1 | 2 },
  at: Date,
): Acting => ({
  services,
  clock: { now: () => at },
  address: '127.0.0.1',
  session: { ...person, userId: demoId(`user:${person.account}`) },
});

/** Who decides in a demo. */
export const actingAsAuditor = (services: Services, at: Date): Acting =>
  actingAs(
    services,
    {
      account: 'admin',
      tenantId: demoTenants.platform,
      name: '平台管理员',
      userType: userTypes.platform,
    },
    at,
  );
