import { eq } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { conflict, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import { maxBankCards } from '../contract/banks.ts';
import type { Acting } from './actor.ts';
import { selectCards } from './card-queries.ts';
import { saveSubMerchants } from './channel-queries.ts';
import { openNumber } from './save-business-data.ts';
import { storeCard } from './store-card.ts';
import { findSubmission, lockDraft, moveSubmission, type SubmissionRow } from './submission-queries.ts';
import { isFranchisee } from './submission-records.ts';
import { tellBusinessChanged, tellCardsChanged } from './tell-changes.ts';

const labelOf = ({ details }: SubmissionRow) => details.registeredName ?? details.idCardName ?? '';

export async function takeForAudit(tx: Tx, acting: Acting, id: string): Promise<SubmissionRow> {
  const { session, clock } = acting;
  const taken = await moveSubmission(tx, platformScope, id, 'untreated', {
    state: 'processing',
    auditorId: session.userId,
    auditorName: session.name,
    takenAt: clock.now(),
  });
  if (!taken) {
    if (!(await findSubmission(tx, platformScope, id))) throw missing();
    throw conflict('onboarding:error.alreadyTaken');
  }
  await audit(tx, acting, {
    action: 'onboarding.takeSubmission',
    entity: 'businessSubmission',
    entityId: id,
    label: labelOf(taken),
    tenantId: taken.tenantId,
  });
  await tellBusinessChanged(tx, taken);
  return taken;
}

/** Back into the queue, by any auditor: the one who took it may be away. */
export async function release(tx: Tx, acting: Acting, id: string): Promise<void> {
  const released = await moveSubmission(tx, platformScope, id, 'processing', {
    state: 'untreated',
    auditorId: null,
    auditorName: null,
    takenAt: null,
  });
  if (!released) {
    if (!(await findSubmission(tx, platformScope, id))) throw missing();
    throw conflict('onboarding:error.notProcessing');
  }
  await audit(tx, acting, {
    action: 'onboarding.releaseSubmission',
    entity: 'businessSubmission',
    entityId: id,
    label: labelOf(released),
    tenantId: released.tenantId,
  });
  await tellBusinessChanged(tx, released);
}

/** The settlement account of what passed becomes a bound card, unless it is one or there is no room. */
async function bindSettlementCard(tx: Tx, acting: Acting, submission: SubmissionRow): Promise<void> {
  const { details } = submission;
  const number = openNumber(acting.services, submission, 'card', submission);
  if (!number || !details.accountName || !details.bankCode || !details.branchName) return;
  const bound = await selectCards(tx, submission);
  if (bound.length >= maxBankCards) return;
  await storeCard(tx, acting, submission, bound, {
    accountType: details.accountType ?? 'private',
    holderName: details.accountName,
    bankCode: details.bankCode,
    regionCode: details.bankRegionCode ?? null,
    branchName: details.branchName,
    number,
    isDefault: false,
  });
  await tellCardsChanged(tx, submission);
}

export interface Decision {
  id: string;
  passed: boolean;
  reason: string;
  wechatSubMerchant?: string;
  alipaySubMerchant?: string;
}

async function tellDecision(tx: Tx, { services }: Acting, submission: SubmissionRow): Promise<void> {
  const { state, tenantId, holderId, reason } = submission;
  await sendSystemMessage(tx, services.texts, {
    audience: isFranchisee(submission) ? { kind: 'user', userId: holderId } : { kind: 'tenant', tenantId },
    titleKey: `onboarding:message.${state}.title`,
    bodyKey: `onboarding:message.${state}.body`,
    params: { name: labelOf(submission), reason: reason ?? '' },
    level: state === 'rejected' ? 'warning' : 'notice',
    link: '/authentication',
  });
  await tellBusinessChanged(tx, submission);
}

export async function decide(tx: Tx, acting: Acting, decision: Decision): Promise<void> {
  const { session, clock } = acting;
  const { id, passed, reason, wechatSubMerchant: wechat, alipaySubMerchant: alipay } = decision;
  if (!passed && reason === '') throw invalidField('reason', 'onboarding:error.reasonNeeded');
  const known = await findSubmission(tx, platformScope, id);
  if (!known) throw missing();
  // The same order of locks as everywhere: the holder's papers first.
  await lockDraft(tx, known, session.userId, clock.now());
  const decided = await moveSubmission(
    tx,
    platformScope,
    id,
    'processing',
    {
      state: passed ? 'passed' : 'rejected',
      decidedAt: clock.now(),
      reason: reason || null,
    },
    (submission) => eq(submission.auditorId, session.userId),
  );
  if (!decided) throw conflict('onboarding:error.notYours');
  if (passed && (wechat || alipay)) {
    if (isFranchisee(decided)) throw invalid('onboarding:error.organisationOnly');
    await saveSubMerchants(tx, decided.tenantId, { wechat, alipay }, clock.now());
  }
  if (passed) await bindSettlementCard(tx, acting, decided);
  await audit(tx, acting, {
    action: passed ? 'onboarding.passSubmission' : 'onboarding.rejectSubmission',
    entity: 'businessSubmission',
    entityId: id,
    label: labelOf(decided),
    after: { reason: reason || undefined, wechatSubMerchant: wechat, alipaySubMerchant: alipay },
    tenantId: decided.tenantId,
  });
  await tellDecision(tx, acting, decided);
}
