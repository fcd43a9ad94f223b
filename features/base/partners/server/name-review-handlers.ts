import { reviewDecided, reviewRequested } from '#features/base/accounts/contract/events.ts';
import {
  changeSessions,
  findTenant,
  inOwnTenant,
  ownPrincipal,
  ownTenant,
  tellPeople,
  updateTenant,
} from '#features/base/accounts/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { ownOrganisationContract } from '../contract/own-organisation.ts';
import type { reviewsContract } from '../contract/reviews.ts';
import { decided } from '../rules/review-rules.ts';
import { nameReviews } from '../tables.ts';
import { tellTenant } from './change-tenant.ts';
import { pageNameReviews, selectLatestReview } from './name-review-queries.ts';

type Contract = Pick<typeof ownOrganisationContract, 'requestNameChange' | 'latestNameReview'> &
  Pick<typeof reviewsContract, 'listNameReviews' | 'decideNameReview'>;

/** The applicant and the platform both look at it. */
const nameReview = subjectOf(nameReviews, {
  entity: 'nameReview',
  label: ({ newName }) => newName,
  unlogged: ['id', 'tenantId', 'createdAt', 'createdBy', 'decidedAt', 'decidedBy'],
  tells: ({ id, tenantId, state }) =>
    [tenantTopic(tenantId), platformTopic].map((topic) =>
      state === 'untreated'
        ? told(topic, reviewRequested, { kind: 'name', id })
        : told(topic, reviewDecided, { kind: 'name', id, state }),
    ),
  taken: { name_review_open: { key: 'accounts:error.reviewOpen' } },
});

const ownRealName = async (context: StaffContext): Promise<string> =>
  (await ownPrincipal(context)).user.realName;

export const nameReviewHandlers: Handlers<Contract> = {
  async requestNameChange(context, { name: newName, realName: given }) {
    const { tenantId, userId } = context.session;
    return context.db.transaction(async (tx) => {
      const tenant = await findTenant(tx, tenantId);
      if (!tenant) throw missing();
      if (tenant.name === newName) throw invalidField('name', 'accounts:error.sameName');
      const realName = given ?? (await ownRealName(context));
      if (!realName) throw invalidField('realName', 'accounts:error.realNameNeeded');
      return addRow(
        tx,
        inOwnTenant(context),
        nameReview,
        { action: 'accounts.requestNameChange' },
        { createdAt: context.clock.now(), oldName: tenant.name, newName, realName, createdBy: userId },
      );
    });
  },

  async latestNameReview(context) {
    const [review, tenant, realName] = await Promise.all([
      selectLatestReview(context.db.read, ownTenant(context)),
      findTenant(context.db.read, context.session.tenantId),
      ownRealName(context),
    ]);
    return { name: tenant?.name ?? '', realName, review: review ?? null };
  },

  async listNameReviews({ db }, input) {
    const page = await pageNameReviews(db.read, input);
    return mapPage(page, (row) => ({ ...row, applicantName: row.applicantName ?? '' }));
  },

  async decideNameReview(context, { id, passed, reason }) {
    const reference = { id, action: 'accounts.decideNameReview' };
    await changeSessions(context.db, async (tx, touch) => {
      const { tenantId, newName } = await changeRow(tx, context, nameReview, reference, ({ state }) => ({
        state: decided('name', state, { passed, reason }),
        decisionReason: reason,
        decidedBy: context.session.userId,
        decidedAt: context.clock.now(),
      }));
      if (passed) {
        await updateTenant(tx, tenantId, { name: newName });
        await tellTenant(tx, tenantId);
      }
      await tellPeople(tx, context.services, {
        audience: { kind: 'tenant', tenantId },
        titleKey: passed ? 'partners:message.namePassedTitle' : 'partners:message.nameRejectedTitle',
        bodyKey: passed ? 'partners:message.namePassed' : 'partners:message.nameRejected',
        params: { name: newName, reason },
        level: passed ? 'notice' : 'warning',
        link: '/shmc',
      });
      await touch('tenant', tenantId);
    });
  },
};
