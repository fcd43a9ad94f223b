import { reviewDecided } from '#features/base/accounts/contract/events.ts';
import {
  changeSessions,
  countUntreatedTenants,
  revokeTenant,
  tellPeople,
} from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import type { reviewsContract } from '../contract/reviews.ts';
import { decided } from '../rules/review-rules.ts';
import { changeTenant } from './change-tenant.ts';
import { countOpenReviews } from './name-review-queries.ts';
import { pageTenants } from './tenant-queries.ts';

type Contract = Pick<
  typeof reviewsContract,
  'listTenants' | 'reviewCounts' | 'decideRegistration' | 'setTenantState'
>;

/** The platform itself is no tenant that can be judged. */
function assertOther(id: string): void {
  if (id === platformTenantId) throw missing();
}

export const tenantHandlers: Handlers<Contract> = {
  async listTenants({ db }, input) {
    return mapPage(await pageTenants(db.read, input), (row) => ({
      ...row,
      agentId: row.agentId ?? '',
      agentName: row.agentName ?? '',
      account: row.account ?? '',
      phone: row.phone ?? '',
    }));
  },

  async reviewCounts({ db }) {
    const [registrations, names] = await Promise.all([
      countUntreatedTenants(db.read),
      countOpenReviews(db.read),
    ]);
    return { registrations, names };
  },

  async decideRegistration(context, { id, passed, reason }) {
    assertOther(id);
    await changeSessions(context.db, async (tx, touch) => {
      const reference = { id, action: 'accounts.decideRegistration' };
      const { name, reviewState } = await changeTenant(tx, context, reference, (tenant) => ({
        reviewState: decided('registration', tenant.reviewState, { passed, reason }),
        reviewReason: reason,
        state: passed ? 'active' : 'disabled',
      }));
      // A refused merchant can not open its inbox: it reads the reason when it tries to log in.
      if (passed)
        await tellPeople(tx, context.services, {
          audience: { kind: 'tenant', tenantId: id },
          titleKey: 'partners:message.registrationPassedTitle',
          bodyKey: 'partners:message.registrationPassed',
          params: { name },
        });
      const data = { kind: 'registration' as const, id, state: reviewState };
      await emitAll(
        tx,
        [tenantTopic(id), platformTopic].map((topic) => told(topic, reviewDecided, data)),
      );
      await touch('tenant', id);
    });
  },

  async setTenantState(context, { id, enabled, reason }) {
    assertOther(id);
    const action = enabled ? 'accounts.enableTenant' : 'accounts.disableTenant';
    await changeSessions(context.db, async (tx, touch) => {
      await changeTenant(tx, context, { id, action, note: { reason } }, () => ({
        state: enabled ? 'active' : 'disabled',
      }));
      if (enabled) await revokeTenant(tx, id, context.clock.now());
      await touch('tenant', id);
    });
  },
};
