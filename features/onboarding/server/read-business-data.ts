import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { onboardingContract } from '../contract.ts';
import { lookAtCard } from './cards.ts';
import { askedHolder, mayLook, ownHolder } from './holder.ts';
import { presentContent, presentSummary } from './present.ts';
import { openNumber } from './save-business-data.ts';
import {
  findDraft,
  findLatest,
  findPassed,
  findSubmission,
  isOpen,
  selectHistory,
  stateOf,
} from './submission-queries.ts';

type Contract = typeof onboardingContract;

export const readBusinessData: Handler<Contract['readBusinessData']> = async (
  { db, session, language },
  { userId },
) => {
  const { holder, own } = await askedHolder(db.read, session, userId);
  const [draft, latest, passed] = await Promise.all([
    findDraft(db.read, holder),
    findLatest(db.read, holder),
    findPassed(db.read, holder),
  ]);
  const content = draft ?? latest ?? { details: {}, photos: {} };
  return {
    ...(await presentContent(db.read, language, holder.tenantId, content)),
    id: latest?.id ?? null,
    state: stateOf(draft, latest),
    reason: latest?.reason ?? null,
    submittedAt: latest?.createdAt.toISOString() ?? null,
    decidedAt: latest?.decidedAt?.toISOString() ?? null,
    changed: !!draft && !!latest && draft.updatedAt > latest.createdAt,
    verifiedName: passed?.details.idCardName ?? null,
    editable: own && !(latest && isOpen(latest.state)),
  };
};

export const readAudit: Handler<Contract['readAudit']> = async ({ db, session }, { id }) => {
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
    history: asked.map(presentSummary),
  };
};

export const revealNumber: Handler<Contract['revealNumber']> = async (context, { id, field, reason }) => {
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
};
