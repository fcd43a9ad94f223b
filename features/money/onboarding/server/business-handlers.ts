import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { onboardingContract } from '../contract.ts';
import { askedHolder, mayLook, ownHolder } from './holder.ts';
import { openNumber, saveDraft, submitDraft } from './save-business-data.ts';
import { lookAtCard } from './store-card.ts';
import {
  findDraft,
  findLatest,
  findPassed,
  findSubmission,
  isOpen,
  moveSubmission,
  selectHistory,
  stateOf,
} from './submission-queries.ts';
import { toContent } from './submission-records.ts';
import { tellBusinessChanged } from './tell-changes.ts';

type Contract = Pick<
  typeof onboardingContract,
  'readBusinessData' | 'saveBusinessData' | 'recallBusinessData' | 'readAudit' | 'revealNumber'
>;

export const businessHandlers: Handlers<Contract> = {
  async readBusinessData({ db, session, language }, { userId }) {
    const { holder, own } = await askedHolder(db.read, session, userId);
    const [draft, latest, passed] = await Promise.all([
      findDraft(db.read, holder),
      findLatest(db.read, holder),
      findPassed(db.read, holder),
    ]);
    const content = draft ?? latest ?? { details: {}, photos: {} };
    return {
      ...(await toContent(db.read, language, holder.tenantId, content)),
      id: latest?.id ?? null,
      state: stateOf(draft, latest),
      reason: latest?.reason ?? null,
      submittedAt: latest?.createdAt ?? null,
      decidedAt: latest?.decidedAt ?? null,
      changed: !!draft && !!latest && draft.updatedAt > latest.createdAt,
      verifiedName: passed?.details.idCardName ?? null,
      editable: own && !(latest && isOpen(latest.state)),
    };
  },

  async saveBusinessData(context, input) {
    const { db, session } = context;
    const holder = ownHolder(session);
    const { submit, ...fields } = input;
    return db.transaction(async (tx) => {
      const content = await saveDraft(tx, context, holder, fields);
      if (submit) return { id: await submitDraft(tx, context, holder, content), state: 'untreated' as const };
      const latest = await findLatest(tx, holder);
      return { id: latest?.id ?? null, state: stateOf(await findDraft(tx, holder), latest) };
    });
  },

  async recallBusinessData(context, { ids }) {
    const { db, session } = context;
    const holder = ownHolder(session);
    await db.transaction(async (tx) => {
      for (const id of new Set(ids)) {
        const scope = tenantScope(holder.tenantId);
        const known = await findSubmission(tx, scope, id);
        if (!known || known.holderId !== holder.holderId) throw missing();
        const recalled = await moveSubmission(tx, scope, id, 'untreated', { state: 'recalled' });
        if (!recalled) throw conflict('onboarding:error.notRecallable');
        await audit(tx, context, {
          action: 'onboarding.recallBusinessData',
          entity: 'businessSubmission',
          entityId: id,
          label: known.details.registeredName ?? known.details.idCardName ?? '',
        });
      }
      await tellBusinessChanged(tx, holder);
    });
  },

  async readAudit({ db, session }, { id }) {
    const holder = ownHolder(session);
    const [draft, history] = await Promise.all([
      findDraft(db.read, holder),
      selectHistory(db.read, holder, { recalled: true }),
    ]);
    const asked = id === undefined ? history : history.filter((submission) => submission.id === id);
    if (id !== undefined && asked.length === 0) throw missing();
    const latest = asked.find(({ state }) => state !== 'recalled');
    return {
      state: stateOf(draft, latest),
      reason: latest?.reason ?? null,
      history: asked,
    };
  },

  async revealNumber(context, { id, field, reason }) {
    const { db, session, services } = context;
    return db.transaction(async (tx) => {
      if (field === 'bankCard') {
        const { number } = await lookAtCard(tx, context, id, { action: 'onboarding.lookAtCard', reason });
        return { value: number };
      }
      const submission = await findSubmission(tx, session.scope, id);
      if (!submission || !mayLook(session, submission)) throw missing();
      const value = openNumber(services, submission, field, submission);
      if (value === undefined) throw missing();
      await audit(tx, context, {
        action: field === 'idCard' ? 'onboarding.lookAtIdCard' : 'onboarding.lookAtCard',
        entity: 'businessSubmission',
        entityId: submission.id,
        label: submission.details.idCardName ?? '',
        after: { reason },
        tenantId: submission.tenantId,
      });
      return { value };
    });
  },
};
